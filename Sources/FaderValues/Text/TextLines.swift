/// Splits the text of a file into lines, as YAML does.
package enum TextLines {
    /// The ranges of the lines in a text, without their line ends.
    package static func ranges(of bytes: [UInt8]) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var (start, index) = (0, 0)
        while index < bytes.count {
            let length = lineEnd(at: index, of: bytes)
            if length > 0 {
                lines.append(start..<index)
                start = index + length
            }
            index += max(length, 1)
        }
        return lines + [start..<bytes.count]
    }

    /// 0 if there is none. YAML has LF, CR, CR LF, and the Unicode ones U+0085, U+2028 and U+2029.
    private static func lineEnd(at index: Int, of bytes: [UInt8]) -> Int {
        switch bytes[index] {
        case 0x0A: 1
        case 0x0D: index + 1 < bytes.count && bytes[index + 1] == 0x0A ? 2 : 1
        case 0xC2: index + 1 < bytes.count && bytes[index + 1] == 0x85 ? 2 : 0
        case 0xE2:
            index + 2 < bytes.count && bytes[index + 1] == 0x80 && (bytes[index + 2] == 0xA8 || bytes[index + 2] == 0xA9) ? 3 : 0
        default: 0
        }
    }
}
