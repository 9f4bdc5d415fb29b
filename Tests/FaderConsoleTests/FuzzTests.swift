import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Random actions on random configurations")
struct FuzzTests {
    @Test("nothing traps, values stay in range, and every motor ends where its parameter is", arguments: 0..<100)
    func fuzz(seed: UInt64) {
        var run = FuzzRun(seed: seed)
        var reader = SeededGenerator(seed: seed &+ 2)
        for _ in 0..<400 {
            run.act()
            guard run.isInRange else {
                Issue.record("seed \(seed): a value out of its range")
                return
            }
            if Bool.random(using: &reader) { run.readReports() }
        }
        run.settle()
        run.readReports()
        #expect(run.console.nextDeadline == .never, "seed \(seed)")
        #expect(!run.console.isBlocked, "seed \(seed)")
        #expect(run.wrongMotors.isEmpty, "seed \(seed): \(run.wrongMotors)")
        #expect(run.port.sends <= run.bound, "seed \(seed): \(run.port.sends) messages of \(run.bound)")
    }
}

/// One random configuration and what is done to it. The port models each motor: it shows the last message it got.
private struct FuzzRun {
    private var random: SeededGenerator
    private(set) var configuration: Configuration
    private(set) var console: Console
    let port: MotorPort
    private struct Told {
        let value, lasting, before: Double
        let change: ChangeNumber
        let revision: Revision
    }
    private var told: [String: Told] = [:]
    private let initial: [String: Double]
    private var now = MonotonicTime.zero
    /// The most messages that the actions so far may cost.
    private(set) var bound = 0

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        configuration = Self.configuration(&random)
        console = Console(configuration)
        let start = configuration.parameters.rowIndices.map { [console] in console.value(of: $0) }
        initial = Dictionary(uniqueKeysWithValues: zip(configuration.parameters.map(\.id), start))
        port = MotorPort(surfaces: configuration.surfaces.count, random: SeededGenerator(seed: seed &+ 1))
    }

    private static func configuration(_ random: inout SeededGenerator) -> Configuration {
        var parameters = (0..<Int.random(in: 1...4, using: &random)).map { index in
            var spec = ParameterSpec.random(&random)
            spec.id = "p\(index)"
            if Int.random(in: 0..<3, using: &random) == 0 {
                spec.step = (spec.maximum - spec.minimum) / Double.random(in: 2...40, using: &random)
            }
            spec.defaultValue = Double.random(in: spec.minimum...spec.maximum, using: &random)
            if Int.random(in: 0..<4, using: &random) == 0 { spec.kind = .toggle(off: "off", on: "on") }
            return spec
        }
        var compounds: [CompoundSpec] = []
        if parameters.count >= 2, Bool.random(using: &random) {
            let gap = Double.random(in: 0...0.5, using: &random) * (parameters[0].maximum - parameters[0].minimum)
            parameters[1] = parameters[0]
            parameters[1].id = "p1"
            compounds = [CompoundSpec(id: "p", kind: .range(gap: gap, meet: Bool.random(using: &random) ? .stop : .push), parts: [0, 1])]
        }
        let surfaces = (0..<Int.random(in: 1...3, using: &random)).map { surface in
            let kinds = MessageKind.allCases
            let controls = (0..<Int.random(in: 1...5, using: &random)).map { index in
                // Numbers far enough apart that no two controls share a message.
                let kind = kinds.randomElement(using: &random) ?? .cc
                let input = MessageAddress(kind, number: kind.maximumNumber == nil ? 0 : UInt16(index), channel: UInt8(index))
                var control = ControlSpec(
                    id: "c\(index)", input: input, motor: Int.random(in: 0..<4, using: &random) > 0 ? input : nil,
                    touch: Bool.random(using: &random) ? MessageAddress(.note, number: UInt16(100 + index), channel: 15) : nil,
                    echo: EchoPolicy.allCases.randomElement(using: &random) ?? .release,
                    holdOff: .milliseconds([0, 1, 150].randomElement(using: &random) ?? 0),
                    parameter: Int.random(in: 0..<5, using: &random) == 0
                        ? nil : ParameterIndex.random(in: parameters.rowIndices, using: &random))
                if control.parameter == 0, !compounds.isEmpty, Bool.random(using: &random) { control.otherEnd = 1 }
                if Int.random(in: 0..<4, using: &random) == 0 { control.action = action(parameters[control.parameter ?? 0], &random) }
                return control
            }
            return SurfaceSpec(name: "s\(surface)", match: SurfaceMatch(client: ""), controls: controls)
        }
        return Configuration(parameters: parameters, surfaces: surfaces, compounds: compounds)
    }

    private static func action(_ parameter: ParameterSpec, _ random: inout SeededGenerator) -> ControlAction {
        let value = Bool.random(using: &random) ? parameter.minimum : parameter.defaultValue
        let actions: [ControlAction] = [.toggle, .cycle(by: -1), .set(value), .hold(value), .reset, .step(by: 2, .fine)]
        return actions.randomElement(using: &random) ?? .follow
    }

    /// The number of controls. One action may cost each of them a message at once, and one at the end of a hold-off.
    private var controlCount: Int { configuration.surfaces.reduce(0) { $0 + $1.controls.count } }

    mutating func act() {
        bound += 3 * controlCount + 3
        let surface = SurfaceIndex.random(in: configuration.surfaces.rowIndices, using: &random)
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<8: move(surface)
        case 8: console.handle(randomMessage(), from: SurfaceIndex(Int.random(in: -1...4, using: &random)), at: now, port: port)
        case 9..<12: command()
        case 12..<15: advance(by: UInt64.random(in: 0...400_000_000, using: &random))
        case 15:
            connect(surface, Connections(inputs: Int.random(in: 0...1, using: &random), outputs: Int.random(in: 0...2, using: &random)))
        case 16: console.overrun(at: now, port: port)
        case 17: port.mood = [.sent, .sent, .wouldBlock, .busy].randomElement(using: &random) ?? .sent
        case 18: console.writable(at: now, port: port)
        default: if Int.random(in: 0..<4, using: &random) == 0 { reload() }
        }
        if console.nextDeadline <= now { console.advance(to: now, port: port) }
    }

    private mutating func move(_ surface: SurfaceIndex) {
        guard let control = configuration.surfaces[surface].controls.randomElement(using: &random) else { return }
        if let touch = control.touch, Bool.random(using: &random) {
            console.handle(MIDIMessage(touch, raw: Bool.random(using: &random) ? 127 : 0), from: surface, at: now, port: port)
            return
        }
        let raw = UInt32.random(in: 0...control.input.kind.maximumRaw, using: &random)
        hear(control, surface, raw)
    }

    /// A device moves a control: it sends the position, and its motor is there. The lamp of a button does not change by itself.
    private mutating func hear(_ control: ControlSpec, _ surface: SurfaceIndex, _ raw: UInt32) {
        if control.action == .follow, let motor = control.motor { port.stands[surface]?[motor] = raw }
        console.handle(MIDIMessage(control.input, raw: raw), from: surface, at: now, port: port)
    }

    private mutating func randomMessage() -> MIDIMessage {
        let kind = MessageKind.allCases.randomElement(using: &random) ?? .cc
        let address = MessageAddress(
            kind, number: UInt16.random(in: 200 ... .max, using: &random), channel: UInt8.random(in: 0 ... .max, using: &random))
        return MIDIMessage(address, raw: UInt32.random(in: 0 ... .max, using: &random))
    }

    private mutating func command() {
        let parameter = ParameterIndex.random(in: configuration.parameters.rowIndices, using: &random)
        let wild: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300, 0, .random(in: -100...100, using: &random)]
        let origin = ChangeOrigin.allCases.randomElement(using: &random) ?? .api
        let command: Command =
            switch Int.random(in: 0..<9, using: &random) {
            case 7...: someParts(wild, origin)
            case 5...: glide(parameter, to: wild.randomElement(using: &random) ?? 0, origin)
            case 0: .set(parameter: parameter, wild.randomElement(using: &random) ?? 0, origin)
            case 1: .setPosition(parameter: parameter, Position(.random(in: 0...1, using: &random)), origin)
            case 2:
                .step(
                    parameter: parameter, by: [1, -1, 1000, .min, .max].randomElement(using: &random) ?? 1,
                    [.ordinary, .big, .fine, .amount(1e-300), .amount(0.5), .amount(1e300)].randomElement(using: &random) ?? .ordinary,
                    origin)
            case 3: .setBoth(low: 0, wild.randomElement(using: &random) ?? 0, wild.randomElement(using: &random) ?? 0, origin)
            default: .reset(parameter: parameter, origin)
            }
        _ = console.handle(command, under: randomTerms(), at: now, port: port)
    }

    private mutating func someParts(_ values: [Double], _ origin: ChangeOrigin) -> Command {
        let parts = (0..<3).map { _ in
            PartValue(
                ParameterIndex.random(in: configuration.parameters.rowIndices, using: &random), values.randomElement(using: &random) ?? 0)
        }
        if Bool.random(using: &random) { return .nothing(parameter: parts[0].parameter) }
        return .setParts(parts[0], parts[1], Bool.random(using: &random) ? parts[2] : nil, origin)
    }

    private mutating func randomTerms() -> Terms {
        let some = (0..<Int.random(in: 1...3, using: &random)).map { _ in
            ParameterIndex.random(in: configuration.parameters.rowIndices, using: &random)
        }
        let expected = Expectation(some, changes: UInt64.random(in: 0...30, using: &random))
        return Terms(
            change: Bool.random(using: &random) ? .none : ChangeNumber.ofCaller(7),
            expected: Int.random(in: 0..<4, using: &random) == 0 ? expected : nil,
            grip: [.none, .hold, .letGo].randomElement(using: &random) ?? .none)
    }

    /// A random glide, which costs its controls a message for every tick.
    private mutating func glide(_ parameter: ParameterIndex, to value: Double, _ origin: ChangeOrigin) -> Command {
        let length: UInt64 = [0, 1, 100, 2000].randomElement(using: &random) ?? 0
        bound += (Int(length) / 20 + 1) * controlCount
        return .glide(parameter: parameter, to: value, over: .milliseconds(length), origin)
    }

    private mutating func connect(_ surface: SurfaceIndex, _ connections: Connections) {
        port.connect(surface, connections)
        console.connected(surface, connections, at: now, port: port)
    }

    private mutating func reload() {
        var new = configuration
        for index in new.parameters.rowIndices where Bool.random(using: &random) {
            new.parameters[index].maximum += (new.parameters[index].maximum - new.parameters[index].minimum) * 0.25
            if case .points = new.parameters[index].taper { new.parameters[index].taper = .linear }
        }
        if !new.compounds.isEmpty {
            new.parameters[1] = new.parameters[0]
            new.parameters[1].id = "p1"
        }
        let next = Console(new)
        next.adopt(console, Continuity(from: configuration, to: new), at: now, port: port)
        (configuration, console) = (new, next)
    }

    private mutating func advance(by nanoseconds: UInt64) {
        let end = now + MonotonicTime.Interval(nanoseconds: nanoseconds)
        for _ in 0..<1000 where console.nextDeadline <= end {
            now = max(now, console.nextDeadline)
            console.advance(to: now, port: port)
        }
        now = end
    }

    /// Releases everything, connects everything, makes room, and lets time pass.
    mutating func settle() {
        port.mood = .sent
        for (index, surface) in zip(configuration.surfaces.rowIndices, configuration.surfaces) {
            connect(index, Connections(inputs: 1, outputs: max(1, port.connections(of: index).outputs)))
            for touch in surface.controls.compactMap(\.touch) {
                console.handle(MIDIMessage(touch, raw: 0), from: index, at: now, port: port)
            }
        }
        bound += 3 * controlCount
        console.writable(at: now, port: port)
        advance(by: 60_000_000_000)
    }

    /// Checks that each report of a parameter continues from the previous one, and that the last value is the parameter's.
    mutating func readReports() {
        while let report = console.nextReport() {
            let id = configuration.parameters[report.parameter].id
            let last = told[id] ?? Told(value: initial[id] ?? .nan, lasting: initial[id] ?? .nan, before: .nan, change: 0, revision: 0)
            #expect(report.revision > last.revision)
            #expect(report.before == (report.change == last.change ? last.before : last.lasting), "\(id)")
            told[id] = Told(
                value: report.value, lasting: report.lasting, before: report.before, change: report.change, revision: report.revision)
        }
        for (index, spec) in zip(configuration.parameters.rowIndices, configuration.parameters) {
            #expect(console.value(of: index) == told[spec.id]?.value ?? initial[spec.id])
        }
    }

    var isInRange: Bool {
        configuration.parameters.rowIndices.allSatisfy { index in
            (configuration.parameters[index].minimum...configuration.parameters[index].maximum).contains(console.value(of: index))
        }
    }

    /// Motors whose position differs from their parameter. One with echo never stays where the hand left it.
    var wrongMotors: [String] {
        zip(configuration.surfaces.rowIndices, configuration.surfaces).flatMap { index, surface in
            surface.controls.compactMap { control -> String? in
                guard let motor = control.motor, let parameter = control.parameter else { return nil }
                guard let stands = port.stands[index]?[motor] else { return isDark(control) ? nil : "\(control) was told nothing" }
                let ends = [parameter] + (control.otherEnd.map { [$0] } ?? [])
                let wanted = ends.map { wantedRaw(of: control, $0, motor) }
                return wanted.contains(stands) ? nil : "\(surface.name) \(control) stands \(stands), not \(wanted)"
            }
        }
    }
}

