import FaderValues
import Testing

@testable import FaderTargets

/// How values are written as OSC arguments, and read from them.
struct OSCValueTests {
    private static let peer = OSCPeerSpec(host: "127.0.0.1", port: 9000)
    private static let toggle = ParameterSpec(id: "mute", maximum: 1, step: 1, decimals: 0, kind: .toggle(off: "open", on: "muted"))
    private static let choice = ParameterSpec(
        id: "wave", maximum: 3, step: 1, decimals: 0,
        kind: .choice([
            ChoiceOption(id: "sine"), ChoiceOption(id: "saw"), ChoiceOption(id: "pwm", label: "Pulse width"), ChoiceOption(id: "off"),
        ]))

    private func value(
        _ parameter: ParameterSpec, _ low: Double = 0, _ high: Double = 1, form: OSCTargetSpec.Form = .position,
        texts: TargetTexts = TargetTexts(text: { "text \($0)" }, number: { Double($0.count) })
    ) -> OSCValue {
        OSCValue(OSCTargetSpec(peer: Self.peer, address: "/a", form: form, low: low, high: high), parameter, texts)
    }

    /// What is sent for a value of the parameter, and the value for what comes back.
    private func send(_ value: OSCValue, _ parameter: ParameterSpec, _ number: Double) -> OSCMessage.Argument {
        value.arguments(of: TargetScale(parameter, value.law).number(of: number))[0]
    }

    private func receive(_ value: OSCValue, _ parameter: ParameterSpec, _ argument: OSCMessage.Argument) -> Double? {
        value.number(of: [argument]).map { TargetScale(parameter, value.law).value(of: $0) }
    }

    @Test func aToggleIsSpreadOverAnyTwoNumbersAndMayBeInverted() {
        for (low, high, off, on) in [
            (0.0, 1.0, OSCMessage.Argument.integer(0), OSCMessage.Argument.integer(1)), (1, 0, .integer(1), .integer(0)),
            (0, 127, .integer(0), .integer(127)), (-1.5, 2.5, .float(-1.5), .float(2.5)), (0, 0.5, .float(0), .float(0.5)),
            (0, 1e12, .float(0), .float(1e12)),
        ] {
            let value = value(Self.toggle, low, high)
            #expect(send(value, Self.toggle, 0) == off && send(value, Self.toggle, 1) == on)
            #expect(receive(value, Self.toggle, off) == 0 && receive(value, Self.toggle, on) == 1)
        }
        let inverted = value(Self.toggle, 1, 0)
        #expect(receive(inverted, Self.toggle, .flag(true)) == 0 && receive(inverted, Self.toggle, .float(0)) == 1)
        #expect(receive(value(Self.toggle, 0, 127), Self.toggle, .integer(64)) == 1)
        #expect(receive(value(Self.toggle, 0, 127), Self.toggle, .integer(1)) == 0)
        #expect(receive(value(Self.toggle, 0, 127), Self.toggle, .integer(5000)) == 1)
    }

    @Test func theOptionsOfAChoiceAreSpreadEvenly() {
        let plain = value(Self.choice, 0, 3)
        #expect((0...3).map { send(plain, Self.choice, Double($0)) } == [.integer(0), .integer(1), .integer(2), .integer(3)])
        let spread = value(Self.choice, 127, 1)
        #expect((0...3).map { send(spread, Self.choice, Double($0)) } == [.integer(127), .integer(85), .integer(43), .integer(1)])
        #expect((0...3).map { receive(spread, Self.choice, send(spread, Self.choice, Double($0))) } == [0, 1, 2, 3])
        #expect(receive(spread, Self.choice, .float(80)) == 1)
        let uneven = value(Self.choice, 0, 1)
        #expect((0...3).map { receive(uneven, Self.choice, send(uneven, Self.choice, Double($0))) } == [0, 1, 2, 3])
        #expect(send(uneven, Self.choice, 1) == .float(1.0 / 3))
    }

