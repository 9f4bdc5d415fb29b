import FaderConsole
import FaderModel
import FaderTesting
import Testing

@Suite("Changing parameters and bindings, compared with a model that knows them by name")
struct SlotPropertyTests {
    @Test("every hand moves the parameter its gesture began with, and every motor ends where its parameter is", arguments: 0..<200)
    func property(seed: UInt64) {
        var run = SlotRun(seed: seed)
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
private struct SlotRun {
    private static let faders = 6
    private static let spare = 8
    private var random: SeededGenerator
    private var console: Console
    private var configuration: Configuration
    private let port = StandingPort()
    private var now = MonotonicTime.zero
    private var names = 0
    private var generation = Generation.first
    /// The parameter names by slot; nil if closed.
    private var slots: [String?]
    private var values: [String: Double] = [:]
    /// What each control drives, what it will drive after the release, and whether it is touched.
    private var driven: [String?]
    private var waiting: [String??]
    private var touched = [Bool](repeating: false, count: SlotRun.faders)
    private(set) var wrong: String?

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        configuration = Self.configuration(["a", "b"])
        console = Console(configuration, spare: Self.spare)
        slots = ["a", "b"]
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

    private var open: [Int] { slots.indices.filter { slots[$0] != nil } }

    mutating func act() {
        now = now + .milliseconds(UInt64.random(in: 0...40, using: &random))
        console.advance(to: now, port: port)
        let control = Int.random(in: 0..<Self.faders, using: &random)
        switch Int.random(in: 0..<16, using: &random) {
        case 0..<2: openOne()
        case 2: if let slot = open.randomElement(using: &random) { close(slot) }
        case 3..<6: bind(control, open.randomElement(using: &random))
        case 6: bind(control, nil)
        case 7..<9: touch(control, !touched[control])
        case 9..<14: move(control)
        case 14: if let slot = open.randomElement(using: &random) { set(slot) }
        default: if Int.random(in: 0..<5, using: &random) == 0 { reload() }
        }
        check()
    }

    private mutating func openOne() {
        let free = slots.firstIndex { $0 == nil } ?? slots.count
        guard free < Self.spare else { return }
        names += 1
        let name = "p\(names)"
        generation = generation.next
        let value = Double.random(in: 0...127, using: &random).rounded()
        console.patch(
            .open(parameter: ParameterIndex(free), Opening(Self.spec(name), nil, value: value), since: generation), at: now, port: port)
        if free == slots.count { slots.append(name) } else { slots[free] = name }
        values[name] = value
        if !console.isOpen(ParameterIndex(free), in: generation) || console.isOpen(ParameterIndex(free), in: generation.advanced(by: -1)) {
            wrong = "\(name) is not open from now on"
        }
    }

    private mutating func close(_ slot: Int) {
        guard let name = slots[slot] else { return }
        console.patch(.close(parameter: ParameterIndex(slot)), at: now, port: port)
        slots[slot] = nil
        values[name] = nil
        for control in driven.indices where driven[control] == name { driven[control] = nil }
        for control in waiting.indices { if case .some(.some(name)) = waiting[control] { waiting[control] = .some(nil) } }
        if console.isOpen(ParameterIndex(slot), in: Generation(.max - 1)) { wrong = "\(name) is still open" }
    }

    private mutating func bind(_ control: Int, _ slot: Int?) {
        console.beginBatch()
        console.patch(
            .bind(control: ControlIndex(control), slot.map { Mapping(parameter: ParameterIndex($0)) } ?? .none), at: now, port: port)
        console.endBatch(at: now, port: port)
        let name = slot.flatMap { slots[$0] }
        if touched[control] { waiting[control] = .some(name) } else { driven[control] = name }
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

    private mutating func set(_ slot: Int) {
        let value = Double.random(in: 0...127, using: &random).rounded()
        _ = console.handle(.set(parameter: ParameterIndex(slot), value, .api), at: now, port: port)
        if let name = slots[slot] { values[name] = value }
    }

    /// A new console whose slots have no gaps. It gets the new bindings, and hands keep their parameters.
    private mutating func reload() {
        let kept = open
        let (old, new) = (configuration(of: slots), Self.configuration(kept.compactMap { slots[$0] }))
        let wanted = driven.indices.map { control -> String? in
            if case .some(let name) = waiting[control] { name } else { driven[control] }
        }
        let mappings = wanted.map { name in
            new.parameters.firstIndex { $0.id == name }.map { Mapping(parameter: ParameterIndex($0)) } ?? .none
        }
        let next = Console(new, mappings: mappings, spare: Self.spare)
        let continuity = Continuity(from: old, to: new, slots: kept.map { ParameterIndex($0) })
        next.adopt(console, continuity, at: now, port: port)
        (console, configuration, slots) = (next, new, kept.map { slots[$0] })
        for control in driven.indices where touched[control] && wanted[control] != driven[control] {
            waiting[control] = .some(wanted[control])
        }
    }

    private func configuration(of slots: [String?]) -> Configuration { Self.configuration(slots.compactMap { $0 }) }

    private mutating func check() {
        for (slot, name) in slots.enumerated() {
            guard let name, console.value(of: ParameterIndex(slot)) != values[name] else { continue }
            wrong = "\(name) is \(console.value(of: ParameterIndex(slot))), not \(values[name] ?? .nan)"
        }
        while let report = console.nextReport() {
            if slots[report.parameter.offset] == nil { wrong = "a closed slot is reported" }
        }
    }

    mutating func settle() {
        for control in touched.indices where touched[control] { touch(control, false) }
        now = now + .milliseconds(10_000)
        console.advance(to: now, port: port)
        // A set of each parameter reaches all its motors, and only them.
        for slot in open { set(slot) }
        check()
    }

    /// Controls that drive a different parameter than in the model, or whose motor is at the wrong position.
    var wrongControls: [String] {
        driven.enumerated().compactMap { control, name in
            let slot = console.parameter(drivenBy: ControlIndex(control))?.offset
            guard let name else { return slot == nil ? nil : "\(control) drives \(slot ?? -1)" }
            guard let slot, slots[slot] == name else { return "\(control) does not drive \(name)" }
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
