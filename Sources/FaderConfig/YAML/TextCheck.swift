/// Checks that a file is text before YAML reads it.
enum TextCheck {
    /// Whether the file is text. If not, the first problem is reported.
    static func passes(_ source: Source, _ report: Report) -> Bool {
        guard source.bytes.count <= Limits.fileSize else {
            return report.error(source.whole, "the file is larger than \(Limits.fileSize >> 20) MiB")
        }
        // Most files are plain ASCII, so decoding starts at the first byte that is not.
        var offset = source.bytes.firstIndex { $0 >= 0x7F || $0 < 0x20 && $0 != 0x0A } ?? source.bytes.count
        var decoder = UTF8()
        var bytes = source.bytes[offset...].makeIterator()
        while true {
            switch decoder.decode(&bytes) {
            case .emptyInput: return true
            case .error:
                return report.error(source.location(atByte: offset), "the file is not UTF-8 text from here on; save it as UTF-8")
            case .scalarValue(let scalar):
                if !isAllowed(scalar) {
                    return report.error(source.location(atByte: offset), "the control character \(scalar.codeName) is not allowed")
                }
                offset += UTF8.width(scalar)
            }
        }
    }

    /// Whether YAML counts a character as printable.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}