    @Test func wordsAreSentAndReadInAnyCase() {
        let choice = value(Self.choice, 0, 3, form: .text)
        #expect(send(choice, Self.choice, 2) == .text("pwm"))
        #expect(receive(choice, Self.choice, .text("Pulse Width")) == 2 && receive(choice, Self.choice, .text("SAW")) == 1)
        #expect(receive(choice, Self.choice, .text("square")) == nil && receive(choice, Self.choice, .integer(3)) == 3)
        let toggle = value(Self.toggle, form: .text)
        #expect(send(toggle, Self.toggle, 1) == .text("muted") && receive(toggle, Self.toggle, .text("Open")) == 0)
        #expect(receive(toggle, Self.toggle, .blob([1])) == nil && receive(toggle, Self.toggle, .float(.nan)) == nil)
        #expect(receive(toggle, Self.toggle, .float(.infinity)) == nil)
    }

    @Test func aTextIsSentAsItIsAndReadIfTheParameterTakesIt() {
        let parameter = ParameterSpec(id: "song", maximum: 1e15, decimals: 0, kind: .text(TextRule(maximumLength: 8)))
        let value = value(parameter, form: .text)
        #expect(value.arguments(of: 7) == [.text("text 7.0")])
        #expect(value.number(of: [.text("Ouzo")]) == 4)
        #expect(
            value.number(of: [.text("far too long")]) == nil && value.number(of: [.text("a\nb")]) == nil
                && value.number(of: [.integer(3)]) == nil
        )
        #expect(value.tolerance == (0, 1))
    }

    @Test func aNumberIsNoWord() {
        let number = ParameterSpec(id: "a")
        #expect(value(number).number(of: [.text("0.5")]) == nil && value(number).number(of: [.double(0.5)]) == 0.5)
        let level = ParameterSpec(id: "b", minimum: -.infinity, maximum: 10, taper: .audio)
        #expect(value(level, form: .value).arguments(of: -.infinity) == [.float(-193)])
        #expect(value(level, form: .value).number(of: [.float(-200)]) == -.infinity)
    }

    @Test func aColorIsThreeNumbersOrOneColorOrAText() {
        let lamp = CompoundSpec(id: "lamp", kind: .color, parts: []).asNumber
        func value(_ form: OSCTargetSpec.Form = .position, _ low: Double = 0, _ high: Double = 1) -> OSCValue {
            let spec = OSCTargetSpec(peer: Self.peer, address: "/a", form: form, low: low, high: high)
            return OSCValue(spec, lamp, isColor: true, TargetTexts(text: { _ in "" }, number: { _ in .nan }))
        }
        let orange = Double(0xFF8000)
        #expect(value().arguments(of: orange) == [.float(1), .float(Float(128.0 / 255)), .float(0)])
        #expect(value(.position, 0, 255).arguments(of: orange) == [.integer(255), .integer(128), .integer(0)])
        #expect(value(.position, 0, 127).arguments(of: orange) == [.float(127), .float(Float(127 * 128.0 / 255)), .float(0)])
        #expect(value(.value).arguments(of: orange) == [.color(0xFF80_00FF)])
        #expect(value(.text).arguments(of: orange) == [.text("#ff8000")])
        for form in OSCTargetSpec.Form.allCases {
            for number in [0, 1, 0x7F_8081, orange, 0xFF_FFFF] {
                #expect(value(form).number(of: value(form).arguments(of: number)) == number, "what is sent comes back the same")
            }
            #expect(value(form).number(of: [.text("ff8000")]) == orange && value(form).number(of: [.text("Red")]) == 0xFF0000)
            #expect(value(form).number(of: [.color(0xFF80_0000)]) == orange, "whatever its alpha is")
            #expect(
                value(form).number(of: [.integer(1), .float(2), .double(-1), .float(0.5)]) == 0xFFFF00, "clamped, and without the alpha")
            let none: [[OSCMessage.Argument]] = [
                [], [.float(1)], [.float(1), .float(1)], [.float(1), .float(.nan), .float(1)], [.text("")], [.text("reddish")],
            ]
            for arguments in none { #expect(value(form).number(of: arguments) == nil) }
        }
        #expect(value().tolerance == (0, 1))
    }
}
