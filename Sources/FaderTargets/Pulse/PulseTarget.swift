internal import FaderModel

/// A volume or mute of the sound server. Owned by the event loop.
final class PulseTarget: Target {
    let spec: PulseTargetSpec
    /// The id of the parameter.
    let parameter: String
    /// Whether it exists only as long as its program plays.
    let isOfApp: Bool
    private unowned let server: PulseServer
    private var onEvent: ((TargetRules.Event) -> Void)?
    /// The members that it is bound to now, with the ratios of their channels.
    private var members: [(key: PulseServer.Key, ratios: PulseRatios)] = []
    private var lastError: String?
    /// Sets and reads that have not been answered.
    private var awaited = 0
    private var awaitedReads = 0
    private var failures = 0
    /// The value that its programs are to begin with: the last one since it was there.
    private(set) var wantedPreset: Double?
    /// Its recent streams, at most `mostHeard`. They are used to preset their programs after the streams have gone.
    private(set) var heard: [PulsePreset] = []
    /// Counts the bindings, so that late answers to an earlier one are recognized.
    private var generation = 0

    init(_ spec: PulseTargetSpec, _ parameter: String, _ server: PulseServer, isOfApp: Bool) {
        self.isOfApp = isOfApp
        self.spec = spec
        self.parameter = parameter
        self.server = server
    }

    var isOfVolume: Bool { spec.property == .volume }

    private var isOfDevice: Bool {
        switch spec.selection {
        case .app, .rest: false
        case .defaultSink, .defaultSource, .sink, .source: true
        }
    }

    var traits: TargetRules.Traits { TargetRules.Traits(owner: isOfDevice ? .target : .parameter) }

    var law: TargetScale.Law {
        if spec.property == .mute { return .flag }
        let thing = members.first.flatMap { server.things[$0.key] }
        return thing?.isDecibel ?? true ? .cubicVolume : .plainVolume
    }

    func start(_ onEvent: @escaping (TargetRules.Event) -> Void) { self.onEvent = onEvent }

    func stop() {
        onEvent = nil
        generation += 1
    }

    func has(_ key: PulseServer.Key) -> Bool { members.contains { $0.key == key } }

    func noticed() { onEvent?(.noticed) }

    /// Binds it to the things that match it now.
    func assign(_ things: [PulseThing]) {
        let (old, new) = (members.map(\.key), things.map(\.key))
        guard old != new else { return }
        for thing in things { hear(thing) }
        if !new.isEmpty { wantedPreset = nil }
        members = things.map { thing in
            // The ratios of one that stays are newer than what the server last said of it.
            if let member = members.first(where: { $0.key == thing.key }) { return member }
            var ratios = PulseRatios()
            ratios.note(thing.volumes)
            return (thing.key, ratios)
        }
        if new.isEmpty {
            generation += 1
            onEvent?(.disappeared)
        } else if old.contains(where: new.contains) {
            // An error of a member that has gone does not matter any more.
            lastError = nil
            for key in old where !new.contains(key) { onEvent?(.left(key.index)) }
            for key in new where !old.contains(key) { onEvent?(.joined(key.index)) }
        } else {
            generation += 1
            (awaited, awaitedReads, lastError) = (0, 0, nil)
            onEvent?(.appeared)
        }
    }

    private static let mostHeard = 16

    private func hear(_ thing: PulseThing) {
        guard spec.isOfApps, let preset = PulsePreset(of: thing) else { return }
        heard.removeAll { $0.name == preset.name }
        heard.append(preset)
        if heard.count > Self.mostHeard { heard.removeFirst() }
    }

    func read() {
        let generation = generation
        awaitedReads = members.count
        for (key, _) in members {
            server.fetch(key) { [weak self] thing in
                guard let self, self.generation == generation else { return }
                awaitedReads -= 1
                if let thing { take(thing) }
                if awaitedReads == 0 { onEvent?(.readEnded) }
            }
        }
        // There is no member to answer.
        if members.isEmpty { onEvent?(.readEnded) }
    }

