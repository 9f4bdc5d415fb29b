internal import FaderConsole
internal import FaderModel

/// Decides which thing belongs to which target.
extension PulseServer {
    /// Gives every target the things that match it. A stream belongs to the first target of the config that it matches; `rest` comes last.
    func assign() {
        guard standing == .ready else { return }
        var taken: [PulseTargetSpec.Property: Set<Key>] = [:]
        let (playing, recording) = (streams(.sinkInput), streams(.sourceOutput))
        func claim(_ target: PulseTarget, _ fits: (PulseThing) -> Bool) {
            let streams = target.spec.isCapture ? recording : playing
            let mine = streams.filter { !taken[target.spec.property, default: []].contains($0.key) && fits($0) }
            taken[target.spec.property, default: []].formUnion(mine.map(\.key))
            target.assign(mine)
        }
        for target in targets {
            switch target.spec.selection {
            case .defaultSink: target.assign(device(.sink) { $0.name == self.defaultSink })
            case .defaultSource: target.assign(device(.source) { $0.name == self.defaultSource })
            case .sink(let globs): target.assign(device(.sink) { Self.fits($0, globs) })
            case .source(let globs): target.assign(device(.source) { Self.fits($0, globs) })
            case .app: claim(target) { self.match($0, target) != nil }
            case .rest: continue
            }
        }
        let ofConfig = targets.filter { $0.isOfVolume && !$0.isOfApp && $0.spec.isOfApps }
        apps?.take(Set(playing.filter { stream in !ofConfig.contains { $0.has(stream.key) } }.compactMap { words(of: $0).first?.word }))
        for target in targets where target.spec.isRest { claim(target) { self.match($0, target) != nil } }
    }

    /// The ids of the parameters whose targets have the streams that a target without any could have.
    func owners(insteadOf target: PulseTarget) -> [String] {
        let streams = streams(target.spec.isCapture ? .sourceOutput : .sinkInput).filter { self.match($0, target) != nil }
        return targets.filter { other in
            other.spec.property == target.spec.property && streams.contains { other.has($0.key) }
        }.map(\.parameter)
    }

    /// Streams whose volume can be set, the oldest first.
    private func streams(_ facility: Facility) -> [PulseThing] {
        things.values.filter { $0.facility == facility && !$0.volumes.isEmpty && $0.isWritable && !$0.isMeter }.sorted {
            $0.index < $1.index
        }
    }

    private func device(_ facility: Facility, _ fits: (PulseThing) -> Bool) -> [PulseThing] {
        let all = things.values.filter { $0.facility == facility && !$0.volumes.isEmpty && fits($0) }
        return all.min { $0.index < $1.index }.map { [$0] } ?? []
    }

    private static func fits(_ thing: PulseThing, _ globs: [String]) -> Bool {
        globs.contains { glob in Self.fits(thing.name, glob) || thing.description.map { Self.fits($0, glob) } ?? false }
    }

    static func fits(_ word: String, _ glob: String) -> Bool { ClientGlob(glob.lowercased()).matches(word.lowercased()) }

    /// The words that a stream can be matched by: its own, then its client's.
    func words(of stream: PulseThing) -> [(source: String, word: String)] {
        let client = things[Key(facility: .client, index: stream.client)]
        return stream.ownWords + (client?.ownWords.map { ("client's \($0.source)", $0.word) } ?? [])
    }

    /// The first word of a stream that fits a target; nil if none does, or for one of devices. A target of `apps` has the streams that its
    /// program is named after, and no other; its name is no glob.
    func match(_ stream: PulseThing, _ target: PulseTarget) -> (source: String, word: String)? {
        let words = words(of: stream)
        func first(_ globs: [String]) -> (source: String, word: String)? {
            words.first { word in globs.contains { Self.fits(word.word, $0) } }
        }
        switch target.spec.selection {
        case .app(let names) where target.isOfApp:
            return words.first.flatMap { word in names.contains { $0.lowercased() == word.word.lowercased() } ? word : nil }
        case .app(let globs): return first(globs)
        case .rest(let except): return first(except) == nil ? words.first ?? ("name", stream.name) : nil
        case .defaultSink, .defaultSource, .sink, .source: return nil
        }
    }

    /// The things that could be bound.
    var candidates: [TargetCandidate] {
        let kinds: [(Facility, String)] = [(.sink, "sink"), (.source, "source"), (.sinkInput, "app"), (.sourceOutput, "capture")]
        return kinds.flatMap { facility, kind in
            things.values.filter { $0.facility == facility && !$0.isMeter }.sorted { $0.index < $1.index }.map { thing in
                let words = facility.isDevice ? [(source: "name", word: thing.name)] : words(of: thing)
                let name = facility.isDevice ? thing.description ?? thing.name : words.first?.word ?? thing.name
                return TargetCandidate(
                    kind: kind, name: name, words: words.map { "\($0.source): \($0.word)" },
                    parameter: targets.first { $0.has(thing.key) && $0.isOfVolume }?.parameter)
            }
        }
    }
}

extension PulseThing {
    /// The key that the server stores it under.
    var key: PulseServer.Key { PulseServer.Key(facility: facility, index: index) }
}
