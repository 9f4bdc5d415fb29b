/// The marks of all programs of a parameter, as one text for the state file: that of the leading target alone, the others behind the hash
/// of their target and a colon: `9f3a 27c:11e0`.
enum RunMarks {
    /// The mark of a target in `text`; nil if it has none. A mark without a hash may be any target's, because a reload may have changed the
    /// order; one includes the arguments, so no target mistakes another's for its own.
    static func mark(of identity: String, in text: String?) -> String? {
        let (own, words) = (hash(identity) + ":", text?.split(separator: " ") ?? [])
        return (words.first { $0.hasPrefix(own) }?.dropFirst(own.count) ?? words.first { !$0.contains(":") }).map(String.init)
    }

    /// The text with the marks of targets, by their identities; nil if none has one.
    static func text(_ marks: [(identity: String, leads: Bool, mark: String)]) -> String? {
        let words = marks.map { $0.leads ? $0.mark : "\(hash($0.identity)):\($0.mark)" }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    /// FNV-1a with 64 bits: the same on every machine and after every start.
    static func hash(_ text: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return String(hash, radix: 16)
    }
}
