internal import FaderValues
internal import NIOCore

/// Decides which stream belongs to which target. Each is judged once, some time after its beginning: until then servers and programs may
/// still set its name and volume. The end of a stream concerns only its own targets.
extension PulseServer {
    struct Stream {
        let identity: StreamIdentity
        /// The target of its volume, and the target of its mute.
        var volume: PulseTarget?
        var mute: PulseTarget?

        /// It does not give its program a parameter under `apps` if a target of the config names the program.
        var isOfApps: Bool { if case .app? = volume?.spec.selection { false } else { true } }
    }

    /// The targets that streams can belong to, in the order in which they are compared.
    struct Claimants {
        /// In the order of the config.
        let first: [PulseTarget]
        /// The targets of `apps`, each for the volume of one program.
        let programs: [SoundProgram: PulseTarget]
        let rest: [PulseTarget]

        init(_ targets: [PulseTarget] = []) {
            first = targets.filter { if case .app = $0.spec.selection { true } else { false } }
            rest = targets.filter(\.spec.isRest)
            let named = targets.compactMap { target in
                if case .program(let program) = target.spec.selection { (program, target) } else { nil }
            }
            programs = Dictionary(named, uniquingKeysWith: { first, _ in first })
        }
    }

    func identity(of stream: PulseThing) -> StreamIdentity {
        StreamIdentity(stream, client: things[PulseKey(facility: .client, index: stream.client)])
    }

    func store(_ thing: PulseThing) {
        let key = thing.key
        let former = things.updateValue(thing, forKey: key)
        switch thing.facility {
        case .client: return
        case .sink, .source: if former?.names != thing.names { areDevicesChanged = true }
        case .sinkInput, .sourceOutput:
            if former?.device != thing.device { isRouteChanged = true }
            if !thing.isBindable {
                if streams[key] != nil { leaving.insert(key) }
            } else if streams[key] == nil, waiting.insert(key).inserted {
                queue.append((key, .now() + TimeAmount(TargetRules.quiet)))
            }
        }
    }

    /// Forgets a thing. True if it was known.
    func drop(_ key: PulseKey) -> Bool {
        guard let thing = things.removeValue(forKey: key) else { return false }
        if thing.facility.isDevice { areDevicesChanged = true } else { isRouteChanged = true }
        if streams[key] != nil { leaving.insert(key) }
        return true
    }

    func settle() {
        guard state == .ready else { return }
        if areDevicesChanged { assignDevices() }
        var programs = PlayingApps.Change()
        release(&programs)
        judge(&programs)
        apps?.apply(programs)
        if isRouteChanged { followRoutes() }
        judgement.follow(queue.first?.due) { [weak self] in self?.settle() }
    }

    /// A moment later, together with all that arrives until then.
    func settleSoon() {
        guard !isSettling else { return }
        isSettling = true
        loop.assumeIsolated().execute { [weak self] in
            self?.isSettling = false
            self?.settle()
        }
    }

    private func release(_ programs: inout PlayingApps.Change) {
        guard !leaving.isEmpty else { return }
        var losses = Regrouping()
        for key in leaving {
            guard let stream = streams.removeValue(forKey: key) else { continue }
            for target in [stream.volume, stream.mute] + inFront.filter({ $0.has(key) }) { losses.remove(key, from: target) }
            focus.forget(key)
            if key.facility == .sinkInput, stream.isOfApps { programs.ended.append(stream.identity.program) }
        }
        leaving = []
        losses.apply(isHeard: false)
    }

    private func judge(_ programs: inout PlayingApps.Change) {
        let now = NIODeadline.now()
        let count = queue.prefix { $0.due <= now }.count
        guard count > 0 else { return }
        var gains = Regrouping()
        for (key, _) in queue.prefix(count) {
            waiting.remove(key)
            guard let thing = things[key], thing.isBindable, streams[key] == nil else { continue }
            let stream = judged(identity(of: thing), key.facility)
            streams[key] = stream
            isRouteChanged = true
            for target in [stream.volume, stream.mute] + ownersInFront(of: thing) { gains.add(thing, to: target) }
            if key.facility == .sinkInput, stream.isOfApps { programs.began.append(stream.identity.program) }
        }
        queue.removeFirst(count)
        gains.apply(isHeard: true)
    }

