/// Cuts bytes that arrive into lines. Pure.
struct LineSplitter {
    let mostBytes: Int
    private var line: [UInt8] = []

    init(mostBytes: Int) { self.mostBytes = mostBytes }

    /// `each` gets each line that is complete now, without its end, until it returns false. Returns whether no line is too long.
    mutating func split(_ bytes: [UInt8], _ each: ([UInt8]) -> Bool) -> Bool {
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                continue
            }
            let whole = line.last == UInt8(ascii: "\r") ? Array(line.dropLast()) : line
            line.removeAll(keepingCapacity: line.count < ReadAllowance.bytes)
            guard each(whole) else { break }
        }
        return line.count <= mostBytes
    }
}
