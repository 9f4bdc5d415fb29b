import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("A control without a motor picks up its parameter")
struct TakeoverRuleTests {
    /// `level` on a knob with a lamp and on a motor fader, `pan` on nothing.
    private static func desk() -> Configuration {
        var knob = ControlSpec(id: "knob.1", input: MessageAddress(.cc, number: 20), parameter: 0)
        knob.takeoverLamp = MessageAddress(.note, number: 8)
        knob.takeoverLampRange = RawRange(0, 1)
        return Configuration(
            parameters: [Desks.level, ParameterSpec(id: "pan", maximum: 127, defaultValue: 0, decimals: 0)],
            surfaces: [Desks.surface("desk", knob, Desks.fader())])
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

    @Test("motor faders, endless encoders and buttons never wait")
    func never() {
        var encoder = ControlSpec(id: "encoder.1", input: MessageAddress(.cc, number: 1))
        encoder.encoder = EncoderSpec(.twos)
        #expect(encoder.takeoverMode == .jump && Desks.fader().takeoverMode == .jump)
        #expect(ControlSpec(id: "play", input: MessageAddress(.cc, number: 1)).takeoverMode == .jump)
        #expect(ControlSpec(id: "pad.1", input: MessageAddress(.note, number: 1)).takeoverMode == .jump)
        #expect(Desks.fader(hasMotor: false).takeoverMode == .pickup)
    }
}
