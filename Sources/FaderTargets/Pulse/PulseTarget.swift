internal import FaderValues

/// A volume or mute of the sound server. Owned by the event loop.
final class PulseTarget: Target {
    let spec: PulseTargetSpec
    let parameter: String
    private unowned let server: PulseServer
    private let supplyLook: (SuppliedLook) -> Void
    var onEvent: ((TargetRules.Event) -> Void)?
    private var members: [PulseKey: PulseRatios] = [:]
    /// Whose streams belong to it; for `rest`: whose do not.
    private let patterns: [StreamMatcher]
    private var lastError: String?
    private var awaited = 0
    private var awaitedReads = 0
    private var failures = 0
    /// What its programs have to begin with; nil if it was not changed since the target was there.
    private(set) var wantedPreset: Double?
    /// The entries of its recent streams, at most `mostHeard`. They are used to preset the programs after the streams are gone.
    private(set) var heard: [PulsePreset] = []
    private var generation = 0

    /// `supplyLook` gets the name of what it is bound to.
    init(_ spec: PulseTargetSpec, _ parameter: String, _ server: PulseServer, supplyLook: @escaping (SuppliedLook) -> Void = { _ in }) {
        patterns =
            switch spec.selection {
            case .app(let pattern): [StreamMatcher(pattern)]
            case .rest(let except): except.map { StreamMatcher($0) }
            case .defaultSink, .defaultSource, .sink, .source, .program, .focused: []
            }
        self.spec = spec
        self.parameter = parameter
        self.server = server
        self.supplyLook = supplyLook
    }

    var isOfVolume: Bool { spec.property == .volume }

    var isOfDevice: Bool {
        switch spec.selection {
        case .app, .rest, .program, .focused: false
        case .defaultSink, .defaultSource, .sink, .source: true
        }
    }

    /// It has the streams of the program in front, which other targets may have, too.
    var isFocused: Bool { spec.selection == .focused }

    var traits: TargetRules.Traits { TargetRules.Traits(owner: isOfDevice || isFocused ? .target : .parameter) }

    var law: TargetScale.Law {
        if spec.property == .mute { return .flag }
        // All streams have the same law, and there is only one device.
        let thing = members.keys.first.flatMap { server.things[$0] }
        return thing?.isDecibel ?? true ? .cubicVolume : .plainVolume
    }

    /// Each target logs its own streams and devices, but not each window that comes to the front.
    var isLoggedByConnection: Bool { server.state != .ready || isFocused }
    var peer: SharedPeer? { server.shared }

    /// The server gives it its members once the order of the targets is set.
    func start() {}

    func stop() { generation += 1 }

    func has(_ key: PulseKey) -> Bool { members[key] != nil }

    func noticed() { onEvent?(.noticed) }

    /// The word by which a stream matches. An earlier target may still take the stream.
    func match(_ stream: StreamIdentity) -> StreamIdentity.Word? {
        switch spec.selection {
        case .app: return patterns.lazy.compactMap { stream.match($0) }.first
        case .rest: return patterns.contains { stream.match($0) != nil } ? nil : stream.words.first ?? ("name", stream.name)
        case .program(let program): return stream.program == program ? stream.words.first ?? ("name", stream.name) : nil
        case .defaultSink, .defaultSource, .sink, .source, .focused: return nil
        }
    }

    func assign(_ device: PulseThing?) {
        let losses = Set(members.keys.filter { $0 != device?.key })
        change(losing: losses, gaining: device.flatMap { has($0.key) ? nil : [$0] } ?? [], isHeard: false)
    }

    /// Streams that have been judged. Nothing that was on its way to others gets to these.
    func assign(streams: [PulseThing]) {
        guard Set(streams.map(\.key)) != Set(members.keys) else { return }
        release()
        change(losing: [], gaining: streams, isHeard: true)
        // What is known of them may be from before the last change.
        if !streams.isEmpty { noticed() }
    }

    func release() { change(losing: Set(members.keys), gaining: [], isHeard: false) }

    /// `isHeard`: the first moments of new members have been listened to.
    func change(losing losses: Set<PulseKey>, gaining gains: [PulseThing], isHeard: Bool) {
        let lost = losses.filter { members.removeValue(forKey: $0) != nil }
        guard !lost.isEmpty || !gains.isEmpty else { return }
        let isGoingOn = !members.isEmpty
        if !gains.isEmpty { wantedPreset = nil }
        for thing in gains {
            hear(thing)
            var ratios = PulseRatios()
            ratios.note(thing.volumes)
            members[thing.key] = ratios
        }
        guard !members.isEmpty else {
            generation += 1
            onEvent?(.disappeared)
            return
        }
        if isGoingOn {
            // The error may be that of a member that is gone.
            lastError = nil
            if !lost.isEmpty { onEvent?(.left(Set(lost.map(\.index)))) }
        } else {
            generation += 1
            (awaited, awaitedReads, lastError) = (0, 0, nil)
            if let first = gains.first { supplyName(of: first) }
        }
        guard !gains.isEmpty else { return }
        if isHeard {
            onEvent?(.heard(Dictionary(gains.map { ($0.index, number(of: $0)) }, uniquingKeysWith: { $1 })))
        } else {
            onEvent?(isGoingOn ? .joined(Set(gains.map(\.index))) : .appeared)
        }
    }

