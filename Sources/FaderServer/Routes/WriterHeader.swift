internal import FaderValues

/// `Fader-By`: the name of whoever writes, for the history and `explain`.
enum WriterHeader {
    /// Throws unless it is a single name that terminals and browsers can show. U+FFFD stands for bytes that are not UTF-8.
    static func read(_ values: [String]) throws(HTTPFailure) -> String? {
        guard let name = values.first else { return nil }
        guard values.count == 1, Names.isProgram(name), !name.unicodeScalars.contains(where: { $0.isUnprintable || $0 == "\u{FFFD}" })
        else { throw refusal }
        return name
    }

    private static let refusal = HTTPFailure.malformed(
        "\"Fader-By\" is given once and names whoever writes: 1 to \(Names.longestProgram) characters in UTF-8, not only blanks, no control "
            + "characters, for example Fader-By: scenes")
}
