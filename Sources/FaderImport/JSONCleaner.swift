/// Makes strict JSON from what BespokeSynth reads: comments and trailing commas become blanks, so all other characters keep their places.
enum JSONCleaner {
    /// Whether `{` comes after a byte order mark, blanks and comments.
    static func isObject(_ bytes: [UInt8]) -> Bool {
        cleaned(Array(bytes.prefix(1 << 16))).first { !isBlank($0) } == UInt8(ascii: "{")
    }

    static func cleaned(_ bytes: [UInt8]) -> [UInt8] {
        var clean = bytes
        var place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        for index in 0..<place { clean[index] = blank }
        // It may turn out to be the last one.
        var comma: Int?
        while place < clean.count {
            let end: Int
            switch clean[place] {
            case UInt8(ascii: "\""): end = endOfText(clean, place)
            case UInt8(ascii: "/"): end = endOfComment(clean, place)
            default: end = place + 1
            }
            if clean[place] == UInt8(ascii: "/"), end > place + 1 {
                for index in place..<end where clean[index] != UInt8(ascii: "\n") { clean[index] = blank }
            } else if !isBlank(clean[place]) {
                let isEnd = clean[place] == UInt8(ascii: "]") || clean[place] == UInt8(ascii: "}")
                if isEnd, let comma { clean[comma] = blank }
                comma = clean[place] == UInt8(ascii: ",") ? place : nil
            }
            place = end
        }
        return clean
    }

    private static let blank = UInt8(ascii: " ")

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func endOfText(_ bytes: [UInt8], _ start: Int) -> Int {
        var place = start + 1
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") { place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1 }
        return min(place + 1, bytes.count)
    }

    /// The place after the slash if it begins no comment.
    private static func endOfComment(_ bytes: [UInt8], _ start: Int) -> Int {
        guard start + 1 < bytes.count else { return start + 1 }
        switch bytes[start + 1] {
        case UInt8(ascii: "/"): return bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        case UInt8(ascii: "*"):
            var place = start + 2
            while place + 1 < bytes.count, bytes[place] != UInt8(ascii: "*") || bytes[place + 1] != UInt8(ascii: "/") { place += 1 }
            return min(place + 2, bytes.count)
        default: return start + 1
        }
    }
}