    private func take(_ thing: PulseThing) {
        guard let place = members.firstIndex(where: { $0.key == thing.key }) else { return }
        // While a set is under way, the reading may be older.
        if awaited == 0 { members[place].ratios.note(thing.volumes) }
        hear(thing)
        onEvent?(.reading(isOfVolume ? Double(thing.peak) : thing.isMuted ? 1 : 0, thing.index))
    }

    func apply(_ number: Double, to chosen: Set<UInt32>?) {
        guard let connection = server.connection else { return }
        let generation = generation
        let places = members.indices.filter { chosen?.contains(members[$0].key.index) ?? true }
        // They are all about to leave: there is nobody to answer.
        guard !places.isEmpty else { return onEvent?(.acknowledged) ?? () }
        (awaited, failures) = (places.count, 0)
        for place in places {
            let key = members[place].key
            let volumes = isOfVolume ? members[place].ratios.volumes(number) : []
            let command = isOfVolume ? key.facility.setVolume : key.facility.setMute
            connection.ask(command) { [isOfVolume] writer in
                writer.number(key.index)
                if key.facility.isDevice { writer.text(nil) }
                if isOfVolume { writer.volumes(volumes) } else { writer.flag(number >= 0.5) }
            } _: { [weak self] result in
                guard let self, self.generation == generation else { return }
                answered(result)
            }
        }
    }

    func preset(_ number: Double) {
        guard spec.isOfApps, members.isEmpty else { return }
        wantedPreset = number
        server.preset()
    }

    /// Whether it presets the entry of this name.
    func presets(_ name: String) -> Bool {
        guard case .app(let globs) = spec.selection else { return false }
        let isMeant = !isOfApp && PulsePreset.isMeant(name, globs, isCapture: spec.isCapture)
        return isMeant || heard.contains { $0.name == name }
    }

    /// Gives the entry the value that its program is to begin with, if it is one of its programs.
    func preset(_ entry: inout PulsePreset) {
        guard let wantedPreset, presets(entry.name) else { return }
        guard isOfVolume else { return entry.isMuted = wantedPreset >= 0.5 }
        if entry.volumes.isEmpty {
            // PulseAudio knows no volume of a program whose volume was never changed. One channel counts for all of them.
            let former = heard.first { $0.name == entry.name }
            entry.channels = former?.channels ?? [PulseProtocol.mono]
            entry.volumes = former?.volumes ?? [UInt32(TargetScale.fullVolume)]
        }
        var ratios = PulseRatios()
        ratios.note(entry.volumes)
        entry.volumes = ratios.volumes(wantedPreset)
    }

    private func answered(_ result: Result<TagReader, PulseFailure>) {
        awaited -= 1
        // A missing member is about to leave.
        if case .failure(let failure) = result, failure != .missing {
            failures += 1
            lastError = "\(failure)"
        }
        guard awaited == 0 else { return }
        if failures == 0 { lastError = nil }
        onEvent?(failures == 0 ? .acknowledged : .failed)
    }

    var situation: TargetSituation {
        var situation = TargetSituation(lastError: lastError)
        situation.matched = members.compactMap { key, _ in server.things[key].map { told($0) } }
        switch server.standing {
        case .closed(let reason): situation.note = reason
        case .connecting: situation.note = "connecting to the sound server"
        case .stalled: situation.note = "the sound server does not answer"
        case .ready: if members.isEmpty { situation.note = missing }
        }
        return situation
    }

    private func told(_ thing: PulseThing) -> String {
        guard spec.isOfApps, let match = server.match(thing, self) else {
            return thing.description ?? server.words(of: thing).first?.word ?? thing.name
        }
        return "\(match.word) (\(match.source))"
    }

    private var missing: String {
        switch spec.selection {
        case .app, .rest:
            let owners = server.owners(insteadOf: self)
            return owners.isEmpty ? "no stream of it plays" : "its streams belong to \(owners.joined(separator: ", "))"
        case .defaultSink, .defaultSource: return "the sound server names no default device"
        case .sink, .source: return "there is no such device"
        }
    }
}

extension PulseTargetSpec {
    /// Whether it has what no other target takes.
    var isRest: Bool { if case .rest = selection { true } else { false } }

    /// Whether it names programs.
    var isOfApps: Bool { if case .app = selection { true } else { false } }
}
