import FaderConsole
import FaderModel
import FaderTesting
import Testing

@Suite("The parameter of a control changes between two messages")
struct BindTests {
    /// Two parameters; a motor fader with touch, one without, a knob without a motor, and a button that holds. All but `pan` drive `level`.
    private static let desk: Configuration = {
        let knob = Desks.jumping(ControlSpec(id: "knob.1", input: MessageAddress(.cc, number: 20), parameter: 0))
        return Configuration(
            parameters: [Desks.level, ParameterSpec(id: "pan", maximum: 127, defaultValue: 0, decimals: 0)],
            surfaces: [
                Desks.surface(
                    "desk", Desks.fader(), Desks.fader(number: 2, isTouchable: false, parameter: nil), knob, Desks.button(.hold(127)))
            ])
    }()

    @Test("the controls bound in one patch are sent their positions once, in order")
    func act() {
        let faders = (1...8).map { Desks.fader(number: $0, parameter: 0) }
        let desk = Configuration(
            parameters: [Desks.level] + (1...8).map { ParameterSpec(id: "p\($0)", maximum: 127, defaultValue: Double($0)) },
            surfaces: [SurfaceSpec(name: "desk", match: SurfaceMatch(client: "desk"), controls: faders)])
        let (console, port) = (Console(desk), FakePort(surfaces: 1))
        console.connected(0, port.connected[0], at: .zero, port: port)
        _ = port.take()
        console.beginBatch()
        for control in (0..<8 as Range<ControlIndex>).reversed() {
            console.patch(.bind(control: control, .none), at: .ms(1), port: port)
            console.patch(.bind(control: control, Mapping(parameter: ParameterIndex(control.offset + 1))), at: .ms(1), port: port)
        }
        console.endBatch(at: .ms(1), port: port)
        #expect(port.take() == (1...8).reversed().map { "0: cc \($0) ch 1 = \($0)" })
    }

    @Test("the ends of an opened range stay apart; a closed range no longer pushes")
    func range() {
        let (console, port) = (Console(Self.desk, spare: 4), FakePort(surfaces: 1))
        let ends = ["r.low", "r.high"].map { ParameterSpec(id: $0, maximum: 127) }
        let rule = RangeRule(low: 2, high: 3, gap: 10, meet: .push, scale: NumberScale(ends[0], nil))
        func open(_ value: Double) {
            console.patch(.open(parameter: 2, Opening(ends[0], nil, value: 0), since: 2), at: .zero, port: port)
            console.patch(.open(parameter: 3, Opening(ends[1], nil, value: value, range: rule), since: 2), at: .zero, port: port)
        }
        open(100)
        _ = console.handle(.set(parameter: 2, 95, .api), at: .zero, port: port)
        #expect(console.value(of: 3) == 105)
        console.patch(.reopen(parameter: 3, Opening(ends[1], nil, value: 0), since: 3), at: .zero, port: port)
        _ = console.handle(.set(parameter: 2, 120, .api), at: .zero, port: port)
        #expect(console.value(of: 3) == 105)
        for slot in [2, 3] as [ParameterIndex] { console.patch(.close(parameter: slot), at: .zero, port: port) }
        for _ in 0..<100 {
            open(50)
            _ = console.handle(.setBoth(low: 2, 60, 62, .api), at: .zero, port: port)
            #expect([console.value(of: 2), console.value(of: 3)] == [60, 70])
            for slot in [2, 3] as [ParameterIndex] { console.patch(.close(parameter: slot), at: .zero, port: port) }
        }
    }

    @Test("a glide ends with its parameter, and does not affect the next parameter in its slot")
    func glide() {
        let (console, port) = (Console(Self.desk, spare: 1), FakePort(surfaces: 1))
        func open(_ value: Double) -> Patch {
            .open(parameter: 2, Opening(ParameterSpec(id: "x", maximum: 127), nil, value: value), since: 2)
        }
        console.patch(open(0), at: .zero, port: port)
        _ = console.handle(.glide(parameter: 2, to: 100, over: .milliseconds(1000), .recall), at: .zero, port: port)
        console.advance(to: .ms(100), port: port)
        #expect(console.value(of: 2) > 0)
        console.patch(.close(parameter: 2), at: .ms(101), port: port)
        console.patch(open(50), at: .ms(102), port: port)
        for time in stride(from: UInt64(103), to: 1500, by: 7) { console.advance(to: .ms(time), port: port) }
        #expect(console.value(of: 2) == 50)
        #expect(console.report(of: 2).revision == 0)
        #expect(console.decision(of: 2, back: 0) == nil)
        #expect(console.nextDeadline == .never)
        while let report = console.nextReport() { #expect(report.parameter != 2) }
    }

    @Test("a control whose parameter went while it rested, and that is given another one in its hold-off, sleeps until that is over")
    func deadline() {
        let (console, port) = (Console(Decks.one(), spare: 2), FakePort(surfaces: 1))
        console.connected(0, port.connected[0], at: .zero, port: port)
        let fader = MessageAddress(.cc, number: 1)
        console.handle(MIDIMessage(fader, raw: 50), from: 0, at: .zero, port: port)
        console.patch(.close(parameter: 0), at: .ms(1000), port: port)
        console.handle(MIDIMessage(fader, raw: 60), from: 0, at: .ms(2000), port: port)
        _ = console.show(.page(1), on: DeckIndex(0), at: .ms(2010), port: port)
        while console.nextDeadline <= .ms(2010) { console.advance(to: .ms(2010), port: port) }
        #expect(console.nextDeadline > .ms(2100))
    }
}