    /// A volume is called as its device or program is; a mute beside it, and everything that no other target has, is not.
    private func supplyName(of thing: PulseThing) {
        if case .rest = spec.selection { return }
        if isOfVolume { supplyLook(SuppliedLook(label: server.name(of: thing))) }
    }

    private func number(of thing: PulseThing) -> Double { isOfVolume ? Double(thing.peak) : thing.isMuted ? 1 : 0 }

    private static let mostHeard = 16
    /// The position of the only channel of a mono sound.
    private static let mono: Int32 = 0

    private func hear(_ thing: PulseThing) {
        guard spec.isOfPrograms, let preset = PulsePreset(of: thing) else { return }
        heard.removeAll { $0.name == preset.name }
        heard.append(preset)
        if heard.count > Self.mostHeard { heard.removeFirst() }
    }

    func read() {
        let generation = generation
        awaitedReads = members.count
        for key in members.keys {
            server.fetch(key) { [weak self] thing in
                guard let self, self.generation == generation else { return }
                awaitedReads -= 1
                if let thing { receive(thing) }
                if awaitedReads == 0 { onEvent?(.readEnded) }
            }
        }
        // There is no member to answer.
        if members.isEmpty { onEvent?(.readEnded) }
    }

    private func receive(_ thing: PulseThing) {
        guard has(thing.key) else { return }
        // While a set is under way, the reading may be older.
        if awaited == 0 { members[thing.key]?.note(thing.volumes) }
        hear(thing)
        onEvent?(.reading(number(of: thing), thing.index))
    }

    func apply(_ number: Double, to chosen: Set<UInt32>?) {
        guard server.connection != nil else { return }
        let generation = generation
        let keys = members.keys.filter { chosen?.contains($0.index) ?? true }
        // All these members are about to leave, so no answer will come.
        guard !keys.isEmpty else { return onEvent?(.acknowledged) ?? () }
        (awaited, failures) = (keys.count, 0)
        for key in keys {
            let volumes = isOfVolume ? members[key]?.volumes(number) ?? [] : []
            server.ask(isOfVolume ? .volumes(key, volumes) : .mute(key, number >= 0.5)) { _ in
            } done: { [weak self] failure in
                guard let self, self.generation == generation else { return }
                answered(failure)
            }
        }
    }

    func preset(_ number: Double) {
        guard spec.isOfPrograms, members.isEmpty else { return }
        wantedPreset = number
        server.preset()
    }

    func presets(_ name: String) -> Bool {
        guard spec.isOfPrograms else { return false }
        if case .app(let pattern) = spec.selection, PulsePreset.isMeant(name, pattern.apps, isCapture: spec.isCapture) { return true }
        return heard.contains { $0.name == name }
    }

    func preset(_ entry: inout PulsePreset) {
        guard let wantedPreset, presets(entry.name) else { return }
        guard isOfVolume else { return entry.isMuted = wantedPreset >= 0.5 }
        if entry.volumes.isEmpty {
            // PulseAudio remembers no volume of a program whose volume was never changed. One channel counts for all of them.
            let former = heard.first { $0.name == entry.name }
            entry.channels = former?.channels ?? [Self.mono]
            entry.volumes = former?.volumes ?? [UInt32(TargetScale.fullVolume)]
        }
        var ratios = PulseRatios()
        ratios.note(entry.volumes)
        entry.volumes = ratios.volumes(wantedPreset)
    }

    private func answered(_ failure: PulseFailure?) {
        awaited -= 1
        // A missing member is about to leave.
        if let failure, failure != .missing {
            failures += 1
            lastError = "\(failure)"
        }
        guard awaited == 0 else { return }
        if failures == 0 { lastError = nil }
        onEvent?(failures == 0 ? .acknowledged : .failed)
    }

    var situation: TargetSituation {
        var situation = TargetSituation(lastError: lastError)
        situation.matched = members.keys.sorted { $0.index < $1.index }.compactMap { key in server.things[key].map { name(of: $0) } }
        situation.note = server.note ?? (members.isEmpty ? missing : nil)
        return situation
    }

    private func name(of thing: PulseThing) -> String {
        guard let identity = server.streams[thing.key]?.identity else { return thing.description ?? thing.name }
        guard !spec.isRest, let match = match(identity) else { return identity.name }
        return "\(match.word) (\(match.source))"
    }

    private var missing: String {
        switch spec.selection {
        case .app, .rest, .program:
            let owners = server.owners(insteadOf: self)
            return owners.isEmpty ? "no stream of it plays" : "its streams belong to \(owners.joined(separator: ", "))"
        case .defaultSink, .defaultSource: return "the sound server names no default device"
        case .sink, .source: return "there is no such device"
        case .focused: return server.focus.missing
        }
    }
}

extension PulseTargetSpec {
    var isRest: Bool { if case .rest = selection { true } else { false } }

    /// So that programs can be preset while they do not play. A server remembers the volume of a program for all its titles, so a target
    /// with a title presets nothing.
    var isOfPrograms: Bool {
        switch selection {
        case .app(let pattern): pattern.titles.isEmpty
        case .program: true
        case .defaultSink, .defaultSource, .sink, .source, .rest, .focused: false
        }
    }
}
