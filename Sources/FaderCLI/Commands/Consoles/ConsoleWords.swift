internal import FaderValues

/// Makes words of lists from the names of a console's strips.
enum ConsoleWords {
    /// All up to the last one with a name, or all if none has a name.
    static func count(inUse names: [String], _ word: String) -> Int {
        let last = names.indices.last { !isStandard(names[$0], word, $0 + 1) }
        return last.map { $0 + 1 } ?? names.count
    }

    /// No more than the number of the strip: `Ch 07`, `MixBus 3`, or nothing.
    private static func isStandard(_ name: String, _ word: String, _ number: Int) -> Bool {
        let plain = plain(name)
        guard let end = plain.lastIndex(where: { !$0.isNumber }) else { return plain.isEmpty || Int(plain) == number }
        let standard = [word, "channel", "mixbus", "mix"]
        return Int(plain[plain.index(after: end)...]) == number
            && standard.contains(plain[...end].split(separator: "-").joined())
    }

    /// `lead-vox` for `Lead Vox`, and `ch7` without a name, if `ch` is the word of the strips. Words that are taken mean something else.
    static func words(for names: some Sequence<String>, _ word: String, besides taken: Set<String>) -> [String] {
        var taken = taken
        return names.enumerated().map { index, name in
            let own = plain(name)
            let isNamed = own.contains(where: \.isLetter) && !isStandard(name, word, index + 1)
            let free = SurfaceGuide.free(isNamed ? own : "\(word)\(index + 1)", besides: taken)
            taken.insert(free)
            return free
        }
    }

    static func plain(_ name: String) -> String {
        let letters = name.unicodeScalars.map { scalar -> String in
            if scalar.isASCII { return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) ? "\(scalar)".lowercased() : "-" }
            return latin(scalar) ?? "-"
        }
        return letters.joined().split(separator: "-").joined(separator: "-")
    }

    /// The Latin letter of a character: Unicode calls `ö` "LATIN SMALL LETTER O WITH DIAERESIS".
    private static func latin(_ scalar: Unicode.Scalar) -> String? {
        guard let name = scalar.properties.name, name.hasPrefix("LATIN ") else { return nil }
        let words = name.split(separator: " ")
        let end = words.firstIndex(of: "WITH") ?? words.endIndex
        return end > 2 && words[end - 1].utf8.count <= 2 ? words[end - 1].lowercased() : nil
    }
}
