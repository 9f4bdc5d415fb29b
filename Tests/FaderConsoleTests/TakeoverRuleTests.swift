import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("A control without a motor picks up its parameter")
struct TakeoverRuleTests {
    /// `level` on a knob with a lamp and on a motor fader, `pan` on nothing; the knob may be inverted.
    private static func desk(_ mode: TakeoverMode? = nil, isInverted: Bool = false) -> Configuration {
        var knob = ControlSpec(id: "knob.1", input: MessageAddress(.cc, number: 20), parameter: 0, isInverted: isInverted)
        knob.takeover = mode
        knob.takeoverLamp = MessageAddress(.note, number: 8)
        knob.takeoverLampRange = RawRange(0, 1)
        return Configuration(
            parameters: [Desks.level, ParameterSpec(id: "pan", maximum: 127, defaultValue: 0, decimals: 0)],
            surfaces: [Desks.surface("desk", knob, Desks.fader())])
    }

    private func expect(_ script: String, on desk: Configuration = desk(), _ location: SourceLocation = #_sourceLocation) {
        expectTranscript(script, on: desk, location)
    }

    @Test("a default that was chosen waits like any other value, whether stored or set now")
    func chosenDefault() {
        let desk = Self.desk()
        for (stored, isSet, expected) in [(nil, false, 100.0), (0, false, 0), (nil, true, 0)] as [(Double?, Bool, Double)] {
            let console = Console(desk, values: [stored])
            let port = FakePort(surfaces: 1)
            if isSet { _ = console.handle(.set(parameter: 0, 0, .text), at: .zero, port: port) }
            console.handle(MIDIMessage(MessageAddress(.cc, number: 20), raw: 100), from: 0, at: MonotonicTime(nanoseconds: 1), port: port)
            #expect(console.value(of: 0) == expected)
        }
    }

    @Test("relative moves it one to one, and jump sets it at once")
    func others() {
        var inSteps = Self.desk(.relative)
        inSteps.parameters[0].step = 1
        expect(
            """
            0ms in desk: cc 20 ch 1 = 100
            out desk: cc 1 ch 1 = 100
            10ms set level 20
            out desk: note 8 ch 1 = 1
            out desk: cc 1 ch 1 = 20
            20ms in desk: cc 20 ch 1 = 110
            out desk: cc 1 ch 1 = 30
            get level = 30
            """, on: inSteps)
        expect(
            """
            0ms set level 20
            out desk: cc 1 ch 1 = 20
            20ms in desk: cc 20 ch 1 = 110
            out desk: cc 1 ch 1 = 110
            get level = 110
            """, on: Self.desk(.jump))
    }

    @Test("a knob that has not picked up the value ends no glide; one that has does, for good")
    func glide() {
        let (desk, port) = (Self.desk(), FakePort(surfaces: 1))
        let console = Console(desk)
        console.connected(0, port.connected[0], at: .zero, port: port)
        func turn(_ raw: UInt32, at time: UInt64) {
            console.handle(MIDIMessage(MessageAddress(.cc, number: 20), raw: raw), from: 0, at: .ms(time), port: port)
        }
        turn(10, at: 1)
        _ = console.handle(.glide(parameter: 0, to: 110, over: .milliseconds(1000), .recall), at: .ms(500), port: port)
        for time in stride(from: UInt64(520), through: 900, by: 20) { console.advance(to: .ms(time), port: port) }
        let onTheWay = console.value(of: 0)
        turn(8, at: 901)
        #expect(console.value(of: 0) == onTheWay)
        turn(120, at: 902)
        #expect(console.value(of: 0) == 120)
        console.advance(to: .ms(1600), port: port)
        #expect(console.value(of: 0) == 120)
    }

    @Test("a refused movement is a decision with the position of the value, and begins no gesture")
    func told() {
        let port = FakePort(surfaces: 1)
        let console = Console(Self.desk(), values: [64])
        console.connected(0, port.connected[0], at: .zero, port: port)
        let address = MessageAddress(.cc, number: 20)
        #expect(console.takeoverStates(from: 0).waiting == 1 && console.takeoverStates(from: 0).unknown == 1)
        for raw in [100, 101] as [UInt32] { console.handle(MIDIMessage(address, raw: raw), from: 0, at: .ms(1), port: port) }
        let decision = console.decision(of: 0, back: 1)
        #expect(decision?.kind == .valueBelow && decision?.count == 2 && decision?.control == 0 && decision?.value == 64)
        #expect(console.report(of: 0).revision == 0 && console.nextReport() == nil)
        var states = console.takeoverStates(from: 0)
        #expect(states.waiting == 1 && states.unknown == 0 && states.above == 0)
        console.handle(MIDIMessage(address, raw: 3), from: 0, at: .ms(2), port: port)
        #expect(console.value(of: 0) == 3, "it has passed")
        _ = console.handle(.set(parameter: 0, 90, .text), at: .ms(3), port: port)
        states = console.takeoverStates(from: 0)
        #expect(states.waiting == 1 && states.above == 1)
    }

