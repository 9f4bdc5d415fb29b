import Glibc

/// The memory use of this process.
enum Memory {
    /// Resident bytes.
    static func resident() throws -> Int {
        let file = unsafe open("/proc/self/statm", O_RDONLY)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
        let words = String(decoding: bytes[..<max(0, count)], as: UTF8.self).split(separator: " ")
        return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * Int(getpagesize())
    }
}
