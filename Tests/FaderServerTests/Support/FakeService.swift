import FaderAPI
import FaderModel
import FaderServer
import Synchronization

/// A daemon without MIDI, to test the rules of the API: two parameters, a surface, four virtual faders.
final class FakeService: FaderService {
    struct State {
        var parameters: [ParameterResource]
        var faders = (1...4).map { VirtualFader(control: "fader.\($0)", position: 0, touched: false) }
        var isSaving = true
        var isConfigGood = true
        var hasVirtualSurface = true
        var monitoring = MonitorScope.off
        var hold: Duration?
        var calls: [String] = []
        var snapshots: [String: [String: Value]] = [:]
        var undone: String?
        /// How many changes there were, and the last one of each parameter.
        var stamp: UInt64 = 0
        var stamps: [String: UInt64] = [:]
        /// How often it was told to rest.
        var rests = 0
        var isQuiet = true
        /// The number of the configuration.
        var generation: UInt64 = 1
    }

    let hub: EventHub
    let state: Mutex<State>
    let edits = Mutex(OpenEdits<SessionID>(limits: EditLimits(ofOneOwner: 3, inAll: 4)))
    let declared = Mutex(Declarations<SessionID>(limits: DeclarationLimits(ofOneOwner: 3, inAll: 4)))
    let closed = Mutex<[SessionID]>([])

    init(hub: EventHub = EventHub(), count: Int = 0) {
        self.hub = hub
        let more = (0..<count).map { Self.parameter("many.\($0)", label: "Many \($0)", unit: "", decimals: 2, min: 0, max: 1, value: 0) }
        state = Mutex(
            State(
                parameters: [
                    Self.parameter("master", label: "Master", unit: "dB", decimals: 1, min: -70, max: 6, value: -12),
                    Self.parameter("synth.cutoff", label: "Cutoff", unit: "Hz", decimals: 0, min: 20, max: 20_000, value: 1_000),
                ] + more))
    }

    static func parameter(
        _ id: String, label: String, unit: String, decimals: Int, min: Double, max: Double, value: Double
    ) -> ParameterResource {
        var parameter = ParameterResource(
            id: id, label: label, kind: "number", value: .number(value), text: "", editText: "", defaultValue: .number(value),
            origin: "restore", revision: 1)
        parameter.min = .number(min)
        parameter.max = max
        parameter.step = 0.5
        parameter.decimals = decimals
        parameter.unit = unit
        parameter.taper = .named("linear")
        parameter.owner = "desk fader.1"
        set(&parameter, value)
        return parameter
    }

    /// Sets value, texts and position alike.
    static func set(_ parameter: inout ParameterResource, _ value: Double) {
        parameter.value = .number(value)
        parameter.editText = fixed(value, parameter.decimals ?? 0)
        parameter.text = parameter.unit?.isEmpty ?? true ? parameter.editText : "\(parameter.editText) \(parameter.unit ?? "")"
        parameter.position = (value - range(of: parameter).lowerBound) / (range(of: parameter).upperBound - range(of: parameter).lowerBound)
    }

    /// The number of a parameter that has one.
    static func number(_ value: Value) -> Double { if case .number(let number) = value { number } else { .nan } }

    private static func range(of parameter: ParameterResource) -> ClosedRange<Double> {
        number(parameter.min ?? .number(0))...(parameter.max ?? 1)
    }

    private static func text(of parameter: ParameterResource) -> String {
        "\(range(of: parameter).lowerBound)…\(range(of: parameter).upperBound)"
    }

    /// As this viewer wants it: with so many decimals.
    private static func written(_ parameter: ParameterResource, for viewer: ViewerWish) -> ParameterResource {
        var parameter = parameter
        if viewer.locale == nil, viewer.defaultLocale?.hasPrefix("sv_SE") == true {
            parameter.text = String(parameter.text.map { $0 == "." ? "," : $0 })
        }
        guard let decimals = viewer.decimals else { return parameter }
        let decimalsBefore = parameter.decimals
        parameter.decimals = decimals
        set(&parameter, number(parameter.value))
        parameter.decimals = decimalsBefore
        if viewer.locale == "sv_SE" { parameter.text = String(parameter.text.map { $0 == "." ? "," : $0 }) }
        return parameter
    }

    private static func fixed(_ value: Double, _ decimals: Int) -> String {
        decimals == 0 ? "\(Int(value.rounded()))" : "\((value * 100).rounded() / 100)"
    }

    // MARK: FaderService

