import CMallocCount
import FaderConsole
import FaderMIDI
import FaderTesting
import FaderValues
import Glibc
import Synchronization

/// Sends events of every kind and commands through the real MIDI thread and counts what that thread allocates for them.
enum AllocationProbe {
    /// The number of events before the count begins, and of those that are counted.
    static let (warmUp, counted) = (10_000, 400_000)

    /// 0 when no event allocated, 1 when one did, 70 when too few events came through.
    static func run(onPurpose: Bool) -> Int32 {
        let result = ProbeResult()
        let configuration = configuration
        let console = Console(configuration)
        guard
            let engine = try? EngineHandle.start(
                port: ProbePort(result, onPurpose: onPurpose), console: console, isRealtime: false,
                handler: { _ in result.seen.add(1, ordering: .relaxed) })
        else { return 70 }
        let commands = Task.detached { await command(engine, until: result) }
        defer { commands.cancel() }
        for _ in 0..<600 where !result.isDone.load(ordering: .acquiring) { usleep(100_000) }
        let isDone = result.isDone.load(ordering: .acquiring)
        let allocations = result.allocations.load(ordering: .relaxed)
        let sent = result.sent.load(ordering: .relaxed)
        let texts = result.texts.load(ordering: .relaxed)
        let done = result.commands.load(ordering: .relaxed)
        print(
            "\(allocations) allocations for \(counted) events in, \(sent) out, \(texts) texts, \(done) commands, "
                + "\(result.seen.load(ordering: .relaxed)) changes told")
        _ = engine
        guard isDone, done > 0, texts > 0, sent > counted / 8, result.seen.load(ordering: .relaxed) > 0 else { return 70 }
        return allocations == 0 ? 0 : 1
    }

    /// Keeps gliding every parameter, with an occasional set: some parameters are under a hand, one is not.
    private static func command(_ engine: EngineHandle, until result: ProbeResult) async {
        let all = configuration.parameters.rowIndices
        var (round, random) = (0, SeededGenerator(seed: 1))
        while !result.isDone.load(ordering: .relaxed), !Task.isCancelled {
            let length = MonotonicTime.Interval.milliseconds(50)
            let glides = all.map { Command.glide(parameter: $0, to: .random(in: -70...20_000, using: &random), over: length, .recall) }
            let sets = all.map { Command.set(parameter: $0, .random(in: -70...20_000, using: &random), .api) }
            engine.show(updates(round), generation: .first)
            round += 1
            let commands = round % 8 == 0 ? sets : glides
            guard let done = try? await engine.submit(commands, change: .ofCaller(1), generation: .first) else { return }
            result.commands.add(done.count, ordering: .relaxed)
            usleep(4000)
        }
    }

    /// Other texts and colors for each cell of both surfaces, and other levels.
    private static func updates(_ round: Int) -> [PanelUpdate] {
        let text = Array("v\(round % 1000)".utf8)
        return [0, 1].flatMap { surface in
            (0..<4).map { PanelUpdate(surface, .cell($0), text) }
                + [
                    PanelUpdate(surface, .cell(surface == 0 ? 5 : 4), [UInt8(round % 8), UInt8(round / 8 % 8)]),
                    PanelUpdate(0, .cell(4), text),
                    PanelUpdate(surface, .meter(round % 2), [UInt8(round % 100)]),
                ]
        }
    }

    /// Displays whose messages are templates: one with all rows of a strip and its color, or one with a cell, and the colors of all strips apart.
    private static func panel(isWhole: Bool) -> PanelSpec {
        func template(_ text: String) -> PanelTemplate? {
            do { return try PanelTemplate(parsing: text) } catch { fatalError("no template: \(text)") }
        }
        var display = DisplaySpec(rows: 2, cells: 2, width: 4)
        display.template = template(isWhole ? "F0 00 20 {strip+32} {color} {text.1} {text.2:5} F7" : "F0 00 13 {offset} {text} F7")
        var panel = PanelSpec(displays: [display], meters: MeterSpec(strips: 2, highest: 100, falls: false), coloredStrips: 2)
        if !isWhole { panel.colorMessage = template("F0 00 16 {rgb} F7") }
        if isWhole { (panel.timecodeDigits, panel.digitMessage) = (10, template("F0 00 17 {timecode} {dots} F7")) }
        return panel
    }

