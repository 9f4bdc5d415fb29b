internal import Glibc

/// Reads files and directories. Every function here may wait for a disk.
package enum FileContents {
    /// Up to the end of an open file, but no more than `limit`; nil and `errno` if it cannot be read.
    package static func of(_ descriptor: Int32, limit: Int = .max) -> [UInt8]? {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: min(limit, 64 << 10))
        while bytes.count < limit {
            let most = min(piece.count, limit - bytes.count)
            let count = unsafe piece.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, most) }
            if count == 0 { break }
            if count > 0 { bytes += piece[..<count] } else if errno != EINTR { return nil }
        }
        return bytes
    }

    /// A small file that the system has ready, such as those in `/sys`. Does not wait for a writer if the path is a FIFO.
    package static func of(_ path: String, limit: Int) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return of(descriptor, limit: limit)
    }

    /// The names in a directory without `.` and `..`, in any order; nil and `errno` if there is none, or if it cannot be read.
    package static func names(in directory: String) -> [String]? {
        guard let stream = unsafe opendir(directory) else { return nil }
        var names: [String] = []
        errno = 0
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { start in
                unsafe start.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
            errno = 0
        }
        let code = errno
        unsafe closedir(stream)
        errno = code
        return code == 0 ? names : nil
    }
}

extension String {
    /// The text that C has left in a buffer, up to its first zero.
    package init(upToZeroOf buffer: [CChar]) {
        self.init(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    package init(errno code: Int32) {
        let bytes = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer -> [UInt8] in
            guard let start = buffer.baseAddress, unsafe strerror_r(code, start, buffer.count) == 0 else { return [] }
            return unsafe buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        }
        self = bytes.isEmpty ? "error \(code)" : String(decoding: bytes, as: UTF8.self)
    }
}
