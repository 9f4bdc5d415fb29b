/// Which word stands for which program in the id of its parameter. A word stays with its program for ever, so that a value is always that
/// of the same program, in whatever order programs begin to play.
public struct ProgramWords: Sendable, Equatable {
    /// The most programs that are remembered.
    public static let most = 1_000

    /// The keys of programs, by their words.
    public private(set) var keys: [String: String]
    private var words: [String: String]

    /// The words that were given earlier.
    public init(_ keys: [String: String] = [:]) {
        self.keys = keys
        words = Dictionary(keys.map { ($0.value, $0.key) }, uniquingKeysWith: min)
    }

    /// If a program has no word yet, one is made from its binary, with a number if another program has that word. Earlier versions made ids
    /// from the whole name; such an id stays in use if a value is stored for it (`hasValue`). `playing` programs keep their words even if
    /// there are too many.
    public mutating func word(
        for program: SoundProgram, _ spec: AppsSpec, hasValue: (String) -> Bool, playing: [SoundProgram]
    ) -> String {
        if let word = words[program.key] { return word }
        if keys.count >= Self.most { forget(all: playing) }
        let earlier = spec.word(for: program.fullName)
        let isGoingOn = keys[earlier] == nil && hasValue(spec.id(for: earlier))
        let word = isGoingOn ? earlier : firstFree(program, spec, hasValue)
        (keys[word], words[program.key]) = (program.key, word)
        return word
    }

    /// No program has it, and no value is stored under it, which would be that of another program.
    private func firstFree(_ program: SoundProgram, _ spec: AppsSpec, _ hasValue: (String) -> Bool) -> String {
        var number = 1
        while true {
            let word = spec.word(for: program.binary, number: number)
            if keys[word] == nil, !hasValue(spec.id(for: word)) { return word }
            number += 1
        }
    }

    /// Forgets the programs that do not play.
    private mutating func forget(all playing: [SoundProgram]) {
        let playing = Set(playing.map(\.key))
        self = ProgramWords(keys.filter { playing.contains($0.value) })
    }
}