extension FuzzRun {
    /// The raw value that a control should show for this parameter.
    private func wantedRaw(of control: ControlSpec, _ parameter: ParameterIndex, _ motor: MessageAddress) -> UInt32 {
        let (scale, value) = (NumberScale(configuration.parameters[parameter]), console.value(of: parameter))
        return switch control.action {
        case .set(let lit), .hold(let lit): scale.clamp(lit) == value ? motor.kind.maximumRaw : 0
        default: scale.position(of: value).raw(of: motor.kind.maximumRaw)
        }
    }

    /// Whether faderd leaves the lamp of a button to the device.
    private func isDark(_ control: ControlSpec) -> Bool {
        switch control.action {
        case .step, .cycle, .reset: configuration.parameters[control.parameter ?? 0].kind == .number
        default: false
        }
    }
}

/// A port whose motors follow their messages; `send` returns the current mood.
private final class MotorPort: MIDIPort {
    var mood = SendResult.sent
    var stands: [SurfaceIndex: [MessageAddress: UInt32]]
    private(set) var sends = 0
    private var connected: [Connections]
    private var random: SeededGenerator

    init(surfaces: Int, random: SeededGenerator) {
        stands = Dictionary(uniqueKeysWithValues: (0..<surfaces).map { (SurfaceIndex($0), [:]) })
        connected = [Connections](repeating: Connections(), count: surfaces)
        self.random = random
    }

    func connect(_ surface: SurfaceIndex, _ connections: Connections) {
        connected[surface] = connections
        if connections == Connections() { stands[surface] = [:] }
    }

    func send(_ message: MIDIMessage, to surface: SurfaceIndex) -> SendResult {
        #expect(connected[surface].outputs > 0, "nobody listens")
        #expect(message.raw <= message.address.kind.maximumRaw)
        let result = Int.random(in: 0..<4, using: &random) == 0 ? mood : (mood == .busy ? .busy : .sent)
        if result == .sent {
            sends += 1
            stands[surface]?[message.address] = message.raw
        }
        return result
    }

    let pollDescriptor: Int32 = -1
    func read() -> PortInput { .none }
    func send(_ message: Span<UInt8>, to surface: SurfaceIndex) -> SendResult { .sent }
    func connections(of surface: SurfaceIndex) -> Connections { connected[surface] }
    func arrange(_ names: [String], previous: [SurfaceIndex?]) {}
    func close() {}
}
