import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Configurations that follow each other, compared with a model that knows parameters by name")
struct SwapPropertyTests {
    @Test("every hand moves the parameter its gesture began with, and every motor ends where its parameter is", arguments: 0..<200)
    func property(seed: UInt64) {
        var run = SwapRun(seed: seed)
        for step in 0..<300 {
            run.act()
            if let wrong = run.wrong {
                Issue.record("seed \(seed), step \(step): \(wrong)")
                return
            }
        }
        run.settle()
        #expect(run.wrong == nil, "seed \(seed)")
        #expect(run.wrongControls.isEmpty, "seed \(seed): \(run.wrongControls)")
    }
}

/// Random actions on motor faders with touch. The model knows parameters by unique names, and computes which one each hand moves.
private struct SwapRun {
    private static let faders = 6
    private static let most = 8
    private var random: SeededGenerator
    private var console: Console
    private var configuration: Configuration
    private let port = StandingPort()
    private var now = MonotonicTime.zero
    private var names = 0
    private var values: [String: Double] = [:]
    /// What each control drives, what it will drive after the release, and whether it is touched.
    private var driven: [String?]
    private var waiting: [String??]
    private var touched = [Bool](repeating: false, count: SwapRun.faders)
    private(set) var wrong: String?

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        configuration = Self.configuration(["a", "b"])
        console = Console(configuration)
        (values["a"], values["b"]) = (0, 0)
        driven = [String?](repeating: nil, count: Self.faders)
        waiting = [String??](repeating: .none, count: Self.faders)
        console.connected(0, Connections(inputs: 1, outputs: 1), at: now, port: port)
    }

    private static func spec(_ name: String) -> ParameterSpec { ParameterSpec(id: name, maximum: 127, defaultValue: 0, decimals: 0) }

    private static func configuration(_ names: [String]) -> Configuration {
        let faders = (0..<Self.faders).map { Desks.fader(number: UInt16($0 + 1), parameter: nil) }
        let surface = SurfaceSpec(name: "desk", match: SurfaceMatch(client: "desk"), controls: faders)
        return Configuration(parameters: names.map { spec($0) }, surfaces: [surface])
    }

    private var ids: [String] { configuration.parameters.map(\.id) }

    mutating func act() {
        now = now + .milliseconds(UInt64.random(in: 0...40, using: &random))
        console.advance(to: now, port: port)
        let control = Int.random(in: 0..<Self.faders, using: &random)
        switch Int.random(in: 0..<16, using: &random) {
        case 0..<2: if ids.count < Self.most { declare() }
        case 2: if let id = ids.randomElement(using: &random) { takeBack(id) }
        case 3..<6: bind(control, ids.randomElement(using: &random))
        case 6: bind(control, nil)
        case 7..<9: touch(control, !touched[control])
        case 9..<14: move(control)
        case 14: if let id = ids.randomElement(using: &random) { set(id) }
        default: swap(to: ids.shuffled(using: &random))
        }
        check()
    }

    /// A new parameter, anywhere among the others.
    private mutating func declare() {
        names += 1
        let name = "p\(names)"
        values[name] = Double.random(in: 0...127, using: &random).rounded()
        var next = ids
        next.insert(name, at: Int.random(in: 0...next.count, using: &random))
        swap(to: next)
    }

    private mutating func takeBack(_ name: String) {
        for control in driven.indices where driven[control] == name { driven[control] = nil }
        for control in waiting.indices { if case .some(.some(name)) = waiting[control] { waiting[control] = .some(nil) } }
        swap(to: ids.filter { $0 != name })
        values[name] = nil
    }

    private mutating func bind(_ control: Int, _ name: String?) {
        if touched[control] { waiting[control] = .some(name) } else { driven[control] = name }
        swap(to: ids)
    }

    private mutating func touch(_ control: Int, _ isTouched: Bool) {
        let note = MessageAddress(.note, number: 103 + UInt16(control + 1))
        console.handle(MIDIMessage(note, raw: isTouched ? 127 : 0), from: 0, at: now, port: port)
        touched[control] = isTouched
        guard !isTouched, case .some(let name) = waiting[control] else { return }
        driven[control] = name
        waiting[control] = .none
    }

    /// Moves a control, but only under a finger: otherwise the hold-off matters, which transcripts test.
    private mutating func move(_ control: Int) {
        guard touched[control] else { return }
        let raw = UInt32.random(in: 0...127, using: &random)
        let fader = MessageAddress(.cc, number: UInt16(control + 1))
        port.stands[fader] = raw
        console.handle(MIDIMessage(fader, raw: raw), from: 0, at: now, port: port)
        if let name = driven[control] { values[name] = Double(raw) }
    }

    private mutating func set(_ name: String) {
        guard let index = ids.firstIndex(of: name) else { return }
        let value = Double.random(in: 0...127, using: &random).rounded()
        _ = console.handle(.set(parameter: ParameterIndex(index), value, .api), at: now, port: port)
        values[name] = value
    }

    /// Another configuration, which gives each control what it is to drive. Hands keep what they move until they leave.
    private mutating func swap(to names: [String]) {
        let next = Self.configuration(names)
        let mappings = driven.indices.map { control -> Mapping in
            let wanted = if case .some(let name) = waiting[control] { name } else { driven[control] }
            return Mapping(parameter: names.firstIndex { $0 == wanted }.map { ParameterIndex($0) })
        }
        console = console.swapped(from: configuration, to: next, values: names.map { values[$0] }, mappings: mappings, at: now, port: port)
        configuration = next
    }

    private mutating func check() {
        for (index, name) in ids.enumerated() where console.value(of: ParameterIndex(index)) != values[name] {
            wrong = "\(name) is \(console.value(of: ParameterIndex(index))), not \(values[name] ?? .nan)"
        }
        while let report = console.nextReport() {
            if report.value != values[ids[report.parameter.offset]] { wrong = "\(ids[report.parameter.offset]) is told as \(report.value)" }
        }
    }

    mutating func settle() {
        for control in touched.indices where touched[control] { touch(control, false) }
        now = now + .milliseconds(10_000)
        console.advance(to: now, port: port)
        // A set of each parameter reaches all its motors, and only them.
        for id in ids { set(id) }
        check()
    }

    /// Controls that drive a different parameter than in the model, or whose motor is at the wrong position.
    var wrongControls: [String] {
        driven.enumerated().compactMap { control, name in
            let index = console.parameter(drivenBy: ControlIndex(control))?.offset
            guard let name else { return index == nil ? nil : "\(control) drives \(index ?? -1)" }
            guard let index, ids[index] == name else { return "\(control) does not drive \(name)" }
            let stands = port.stands[MessageAddress(.cc, number: UInt16(control + 1))]
            return stands == values[name].map { UInt32($0) } ? nil : "\(control) stands at \(stands.map(String.init) ?? "?")"
        }
    }
}

/// A port whose motors follow their messages.
private final class StandingPort: MIDIPort {
    var stands: [MessageAddress: UInt32] = [:]
    let pollDescriptor: Int32 = -1
    func read() -> PortInput { .none }
    func send(_ message: MIDIMessage, to surface: SurfaceIndex) -> SendResult {
        stands[message.address] = message.raw
        return .sent
    }
    func send(_ message: Span<UInt8>, to surface: SurfaceIndex) -> SendResult { .sent }
    func connections(of surface: SurfaceIndex) -> Connections { Connections(inputs: 1, outputs: 1) }
    func arrange(_ names: [String], previous: [SurfaceIndex?]) {}
    func close() {}
}
