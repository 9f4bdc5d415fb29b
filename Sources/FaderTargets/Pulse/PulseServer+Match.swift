internal import FaderValues

/// Decides which device belongs to which target, and lists the candidates.
extension PulseServer {
    /// Gives every target of devices the device that matches it.
    func assignDevices() {
        areDevicesChanged = false
        for target in targets {
            switch target.spec.selection {
            case .defaultSink: target.assign(device(.sink) { $0.name == self.defaultSink })
            case .defaultSource: target.assign(device(.source) { $0.name == self.defaultSource })
            case .sink(let globs): target.assign(device(.sink) { Self.fits($0, globs) })
            case .source(let globs): target.assign(source(globs))
            case .app, .rest, .program: continue
            }
        }
    }

    /// The first source that fits. The monitor of a sink, from which its sound can be recorded, is a source, too. It is chosen only if no other source fits,
    /// because most people mean a microphone.
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

    /// The things that could be bound.
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