    func status() async -> StatusResource {
        StatusResource(
            version: "1.2.3", uptime: 3_725, process: 4711, socket: "/run/faderd/faderd.sock", config: "/etc/faderd/faderd.yaml",
            state: "/var/lib/faderd/state.json", sequencer: .present,
            realtime: .init(granted: false, reason: "no right to it; raise LimitRTPRIO"),
            saving: .init(state: .ok, lastSaved: "2026-02-03T04:05:06.789Z", unsaved: false, warnings: ["the state was damaged"]),
            parameters: state.withLock { $0.parameters.count }, surfaces: await surfaces(),
            events: .init(received: 12, sent: 7, overruns: 1), latency: .init(count: 12, p50: 5.25, p99: 9.5, max: 80))
    }

    func turn(_ surface: String, to page: String) async throws(ServiceError) -> ViewResource { try view(surface, page: page) }

    func move(_ surface: String, _ request: BankRequest) async throws(ServiceError) -> ViewResource {
        switch request {
        case .to(let strip): try view(surface, bank: strip)
        case .by(let count): try view(surface, bank: 1 + count)
        }
    }

    private func view(_ surface: String, page: String = "main", bank: Int = 1) throws(ServiceError) -> ViewResource {
        guard surface == "desk" else { throw .unknownSurface(surface, suggestion: nil) }
        return ViewResource(surface: surface, page: page, pages: ["main", "fx"], bank: bank, shown: 8, strips: 48)
    }

    func pages() async -> [PageResource] { [PageResource(name: "live", show: ["master", "drums.*"])] }
    func targets() async -> TargetsResource {
        TargetsResource(
            targets: [
                TargetResource(
                    parameter: "master", kind: "pulse", target: "pulse default-sink", state: "bound", matched: ["Built-in"],
                    differs: false, written: "-6.0 dB", writtenAgo: 0.5)
            ], candidates: [TargetsResource.Candidate(kind: "app", name: "mpv", words: ["application.name: mpv"])])
    }

    func surfaces() async -> [SurfaceResource] {
        [
            SurfaceResource(
                name: "desk", match: "X-Touch*", profile: "mackie-control", state: .connected, client: "X-Touch", port: "X-Touch MIDI 1",
                mappings: [.init(control: "fader.1", parameter: "master")]),
            SurfaceResource(name: "box", match: "nano*", state: .waiting),
        ]
    }

    func resetSurface(_ name: String) async throws(ServiceError) -> SurfaceResource {
        guard let surface = await surfaces().first(where: { $0.name == name }) else { throw .unknownSurface(name, suggestion: "desk") }
        guard surface.state == .connected else { throw .conflict("nothing is connected as \(name)") }
        return surface
    }

    func borrow(_ request: LoanRequest, of surface: String, in session: SessionID) async throws(ServiceError) -> LoanResource {
        guard surface == "desk" else { throw .unknownSurface(surface, suggestion: "desk") }
        guard request.control == "fader.1" else { throw .unknownControlOf(surface: surface, request.control, suggestion: "fader.1") }
        if let position = request.position, !(0...1).contains(position) { throw .refused("a position is a number from 0 to 1") }
        return LoanResource(
            surface: surface, control: "fader.1", input: "pitchbend ch 1", absolute: true, lowest: 0, highest: 16383,
            motor: "pitchbend ch 1", touch: true)
    }

    func profiles() async -> [ProfileResource] {
        let fader = ProfileResource.Control(id: "fader.1", input: "cc 0 ch 1", motor: "cc 0 ch 1", touch: "note 104 ch 1")
        let encoder = ProfileResource.Control(id: "encoder.1", input: "cc 16 ch 1", relative: "twos")
        return [
            ProfileResource(name: "box", title: "Box", file: "/p/box.yaml", match: "Box*", valid: true, controls: [fader, encoder]),
            ProfileResource(name: "odd", title: "", file: "/p/odd.yaml", valid: false, controls: []),
        ]
    }

    func controllers() async -> [ControllerResource] {
        [ControllerResource(client: "Box 2", profile: "box"), ControllerResource(client: "Thing")]
    }

    func accept(_ viewer: ViewerWish) throws(ServiceError) {
        if let locale = viewer.locale, locale != "sv_SE" { throw .refused("there is no locale \"\(locale)\"; for example \"sv_SE\"") }
    }

    func parameters(for viewer: ViewerWish) async -> [ParameterResource] {
        state.withLock(\.parameters).map { Self.written($0, for: viewer) }
    }

