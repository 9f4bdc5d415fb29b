internal import Logging
internal import NIOCore

/// Reads what the server has: first everything, then what has changed according to its events.
extension PulseServer {
    /// Notes an event of the server. Many events at once lead to one look.
    func note(event: UInt32, index: UInt32) {
        guard state == .ready || state == .connecting else { return }
        let (number, kind) = (event & 0x0F, event & 0x30)
        guard number != Facility.server else {
            isServerChanged = true
            return lookSoon()
        }
        guard let facility = Facility(event: number) else { return }
        let key = PulseKey(facility: facility, index: index)
        if kind == 0x20 {
            changed.remove(key)
            // An answer to a look that is under way may still contain it.
            noteGone(key)
            if drop(key) { settleSoon() }
            return
        }
        // Its targets read it themselves, when their rules allow that.
        let watchers = kind == 0x10 ? watchers(of: key) : []
        for target in watchers { target.noticed() }
        guard watchers.isEmpty, !wantsAll else { return }
        changed.insert(key)
        if changed.count > Self.mostChanged { wantsAll = true }
        lookSoon()
    }

    private func watchers(of key: PulseKey) -> [PulseTarget] {
        guard !key.facility.isDevice else { return targets.filter { $0.has(key) } }
        return streams[key].map { [$0.volume, $0.mute].compactMap { $0 } + targets.filter { $0.isFocused && $0.has(key) } } ?? []
    }

    private func noteGone(_ key: PulseKey) {
        guard goneMeanwhile?.insert(key).inserted ?? false, goneMeanwhile?.count ?? 0 > Self.mostChanged else { return }
        goneMeanwhile = []
        wantsAll = true
    }

    private func lookSoon() {
        guard !look.isSet, asked == 0, connection != nil else { return }
        let next = lastLook + (wantsAll ? Self.widePace : Self.pace)
        guard next > .now() else { return lookNow() }
        look.set(at: next) { [weak self] in self?.lookNow() }
    }

    private func lookNow() {
        if wantsAll { return lookAtAll() }
        lastLook = .now()
        let keys = changed
        changed = []
        if isServerChanged { askForServer() }
        for key in keys { ask(for: key) }
    }

    func lookAtAll() {
        guard connection != nil, asked == 0 else { return }
        lastLook = .now()
        (wantsAll, changed, goneMeanwhile) = (false, [], [])
        askForServer()
        var fresh: [PulseKey: PulseThing] = [:]
        for facility in Facility.allCases {
            asked += 1
            ask(.all(facility)) { thing in
                if fresh.count < Self.mostThings { fresh[thing.key] = thing }
            } done: { [weak self] _ in
                guard let self else { return }
                // Answers come in the order of the questions, so this is the last one.
                if facility == Facility.allCases.last {
                    for key in things.keys where fresh[key] == nil { _ = drop(key) }
                    for (key, thing) in fresh where goneMeanwhile?.contains(key) == false { store(thing) }
                    goneMeanwhile = nil
                }
                answered()
            }
        }
    }

    private func askForServer() {
        isServerChanged = false
        asked += 1
        ask(.server) { [weak self] server in
            guard let self else { return }
            let (sink, source) = (server.name, server.description)
            isPipeWire = server.server?.contains("PipeWire") ?? false
            // PipeWire reports this literal name while devices change: an event with the true name follows.
            if sink != "@DEFAULT_SINK@" { defaultSink = sink }
            if source != "@DEFAULT_SOURCE@" { defaultSource = source }
            areDevicesChanged = true
        } done: { [weak self] _ in
            self?.answered()
        }
    }

    private func ask(for key: PulseKey) {
        asked += 1
        fetch(key) { [weak self] _ in self?.answered() }
    }

    func fetch(_ key: PulseKey, _ done: @escaping (PulseThing?) -> Void) {
        var thing: PulseThing?
        ask(.one(key)) {
            thing = $0
        } done: { [weak self] _ in
            guard let self, let thing else { return done(nil) }
            if things[key] != nil || things.count < Self.mostThings { store(thing) }
            done(thing)
            if areDevicesChanged || isRouteChanged || !leaving.isEmpty { settleSoon() }
        }
    }

    private func answered() {
        asked -= 1
        // Answers that fail because the connection is closing mean nothing.
        guard asked == 0, let connection, !connection.isClosed else { return }
        if state == .connecting {
            state = .ready
            attempts.succeeded()
            if peer.goneSince == nil { log.notice("sound server: connected") }
            peer.opened()
            // Those that were judged before a stall are not judged again.
            assignStreams()
        }
        settle()
        if wantsPreset { preset() }
        if wantsAll || isServerChanged || !changed.isEmpty { lookSoon() }
    }
}