    /// Two surfaces with every kind of message, touch, every echo and every taper, both ends of a range, a button for every action, lamps with
    /// values for states, one of which changes the number of its message, displays, a group, and strips to select, with a parameter that keeps step.
    private static var configuration: Configuration {
        let points: [TaperPoint] = [TaperPoint(0, -70), TaperPoint(0.5, -12), TaperPoint(1, 6)]
        let tapers: [Taper] = [.linear, .log, .audio, .points(points)]
        var parameters = MessageKind.allCases.enumerated().map { index, kind in
            let taper = tapers[index % tapers.count]
            let isLog = taper == .log
            return ParameterSpec(
                id: "p.\(kind.rawValue)", minimum: isLog ? 20 : -70, maximum: isLog ? 20_000 : 6, step: index % 3 == 0 ? 0.5 : 0,
                taper: taper)
        }
        // The first moves all others.
        parameters[0].members = parameters.dropFirst().map(\.id)
        for member in 1..<parameters.count { parameters[member].group = parameters[0].id }
        let low = ParameterIndex(parameters.count)
        for end in ["low", "high"] { parameters.append(ParameterSpec(id: "r.\(end)", maximum: 127, step: 0.5)) }
        let range = CompoundSpec(id: "r", kind: .range(gap: 3, meet: .push), parts: [low, low.advanced(by: 1)])
        let surfaces = ["a", "b"].map { name in
            let followed = MessageKind.allCases.enumerated().map { index, kind in
                let address = address(of: kind)
                let touch = index % 2 == 0 ? MessageAddress(.note, number: UInt16(100 + index), channel: 15) : nil
                return ControlSpec(
                    id: "c.\(kind.rawValue)", input: address, motor: address, touch: touch, echo: EchoPolicy.allCases[index % 3],
                    parameter: ParameterIndex(index))
            }
            return SurfaceSpec(
                name: name, match: SurfaceMatch(client: name), controls: followed + others(low) + strips, panel: panel(isWhole: name == "a")
            )
        }
        let free = ParameterSpec(id: "free", minimum: -70, maximum: 20_000)
        var page = DeckPage(name: DeckSpec.firstPage, strips: 4)
        page.words = [0, 1, 2, 3]
        var deck = DeckSpec(name: "wide", surfaces: [0, 1], widths: [2, 2], pages: [page])
        deck.selection = SelectionSpec(words: ["k", "s", "h", "t"])
        deck.selection?.touchSelects = true
        deck.selection?.link = SelectionLink(ParameterIndex(parameters.count), options: [0, 1, 2, nil])
        return Configuration(parameters: parameters + [free], surfaces: surfaces, compounds: [range], decks: [deck])
    }

    /// The controls on controllers from 30: two that select a strip, and one that belongs to the selected one.
    private static var strips: [ControlSpec] {
        ["select.1", "select.2", "chosen"].enumerated().map { index, id in
            let address = MessageAddress(.cc, number: UInt16(30 + index), channel: otherChannel)
            var control = ControlSpec(id: id, input: address, motor: address)
            control.jobs =
                id == "chosen"
                ? (0..<4).map { Job(selected: $0, mapping: Mapping(parameter: ParameterIndex($0))) }
                : [Job(mapping: Mapping(parameter: nil, action: .select))]
            return control
        }
    }

    /// The controls on controllers from 20: both ends of the range, the nearer end, and the buttons.
    private static func others(_ low: ParameterIndex) -> [ControlSpec] {
        let actions: [ControlAction] = [
            .follow, .follow, .follow, .step(by: 1, .fine), .step(by: -2, .big), .toggle, .cycle(by: 1), .set(50), .hold(100), .reset,
        ]
        return actions.enumerated().map { index, action in
            let address = MessageAddress(.cc, number: UInt16(20 + index), channel: otherChannel)
            var control = ControlSpec(
                id: "o.\(index)", input: address, motor: address, parameter: low.advanced(by: index % 2),
                otherEnd: index == 2 ? low.advanced(by: 1) : nil,
                action: action)
            if [.toggle, .set(50)].contains(action) {
                control.lamp = LampSpec(off: 0, on: LampSpec.raw(3, number: 36))
                control.lampStates = LampStates([1, LampSpec.raw(3, number: 36)])
            }
            if case .hold = action {
                let messages = ["note {number} ch 13 = {red}", "note {number} ch 14 = {value}", "F0 01 {number} {green} {blue:63} F7"]
                var lamp = LampSpec(off: 0, on: LampSpec.raw(127, .white))
                lamp.messages = messages.compactMap { try? LampMessage(parsing: $0).of(number: address.number) }
                (control.lamp, control.lampStates) = (lamp, LampStates([lamp.off, lamp.on]))
            }
            return control
        }
    }

    static let otherChannel: UInt8 = 11

    /// The address for a message kind; each kind has its own channel.
    static func address(of kind: MessageKind) -> MessageAddress {
        MessageAddress(kind, number: kind.maximumNumber == nil ? 0 : 7, channel: UInt8(MessageKind.allCases.firstIndex(of: kind) ?? 0))
    }
}

