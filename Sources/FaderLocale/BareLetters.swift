/// European letters without their marks, for displays where there is no ICU.
enum BareLetters {
    static func written(_ text: String) -> String { text.reduce(into: "") { $0 += table[$1] ?? String($1) } }

    private static let table: [Character: String] = {
        let letters = [
            "a": "àáâãäåāăą", "ae": "æ", "c": "çćĉċč", "d": "ďđð", "e": "èéêëēĕėęě", "g": "ĝğġģ", "h": "ĥħ", "i": "ìíîïĩīĭįı", "j": "ĵ",
            "k": "ķ", "l": "ĺļľłŀ", "n": "ñńņňŋ", "o": "òóôõöøōŏő", "oe": "œ", "r": "ŕŗř", "s": "śŝşšș", "ss": "ß", "t": "ţťŧț", "th": "þ",
            "u": "ùúûüũūŭůűų", "w": "ŵ", "y": "ýÿŷ", "z": "źżž",
        ]
        var table: [Character: String] = [:]
        for (plain, marked) in letters {
            for letter in marked {
                table[letter] = plain
                let capital = letter.uppercased()
                // `ß` becomes two letters, and `ı` one without a mark.
                guard capital.count == 1, let first = capital.first, !first.isASCII else { continue }
                table[first] = plain.prefix(1).uppercased() + plain.dropFirst()
            }
        }
        return table
    }()
}
