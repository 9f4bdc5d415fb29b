internal import FaderValues

/// The names of a stream at the time when it is judged. Later changes are ignored.
struct StreamIdentity {
    typealias Word = (source: String, word: String)

    /// The words of the stream itself, then those of its client, the most important first.
    let words: [Word]
    let title: String?
    let program: SoundProgram
    private let lowerWords: [String]
    private let lowerTitle: String?

    /// The properties with names of the player, in order.
    static let keys = [
        "application.name", "application.process.binary", "application.id", "pipewire.access.portal.app_id", "node.name",
    ]

    init(_ stream: PulseThing, client: PulseThing?) {
        func words(_ thing: PulseThing, _ prefix: String) -> [Word] {
            Self.keys.compactMap { key in thing.properties[key].flatMap { $0.isEmpty ? nil : (prefix + key, $0) } }
        }
        self.words = words(stream, "") + (client.map { words($0, "client's ") } ?? [])
        title = stream.properties["media.name"].flatMap { $0.isEmpty ? nil : $0 }
        func first(_ key: String) -> String? {
            [stream, client].lazy.compactMap { $0?.properties[key] }.first { !$0.isEmpty }
        }
        let names = [Self.keys[0], Self.keys[4]].lazy.compactMap { first($0) }
        program = SoundProgram(
            binary: first(Self.keys[1]), id: first(Self.keys[2]) ?? first(Self.keys[3]),
            name: names.first ?? self.words.first?.word ?? stream.name)
        lowerWords = self.words.map { $0.word.lowercased() }
        lowerTitle = title?.lowercased()
    }

    var name: String { words.first?.word ?? program.label }

    /// The words for people, with the keys of the config or the properties that they come from.
    var described: [String] { words.map { "\($0.source): \($0.word)" } + (title.map { ["title: \($0)"] } ?? []) }

    func match(_ pattern: StreamMatcher) -> Word? {
        if let titles = pattern.titles {
            guard let lowerTitle, titles.contains(where: { $0.matches(lowerTitle) }) else { return nil }
        }
        guard let apps = pattern.apps else { return title.map { ("title", $0) } }
        return lowerWords.indices.first { index in apps.contains { $0.matches(lowerWords[index]) } }.map { words[$0] }
    }
}

/// Ready to be compared with many streams, in any case of letters.
struct StreamMatcher {
    let apps: [ClientGlob]?
    let titles: [ClientGlob]?

    init(_ pattern: StreamPattern) {
        func globs(_ texts: [String]) -> [ClientGlob]? { texts.isEmpty ? nil : texts.map { ClientGlob($0.lowercased()) } }
        (apps, titles) = (globs(pattern.apps), globs(pattern.titles))
    }
}