    private func judged(_ identity: StreamIdentity, _ facility: Facility) -> Stream {
        let isCapture = facility == .sourceOutput
        func first(_ targets: [PulseTarget], _ property: PulseTargetSpec.Property) -> PulseTarget? {
            targets.first { target in
                guard target.spec.property == property, target.spec.isCapture == isCapture else { return false }
                comparisons += 1
                return target.match(identity) != nil
            }
        }
        func owner(_ property: PulseTargetSpec.Property) -> PulseTarget? {
            let program = property == .volume && !isCapture ? claimants.programs[identity.program] : nil
            return first(claimants.first, property) ?? program ?? first(claimants.rest, property)
        }
        return Stream(identity: identity, volume: owner(.volume), mute: owner(.mute))
    }

    /// Gives changed targets their streams, which keep the names that they were judged by.
    func assignStreams() {
        var change = Regrouping()
        var counts: [SoundProgram: Int] = [:]
        for (key, former) in streams {
            let stream = judged(former.identity, key.facility)
            for (old, new) in [(former.volume, stream.volume), (former.mute, stream.mute)] where old !== new {
                change.remove(key, from: old)
                if let thing = things[key] { change.add(thing, to: new) }
            }
            streams[key] = stream
            if key.facility == .sinkInput, stream.isOfApps { counts[stream.identity.program, default: 0] += 1 }
        }
        change.apply(isHeard: false)
        apps?.replace(counts)
        assignFocus()
    }

    func put(inFront program: ProgramInFront?) {
        guard focus.put(program), state == .ready else { return }
        assignFocus()
        meters.update()
    }

    private var inFront: [PulseTarget] { targets.filter(\.isFocused) }

    private func ownersInFront(of stream: PulseThing) -> [PulseTarget] {
        let targets = inFront
        return !targets.isEmpty && isInFront(stream) ? targets : []
    }

    private func isInFront(_ stream: PulseThing) -> Bool {
        focus.owns(stream, client: things[PulseKey(facility: .client, index: stream.client)])
    }

    /// The judged streams of the program in front, the oldest first.
    var focused: [PulseThing] {
        streams.keys.compactMap { things[$0] }.filter { isInFront($0) }.sorted { $0.index < $1.index }
    }

    private func assignFocus() {
        let targets = inFront
        guard !targets.isEmpty else { return }
        let streams = focused
        for target in targets { target.assign(streams: streams) }
    }

    /// For a target without streams, the ids of the parameters whose targets have the streams that match it.
    func owners(insteadOf target: PulseTarget) -> [String] {
        let facility: Facility = target.spec.isCapture ? .sourceOutput : .sinkInput
        let others = streams.filter { $0.key.facility == facility && target.match($0.value.identity) != nil }.compactMap {
            target.isOfVolume ? $0.value.volume : $0.value.mute
        }
        return targets.filter { other in others.contains { $0 === other } }.map(\.parameter)
    }
}

/// Streams that targets lose and gain, collected so that each target changes once.
private struct Regrouping {
    private var changes: [ObjectIdentifier: (target: PulseTarget, losses: Set<PulseKey>, gains: [PulseThing])] = [:]

    mutating func remove(_ key: PulseKey, from target: PulseTarget?) {
        if let target { changes[ObjectIdentifier(target), default: (target, [], [])].losses.insert(key) }
    }

    mutating func add(_ thing: PulseThing, to target: PulseTarget?) {
        if let target { changes[ObjectIdentifier(target), default: (target, [], [])].gains.append(thing) }
    }

    func apply(isHeard: Bool) {
        for change in changes.values { change.target.change(losing: change.losses, gaining: change.gains, isHeard: isHeard) }
    }
}
