internal import Glibc

/// Reads small files that the system has ready, such as those in `/sys`.
enum SmallFile {
    /// The first bytes of a file; nil if it cannot be read. Never waits, should it be a FIFO.
    static func bytes(of path: String, most: Int) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: most)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
        return count < 0 ? nil : Array(bytes[..<count])
    }
}