    func state(for viewer: ViewerWish) async -> StatePicture {
        let parameters = await parameters(for: viewer)
        let (generation, stamp) = state.withLock { ($0.generation, $0.stamp) }
        return StatePicture(StateEvent(parameters: parameters, surfaces: await surfaces()), generation: generation, stamp: stamp)
    }

    func batch(since stamp: UInt64, generation: UInt64, prefix: String, for viewer: ViewerWish) -> Batch? {
        state.withLock { state in
            guard state.generation == generation else { return nil }
            let changed = state.parameters.filter { state.stamps[$0.id, default: 0] > stamp && $0.id.hasPrefix(prefix) }
            let entries = changed.map { parameter in
                let shown = Self.written(parameter, for: viewer)
                return Batch.Entry(
                    id: shown.id, revision: shown.revision, position: shown.position, text: shown.text, isTouched: false)
            }
            return Batch(entries, stamp: state.stamp)
        }
    }

    func rest() -> Bool {
        state.withLock { state in
            state.rests += 1
            return state.isQuiet
        }
    }

    func parameter(_ id: String, for viewer: ViewerWish) throws(ServiceError) -> ParameterResource {
        try accept(viewer)
        return Self.written(try parameter(id), for: viewer)
    }

    func parameter(_ id: String) throws(ServiceError) -> ParameterResource {
        guard let found = state.withLock({ $0.parameters.first { $0.id == id } }) else {
            throw .unknownParameter(id, suggestion: id.hasPrefix("mast") ? "master" : nil)
        }
        return found
    }

    /// A caller's condition; what it would do at the moment of the change is tested with the console.
    private func check(_ condition: RevisionCondition?, _ parameter: ParameterResource) throws(ServiceError) {
        if let condition, !condition.allows(parameter.revision) { throw .outdated(parameter) }
    }

    func put(
        _ id: String, _ change: ParameterChange, for viewer: ViewerWish, from caller: Caller
    ) async throws(ServiceError) -> ParameterResource {
        let parameter = try parameter(id)
        if let hold = state.withLock(\.hold) { try? await Task.sleep(for: hold) }
        try check(caller.condition, parameter)
        switch change {
        case .text(let text): return try self.change(id, to: try Self.number(text, parameter), origin: "text")
        case .value(.number(let value)): return try self.change(id, to: value, origin: "api")
        case .value: throw .refused("\(id): it takes a number, for example -6")
        case .positions: throw .refused("\(id) has no parts")
        case .position(let place, _):
            let range = Self.range(of: parameter)
            return try self.change(id, to: range.lowerBound + place * (range.upperBound - range.lowerBound), origin: "api")
        }
    }

    private static func number(_ text: String, _ parameter: ParameterResource) throws(ServiceError) -> Double {
        let word = text.split(separator: " ").first.map(String.init) ?? ""
        guard let value = Double(word), value.isFinite else {
            throw .refused("\"\(text)\" is no number; try \"\(parameter.text)\" (range \(Self.text(of: parameter)))")
        }
        return value
    }

    /// Changes a value, clamped, and tells it.
    @discardableResult
    func change(_ id: String, to wanted: Double, origin: String) throws(ServiceError) -> ParameterResource {
        let (changed, isSaving) = state.withLock { state -> (ParameterResource?, Bool) in
            guard let index = state.parameters.firstIndex(where: { $0.id == id }) else { return (nil, true) }
            var parameter = state.parameters[index]
            let range = Self.range(of: parameter)
            Self.set(&parameter, min(max(wanted, range.lowerBound), range.upperBound))
            parameter.origin = origin
            parameter.revision += 1
            state.parameters[index] = parameter
            state.stamp += 1
            state.stamps[id] = state.stamp
            return (parameter, state.isSaving)
        }
        guard var changed else { throw .unknownParameter(id, suggestion: nil) }
        let (published, generation) = (changed, state.withLock(\.generation))
        edits.withLock { $0.moved(id) { _ in (published.editText, Revision(published.revision)) } }
        hub.publish(ChangedParameter(id: id, revision: changed.revision, generation: generation) { Self.written(published, for: $0) })
        hub.publishChanges()
        if Self.number(changed.value) != wanted {
            changed.clamped = true
            changed.notice = "clamped to \(changed.text) (range \(Self.text(of: changed)) \(changed.unit ?? ""))"
        }
        if !isSaving, origin != "hand" { throw .notDurable(changed, reason: "the disk is full; make room") }
        return changed
    }

