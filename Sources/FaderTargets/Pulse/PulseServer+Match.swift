internal import FaderValues

/// Decides which device belongs to which target, and lists the candidates.
extension PulseServer {
    func assignDevices() {
        areDevicesChanged = false
        for target in targets where target.isOfDevice { target.assign(device(of: target.spec.selection)) }
    }

    private func device(of selection: PulseTargetSpec.Selection) -> PulseThing? {
        switch selection {
        case .defaultSink: device(.sink) { $0.name == defaultSink }
        case .defaultSource: device(.source) { $0.name == defaultSource }
        case .sink(let globs): device(.sink) { Self.fits($0, globs) }
        case .source(let globs): source(globs)
        case .app, .rest, .program, .focused: nil
        }
    }

    /// The device, or the streams, the oldest first, that belong to a target for a volume. If no parameter is bound to it, those that would
    /// fit.
    func members(of spec: PulseTargetSpec) -> [PulseThing] {
        if let device = device(of: spec.selection) { return [device] }
        if spec.selection == .focused { return focused }
        let facility: Facility = spec.isCapture ? .sourceOutput : .sinkInput
        let owner = targets.first { $0.spec == spec }
        let unbound = PulseTarget(spec, "", self)
        let keys = streams.filter { key, stream in
            guard key.facility == facility else { return false }
            if let owner { return stream.volume === owner }
            return unbound.match(stream.identity) != nil && !(spec.isRest && stream.volume != nil)
        }.keys
        return keys.compactMap { things[$0] }.sorted { $0.index < $1.index }
    }

    /// The monitor of a sink is a source, too, but it is chosen only if no other fits: most people mean a microphone.
    private func source(_ globs: [String]) -> PulseThing? {
        device(.source) { !$0.isMonitor && Self.fits($0, globs) } ?? device(.source) { $0.isMonitor && Self.fits($0, globs) }
    }

    private func device(_ facility: Facility, _ fits: (PulseThing) -> Bool) -> PulseThing? {
        things.values.filter { $0.facility == facility && !$0.volumes.isEmpty && fits($0) }.min { $0.index < $1.index }
    }

    private static func fits(_ thing: PulseThing, _ globs: [String]) -> Bool {
        globs.contains { glob in ClientGlob.fits(thing.name, glob) || thing.description.map { ClientGlob.fits($0, glob) } ?? false }
    }

    /// The name of a device or of the program of a stream, for people.
    func name(of thing: PulseThing) -> String {
        thing.facility.isDevice ? thing.description ?? thing.name : (streams[thing.key]?.identity ?? identity(of: thing)).name
    }

    var candidates: [TargetCandidate] {
        let kinds: [(Facility, String)] = [(.sink, "sink"), (.source, "source"), (.sinkInput, "app"), (.sourceOutput, "capture")]
        return kinds.flatMap { facility, kind in
            things.values.filter { $0.facility == facility && !$0.isMeter }.sorted { $0.index < $1.index }.map { thing in
                guard !facility.isDevice else {
                    return TargetCandidate(
                        kind: kind, of: PulseTargetSpec.word, name: name(of: thing), words: ["name: \(thing.name)"],
                        parameter: targets.first { $0.isOfVolume && $0.has(thing.key) }?.parameter)
                }
                let known = streams[thing.key]
                let identity = known?.identity ?? identity(of: thing)
                return TargetCandidate(
                    kind: kind, of: PulseTargetSpec.word, name: identity.name, words: identity.described,
                    parameter: known?.volume?.parameter)
            }
        }
    }
}
