internal import Glibc

/// Where the reader gets its files from: the system's, or a test's.
public protocol ConfigFiles: Sendable {
    /// The bytes of a file, at most `limit` of them.
    func contents(of path: String, limit: Int) throws(ConfigFileError) -> [UInt8]
    /// The names of the entries of a directory, in any order; none where it cannot be read.
    func names(in directory: String) -> [String]
}

/// Why a file cannot be read; `description` says it in words and what to do.
public enum ConfigFileError: Error, Equatable, CustomStringConvertible {
    /// Nothing of that name.
    case missing
    /// No right to read it.
    case denied
    /// A directory is no file.
    case directory
    /// Anything else, by the number the system gave.
    case system(Int32)

    /// What is the matter, and what to do.
    public var description: String {
        switch self {
        case .missing: "there is no such file; give its place with --config FILE"
        case .denied: "permission denied; make it readable for the user that faderd runs as"
        case .directory: "it is a directory; name the file in it"
        case .system(let code): unsafe String(cString: strerror(code))
        }
    }
}

/// The files of the system.
public struct SystemFiles: ConfigFiles {
    /// Files as this process sees them.
    public init() {}

    /// Reads a file whole; blocks while it reads. What is longer than `limit` is cut there.
    public func contents(of path: String, limit: Int) throws(ConfigFileError) -> [UInt8] {
        // Non-blocking only for the opening: a pipe that nobody writes to must not hold us up, one that is written to may.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.error(errno) }
        defer { close(descriptor) }
        guard fcntl(descriptor, F_SETFL, 0) == 0 else { throw Self.error(errno) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count < limit {
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { break }
            if count > 0 {
                bytes.append(contentsOf: chunk[..<count])
            } else if errno != EINTR {
                throw Self.error(errno)
            }
        }
        return bytes.count > limit ? Array(bytes[..<limit]) : bytes
    }

    /// The names in a directory without `.` and `..`.
    public func names(in directory: String) -> [String] {
        guard let stream = unsafe opendir(directory) else { return [] }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    private static func error(_ code: Int32) -> ConfigFileError {
        switch code {
        case ENOENT, ENOTDIR: .missing
        case EACCES, EPERM: .denied
        case EISDIR: .directory
        default: .system(code)
        }
    }
}