/// The results of the MIDI thread. Thread-safe.
final class ProbeResult: Sendable {
    let isDone = Atomic<Bool>(false)
    let allocations = Atomic<UInt64>(0)
    let sent = Atomic<Int>(0)
    let seen = Atomic<Int>(0)
    /// System exclusive messages: texts and colors.
    let texts = Atomic<Int>(0)
    let commands = Atomic<Int>(0)
}

/// A port that always has input, 64 messages a poll, until all have been read.
final class ProbePort: MIDIPort {
    private let result: ProbeResult
    private let isAllocating: Bool
    private let ready: Int32
    private let silent: Int32
    private var index = 0
    private var inBatch = 0
    private var before: UInt64 = 0
    private var kept: [Int] = []

    init(_ result: ProbeResult, onPurpose: Bool) {
        self.result = result
        isAllocating = onPurpose
        // The first is always readable, the second never.
        ready = unsafe open("/dev/zero", O_RDONLY | O_CLOEXEC)
        var ends: [Int32] = [-1, -1]
        _ = unsafe pipe(&ends)
        silent = ends[0]
    }

    var pollDescriptor: Int32 { index < AllocationProbe.warmUp + AllocationProbe.counted ? ready : silent }

    func read() -> PortInput {
        inBatch += 1
        if inBatch % 65 == 0 { return .none }
        index += 1
        if index == AllocationProbe.warmUp { before = faderd_allocations_of_this_thread() }
        if index == AllocationProbe.warmUp + AllocationProbe.counted {
            result.allocations.store(faderd_allocations_of_this_thread() - before, ordering: .relaxed)
            result.isDone.store(true, ordering: .releasing)
        }
        if index > AllocationProbe.warmUp + AllocationProbe.counted { return .none }
        if isAllocating, index % 1000 == 0 { kept = [Int](repeating: index, count: 32) }
        return input(index)
    }

    /// Each kind in turn; every few rounds a finger touches or releases, and now and then input is dropped.
    private func input(_ index: Int) -> PortInput {
        let kind = MessageKind.allCases[index % MessageKind.allCases.count]
        let surface = SurfaceIndex(index / 7 % 2)
        if index % 1777 == 0 { return .overrun }
        if index % 1999 == 0 { return .connections(surface: surface) }
        if index % 503 == 0 { return .other(surface: surface, status: 0xF8, length: 1) }
        if index % 101 == 0 {
            let touch = MessageAddress(.note, number: UInt16(100 + index / 101 % 5 * 2), channel: 15)
            return .message(surface: surface, MIDIMessage(touch, raw: index / 505 % 2 == 0 ? 127 : 0))
        }
        let raw = UInt32(truncatingIfNeeded: index &* 2_654_435_761 >> 7)
        if index % 5 == 0 {
            let address = MessageAddress(.cc, number: UInt16(20 + index / 5 % 13), channel: AllocationProbe.otherChannel)
            return .message(surface: surface, MIDIMessage(address, raw: raw & 127))
        }
        return .message(surface: surface, onWire(kind, raw, index))
    }

    /// The message as it is on the wire: pairs and (N)RPNs are sent as their separate controllers.
    private func onWire(_ kind: MessageKind, _ raw: UInt32, _ index: Int) -> MIDIMessage {
        let address = AllocationProbe.address(of: kind)
        let part = index / MessageKind.allCases.count % 4
        switch kind {
        case .cc14: return MIDIMessage(MessageAddress(.cc, number: part % 2 == 0 ? 7 : 39, channel: address.channel), raw: raw & 127)
        case .nrpn, .rpn:
            let msb: UInt16 = kind == .nrpn ? 99 : 101
            switch part {
            case 0: return MIDIMessage(MessageAddress(.cc, number: msb, channel: address.channel), raw: 0)
            case 1: return MIDIMessage(MessageAddress(.cc, number: msb - 1, channel: address.channel), raw: 7)
            case 2: return MIDIMessage(MessageAddress(.cc, number: 6, channel: address.channel), raw: raw & 127)
            default: return MIDIMessage(MessageAddress(.cc, number: 38, channel: address.channel), raw: raw & 127)
            }
        default: return MIDIMessage(address, raw: raw & kind.maximumRaw)
        }
    }

    func send(_ message: MIDIMessage, to surface: SurfaceIndex) -> SendResult {
        if index >= AllocationProbe.warmUp { result.sent.add(1, ordering: .relaxed) }
        return .sent
    }

    func send(_ message: Span<UInt8>, to surface: SurfaceIndex) -> SendResult {
        result.texts.add(1, ordering: .relaxed)
        return .sent
    }
    func connections(of surface: SurfaceIndex) -> Connections { Connections(inputs: 1, outputs: 1) }
    func arrange(_ names: [String], previous: [SurfaceIndex?]) {}
    func close() {}
}
