internal import FaderValues

enum ControlRole {
    private static let synonyms = [
        "slider": "fader", "volume-slider": "fader", "rec-arm": "rec", "record-arm": "rec", "arm": "rec", "recenable": "rec",
        "rec-enable": "rec", "sel": "select", "rew": "rewind", "ffw": "forward", "fwd": "forward", "fast-forward": "forward", "rec": "rec",
    ]

    private static let longest = 40

    /// A role with the number at the end of a label.
    static func numbered(_ word: String, from label: String) -> ForeignControl.Role {
        ForeignControl.Role(word: word, index: split(label).index, isNumbered: true)
    }

    /// The role that a button is named for: `Mute 3` is `mute.3`, `Play` is `play`. Nil if its name cannot be an id.
    static func button(_ label: String) -> ForeignControl.Role? {
        let (word, index) = split(label)
        let known = synonyms[word] ?? word
        guard !known.isEmpty, known.utf8.count <= longest, !ControlKinds.isMoved(known) else {
            return nil
        }
        let isNumbered = ["mute", "solo", "rec", "select", "button", "pad", "push"].contains(known)
        return ForeignControl.Role(word: known, index: index, isNumbered: isNumbered && index != nil)
    }

    /// A text as one word, and the number at its end: `Loop_In 2` is `loop-in` and 2. The word is empty if it cannot begin an id.
    static func split(_ label: String) -> (word: String, index: Int?) {
        var words = words(of: label)
        var index: Int?
        if let number = words.last.flatMap({ Int($0) }), words.count > 1 {
            if (1...99_999).contains(number) {
                words.removeLast()
                index = number
            }
        }
        let word = words.joined(separator: "-")
        return (word.first?.isNumber ?? true ? "" : word, index)
    }

    static func words(of label: String) -> [String] {
        var words: [String] = []
        var last: Unicode.Scalar = " "
        for scalar in label.unicodeScalars.prefix(200) {
            let isLetter = ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
            let isDigit = ("0"..."9").contains(scalar)
            defer { last = scalar }
            guard isLetter || isDigit else { continue }
            let isNew =
                !isWordPart(last) || ("A"..."Z").contains(scalar) && ("a"..."z").contains(last) || isDigit && !("0"..."9").contains(last)
            let small = isLetter ? Character(scalar).lowercased() : String(scalar)
            if isNew || words.isEmpty { words.append(small) } else { words[words.count - 1] += small }
        }
        return words
    }

    private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
    }
}
