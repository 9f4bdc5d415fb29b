import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Ranges under random actions")
struct RangePropertyTests {
    @Test("ends never cross or come nearer than the gap, whatever is done", arguments: 0..<100)
    func apart(seed: UInt64) {
        var run = RangeRun(seed: seed)
        for deed in 0..<400 {
            let told = run.act()
            guard run.isApart else {
                Issue.record("seed \(seed), deed \(deed), \(told): \(run.ends) with \(run.kind)")
                return
            }
        }
    }

    @Test("moves by hand keep ends on their steps if the gap is a whole number of steps", arguments: 0..<40)
    func onSteps(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let meet = Bool.random(using: &random) ? Meet.stop : .push
        let desk = Desks.price(gap: Double.random(in: 0...12, using: &random).rounded() * 5, meet: meet, step: 5)
        let console = Console(desk)
        let port = FakePort(surfaces: 1)
        for time in 0..<400 {
            let address = MessageAddress(.cc, number: UInt16.random(in: 1...2, using: &random))
            let raw = UInt32.random(in: 0...127, using: &random)
            console.handle(MIDIMessage(address, raw: raw), from: 0, at: .ms(UInt64(time) * 10), port: port)
            for end in 0...1 as ClosedRange<ParameterIndex> {
                let value = console.value(of: end)
                #expect(value == 127 || value.remainder(dividingBy: 5) == 0, "seed \(seed): \(value)")
            }
        }
    }
}

/// A random range on faders with touch, a control for the nearer end and a button, and random actions on them.
private struct RangeRun {
    private var random: SeededGenerator
    private var configuration: Configuration
    private var console: Console
    private let port = FakePort(surfaces: 1)
    private var now = MonotonicTime.zero

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        var scale = ParameterSpec.random(&random)
        if case .audio = scale.taper, scale.maximum > -80, Bool.random(using: &random) { scale.minimum = -.infinity }
        let span = Self.span(scale)
        if Bool.random(using: &random) { scale.step = span / Double.random(in: 2...40, using: &random) }
        let actions: [ControlAction] = [.toggle, .hold(scale.maximum), .step(by: 3, .big), .cycle(by: -1)]
        let button = Desks.button(actions.randomElement(using: &random) ?? .reset)
        var nearest = Desks.nearest(isTouchable: false)
        nearest.input.number = 9
        configuration = Desks.price(
            controls: Desks.fader(number: 1), Desks.fader(number: 2, isTouchable: false, echo: .immediate, parameter: 1), nearest, button)
        for end in 0...1 {
            scale.id = configuration.parameters[end].id
            scale.defaultValue = end == 0 ? scale.minimum : scale.maximum
            configuration.parameters[end] = scale
        }
        configuration.compounds = [Self.compound(span, &random)]
        let stored = [Double.random(in: -1...1, using: &random) * span, Double.random(in: -1...1, using: &random) * span]
        console = Console(configuration, values: stored)
        console.connected(0, Connections(inputs: 1, outputs: 1), at: now, port: port)
    }

    private static func span(_ scale: ParameterSpec) -> Double { scale.maximum - (scale.minimum.isFinite ? scale.minimum : -90) }

    private static func compound(_ span: Double, _ random: inout SeededGenerator) -> CompoundSpec {
        let gap = [0, span / 10, span, Double.random(in: 0...span, using: &random)].randomElement(using: &random) ?? 0
        return CompoundSpec(id: "price", kind: .range(gap: gap, meet: Bool.random(using: &random) ? .stop : .push), parts: [0, 1])
    }

    var ends: [Double] { [console.value(of: 0), console.value(of: 1)] }
    var kind: CompoundKind { configuration.compounds[0].kind }

    /// Whether the ends keep their gap. Rounding may cost a few units in the last place; the ends may never cross.
    var isApart: Bool {
        guard case .range(let gap, _) = kind else { return false }
        let scale = configuration.parameters[0]
        guard ends.allSatisfy({ (scale.minimum...scale.maximum).contains($0) }), ends[0] <= ends[1] else { return false }
        return ends[0] == -.infinity || ends[1] - ends[0] >= gap - (ends[0].magnitude + ends[1].magnitude + gap) * 1e-15
    }

    /// Performs a random action and returns a description of it.
    mutating func act() -> Any {
        now = now + .milliseconds(UInt64.random(in: 0...200, using: &random))
        console.advance(to: now, port: port)
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<10: return move()
        case 10..<17: return command()
        case 17: console.overrun(at: now, port: port)
        case 18: console.connected(0, Connections(inputs: Int.random(in: 0...1, using: &random), outputs: 1), at: now, port: port)
        default: reload()
        }
        return "something rare"
    }

    private mutating func move() -> MIDIMessage {
        let number = [1, 2, 9, 16, 104].randomElement(using: &random) ?? 1
        let address = MessageAddress(number >= 16 ? .note : .cc, number: UInt16(number))
        let raw = number >= 16 ? UInt32.random(in: 0...1, using: &random) * 127 : .random(in: 0...127, using: &random)
        let message = MIDIMessage(address, raw: raw)
        console.handle(message, from: 0, at: now, port: port)
        return message
    }

    private mutating func command() -> Command {
        let scale = configuration.parameters[0]
        let wild: [Double] = [.nan, .infinity, -.infinity, scale.minimum, scale.maximum, .random(in: -100...100, using: &random)]
        let values = (0...1).map { _ in
            Bool.random(using: &random)
                ? wild.randomElement(using: &random) ?? 0
                : NumberScale(scale).value(at: Position(.random(in: 0...1, using: &random)))
        }
        let parameter = ParameterIndex.random(in: 0..<2, using: &random)
        let origin = ChangeOrigin.allCases.randomElement(using: &random) ?? .api
        let command: Command =
            switch Int.random(in: 0..<5, using: &random) {
            case 0: .set(parameter: parameter, values[0], origin)
            case 1: .setPosition(parameter: parameter, Position(.random(in: 0...1, using: &random)), origin)
            case 2:
                .step(
                    parameter: parameter, by: .random(in: -5...5, using: &random),
                    [.ordinary, .big, .fine, .amount(0.3), .amount(1e6)].randomElement(using: &random) ?? .fine, origin)
            case 3: .setBoth(low: 0, values[0], values[1], origin)
            default: .reset(parameter: parameter, origin)
            }
        let before = ends
        let foretold = foretold(command)
        let outcome = console.handle(command, at: now, port: port)
        if outcome.isRefused { #expect(ends == before, "\(command)") }
        if let foretold { #expect(ends == foretold, "\(command) on \(before) with \(kind)") }
        if case .setBoth = command, !outcome.isRefused, !outcome.isClamped { #expect(ends == values, "\(command)") }
        return command
    }

    /// The ends after one of them is set, as `check` foretells them; nil for other commands.
    private func foretold(_ command: Command) -> [Double]? {
        guard case .set(let parameter, let wanted, _) = command, let value = NumberScale(configuration.parameters[0]).clamp(wanted) else {
            return nil
        }
        let text = CompoundText(configuration.compounds[0], parts: configuration.parameters)
        let number = ParsedNumber(value: value, wanted: wanted)
        guard let (end, other) = try? text.fitted(number, end: parameter.offset, current: ends) else { return [] }
        return parameter == 0 ? [end.value, other] : [other, end.value]
    }

    private mutating func reload() {
        var new = configuration
        new.compounds = [Self.compound(Self.span(new.parameters[0]), &random)]
        let next = Console(new)
        next.adopt(console, Continuity(from: configuration, to: new), at: now, port: port)
        (configuration, console) = (new, next)
    }
}
