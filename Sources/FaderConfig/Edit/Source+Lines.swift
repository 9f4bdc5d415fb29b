extension Source {
    /// The line (0-based) that a byte is on.
    func lineIndex(atByte offset: Int) -> Int {
        var (low, high) = (0, lines.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if lines[middle].lowerBound <= offset { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// The line before the one that begins at this byte; nil if none begins here.
    func line(endingAt offset: Int) -> Int? {
        let line = lineIndex(atByte: offset)
        return line > 0 && lines[line].lowerBound == offset ? line - 1 : nil
    }

    func isBlank(_ line: Int) -> Bool { indent(of: line) == lines[line].count }

    func indent(of line: Int) -> Int { bytes(ofLine: line).prefix { $0 == 0x20 || $0 == 0x09 }.count }

    func isComment(_ line: Int) -> Bool { bytes(ofLine: line).dropFirst(indent(of: line)).first == UInt8(ascii: "#") }

    func isFirstOnLine(_ offset: Int) -> Bool {
        let line = lineIndex(atByte: offset)
        return lines[line].lowerBound + indent(of: line) >= offset
    }

    /// The byte where the next line begins, or the end of the file.
    func nextLine(after end: Int) -> Int {
        if end == 0 || line(endingAt: end) != nil { return end }
        let line = lineIndex(atByte: end)
        return line + 1 < lines.count ? lines[line + 1].lowerBound : bytes.count
    }

    /// The end of a line with its comment, without its line end.
    func lineEnd(at end: Int) -> Int { lines[line(endingAt: end) ?? lineIndex(atByte: end)].upperBound }

    /// The line end that is used around a byte; a line feed if the file has only one line.
    func newline(at offset: Int) -> String {
        let line = max(1, min(lineIndex(atByte: offset), lines.count - 1))
        guard lines.indices.contains(line) else { return "\n" }
        let end = bytes[lines[line - 1].upperBound..<lines[line].lowerBound]
        return end.first == 0x0D ? (end.count == 2 ? "\r\n" : "\r") : "\n"
    }
}
