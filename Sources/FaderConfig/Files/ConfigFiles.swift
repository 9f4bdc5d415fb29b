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
    /// Something that is read otherwise than a file: `what` names it, as `a FIFO`.
    case notAFile(what: String)
    /// Symbolic links that lead to each other.
    case circle
    /// The disk has not answered for so long.
    case stalled(after: Duration)
    /// Anything else, by the number the system gave.
    case system(Int32)

    /// What is the matter, and what to do.
    public var description: String {
        switch self {
        case .missing: "there is no such file; give its place with --config FILE"
        case .denied: "permission denied; make it readable for the user that faderd runs as"
        case .directory: "it is a directory; name the file in it"
        case .notAFile(let what): "it is \(what); name an ordinary file"
        case .circle: "its symbolic links lead round in a circle; make it a file, or a link to one"
        case .stalled(let time): "its disk has not answered for \(time.components.seconds) s; try again when it does"
        case .system(let code): unsafe String(cString: strerror(code))
        }
    }
}

/// The files of the system.
public struct SystemFiles: ConfigFiles {
    /// Files as this process sees them.
    public init() {}

    /// Reads an ordinary file whole; blocks while it reads. What is longer than `limit` is cut there.
    public func contents(of path: String, limit: Int) throws(ConfigFileError) -> [UInt8] {
        var status = stat()
        // Asked before it is opened, which alone would wake whoever writes to a FIFO, and rewind a tape.
        guard unsafe stat(path, &status) == 0 else { throw Self.error(errno) }
        try Self.check(status)
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw Self.error(errno) }
        defer { close(descriptor) }
        // And again: what the path names may be another thing by now.
        guard unsafe fstat(descriptor, &status) == 0 else { throw Self.error(errno) }
        try Self.check(status)
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

    private static func check(_ status: stat) throws(ConfigFileError) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: return
        case S_IFDIR: throw .directory
        case S_IFIFO: throw .notAFile(what: "a FIFO")
        case S_IFSOCK: throw .notAFile(what: "a socket")
        default: throw .notAFile(what: "a device")
        }
    }

    private static func error(_ code: Int32) -> ConfigFileError {
        switch code {
        case ENOENT, ENOTDIR: .missing
        case EACCES, EPERM: .denied
        case EISDIR: .directory
        case ELOOP: .circle
        default: .system(code)
        }
    }
}