    @Test("a reload keeps the pickup, even if indices change; after a restart the position of the knob is unknown")
    func reload() {
        let (old, port) = (Self.desk(), FakePort(surfaces: 1))
        var new = old
        new.parameters.insert(ParameterSpec(id: "new", maximum: 1), at: 0)
        for control in 0..<2 { new.surfaces[0].controls[control].parameter = 1 }
        let console = Console(old)
        console.connected(0, port.connected[0], at: .zero, port: port)
        let address = MessageAddress(.cc, number: 20)
        console.handle(MIDIMessage(address, raw: 60), from: 0, at: .ms(1), port: port)
        let next = Console(new)
        next.adopt(console, Continuity(from: old, to: new), at: .ms(500), port: port)
        #expect(next.takeoverStates(from: 0).waiting == 0)
        next.handle(MIDIMessage(address, raw: 90), from: 0, at: .ms(501), port: port)
        #expect(next.value(of: 1) == 90)
        let restarted = Console(new, values: [nil, 90])
        restarted.connected(0, port.connected[0], at: .zero, port: port)
        restarted.handle(MIDIMessage(address, raw: 50), from: 0, at: .ms(1), port: port)
        #expect(restarted.value(of: 1) == 90)
        restarted.handle(MIDIMessage(address, raw: 89), from: 0, at: .ms(2), port: port)
        #expect(restarted.value(of: 1) == 89)
    }

    @Test("motor faders, endless encoders and buttons never wait")
    func never() {
        var encoder = ControlSpec(id: "encoder.1", input: MessageAddress(.cc, number: 1))
        encoder.encoder = EncoderSpec(.twos)
        #expect(encoder.takeoverMode == .jump && Desks.fader().takeoverMode == .jump)
        #expect(ControlSpec(id: "play", input: MessageAddress(.cc, number: 1)).takeoverMode == .jump)
        #expect(ControlSpec(id: "pad.1", input: MessageAddress(.note, number: 1)).takeoverMode == .jump)
        #expect(Desks.fader(hasMotor: false).takeoverMode == .pickup)
    }

    @Test("the lamp of a control without a strip is dark and stays so, whatever the control sends")
    func emptyStrip() {
        var desk = Decks.one()
        for place in 2...3 {
            let number = UInt16(place - 1)
            desk.surfaces[0].controls[place].motor = nil
            desk.surfaces[0].controls[place].touch = nil
            desk.surfaces[0].controls[place].takeover = .pickup
            desk.surfaces[0].controls[place].takeoverLamp = MessageAddress(.note, number: 30 + number)
        }
        let moves = (0..<20).map { "\(100 + 20 * $0)ms in desk: cc 2 ch 1 = \($0 % 2 * 12)" }.joined(separator: "\n")
        expect(
            """
            0ms set a.1 60
            out desk: note 32 ch 1 = 127
            10ms bank desk 4
            out desk: note 31 ch 1 = 127
            out desk: note 32 ch 1 = 0
            \(moves)
            1000ms wait
            """, on: desk)
    }

    @Test("a control that stands where its parameter is has hold of it after a round trip through another bank", arguments: [64, 0])
    func roundTrip(place: Int) {
        let knob = ControlSpec(id: "knob.1", input: MessageAddress(.cc, number: 20), parameter: 0)
        let desk = Configuration(
            parameters: [Desks.level, ParameterSpec(id: "pan", maximum: 127, defaultValue: 0, decimals: 0)],
            surfaces: [Desks.surface("desk", knob)])
        expect(
            """
            0ms in desk: cc 20 ch 1 = \(place + 4)
            10ms in desk: cc 20 ch 1 = \(place)
            1000ms bind desk knob.1 pan
            2000ms bind desk knob.1 level
            3000ms in desk: cc 20 ch 1 = \(place + 8)
            get level = \(place + 8)
            """, on: desk)
    }
}