    func check(_ id: String, text: String, for viewer: ViewerWish) throws(ServiceError) -> CheckResource {
        let parameter = try parameter(id)
        do throws(ServiceError) {
            var copy = parameter
            Self.set(&copy, try Self.number(text, parameter))
            return CheckResource(valid: true, text: copy.text, value: copy.value)
        } catch {
            return CheckResource(valid: false, message: error.problem.detail)
        }
    }

    func step(
        _ id: String, _ step: StepRequest, for viewer: ViewerWish, from caller: Caller
    ) async throws(ServiceError) -> ParameterResource {
        let parameter = try parameter(id)
        try check(caller.condition, parameter)
        let size = step.size == .big ? 10.0 : step.size == .fine ? 0.1 : 1
        return try change(id, to: Self.number(parameter.value) + Double(step.by) * size * (parameter.step ?? 0), origin: "api")
    }

    func reset(_ id: String, for viewer: ViewerWish, from caller: Caller) async throws(ServiceError) -> ParameterResource {
        let parameter = try parameter(id)
        try check(caller.condition, parameter)
        return try change(id, to: Self.number(parameter.defaultValue), origin: "api")
    }

    func explain(_ id: String, for viewer: ViewerWish) async throws(ServiceError) -> ExplainResource {
        let parameter = try parameter(id)
        return ExplainResource(
            id: id, text: parameter.text,
            decisions: [
                .init(
                    time: "2026-02-03T04:05:06.789Z", origin: "hand", decision: "held: touched", text: "-6.0 dB", control: "desk fader.1"),
                .init(
                    time: "2026-02-03T04:05:07.000Z", origin: "text", decision: "sent", text: "-6.0 dB", control: "desk fader.1", raw: 99,
                    count: 2),
            ])
    }

    func reload() async throws(ServiceError) -> ReloadResource {
        guard state.withLock(\.isConfigGood) else {
            throw .invalidConfig(
                "/etc/faderd/faderd.yaml",
                [
                    DiagnosticResource(
                        file: "faderd.yaml", line: 3, column: 5, severity: "error", message: "unknown key \"mn\"", suggestion: "min",
                        text: "faderd.yaml:3:5: error: unknown key \"mn\"; did you mean \"min\"?\n    mn: 1\n    ^")
                ])
        }
        hub.publishReload(state.withLock(\.generation))
        return ReloadResource(config: "/etc/faderd/faderd.yaml")
    }

    func setMonitoring(_ scope: MonitorScope) async { state.withLock { $0.monitoring = scope } }

    func virtualFaders() async throws(ServiceError) -> [VirtualFader] {
        guard state.withLock(\.hasVirtualSurface) else { throw .noVirtualSurface }
        return state.withLock(\.faders)
    }

    func virtualSurface() async throws(ServiceError) -> VirtualSurfaceResource {
        var controls = try await virtualFaders().map { VirtualControlResource($0) }
        var encoder = VirtualControlResource(control: "encoder.1", kind: .encoder)
        (encoder.ring, encoder.middle, encoder.pressed) = ([true] + Array(repeating: false, count: 10), true, false)
        var mute = VirtualControlResource(control: "mute.1", kind: .button)
        (mute.lamp, mute.pressed) = (.flashing, true)
        controls += [encoder, mute]
        let rows = ["Master ", "-12.0  "].map { $0 + String(repeating: " ", count: 49) }
        return VirtualSurfaceResource(
            surface: "desk", controls: controls, display: rows, colors: ["red"] + Array(repeating: "white", count: 7),
            meters: [.init(level: 13, overload: true)] + Array(repeating: .init(level: 0, overload: false), count: 7),
            timecode: "   1.02.03", assignment: "  ")
    }

    func virtual(_ control: String, _ gesture: VirtualGesture, in session: SessionID) async throws(ServiceError) -> VirtualControlResource {
        guard state.withLock(\.hasVirtualSurface) else { throw .noVirtualSurface }
        let fader = state.withLock { state -> VirtualFader? in
            guard let index = state.faders.firstIndex(where: { $0.control == control }) else { return nil }
            switch gesture {
            case .move(let position): state.faders[index].position = position
            case .touch(let isTouched): state.faders[index].touched = isTouched
            case .turn, .press, .click: return nil
            }
            return state.faders[index]
        }
        guard let fader else { throw .unknownControl(control, suggestion: "fader.1") }
        return VirtualControlResource(fader)
    }
}
