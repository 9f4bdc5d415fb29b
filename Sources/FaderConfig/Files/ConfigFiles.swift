internal import FaderValues
internal import Glibc

/// Where files are read from: the file system or, in a test, memory.
public protocol ConfigFiles: Sendable {
    /// The bytes of a file, at most `limit` of them.
    func contents(of path: String, limit: Int) throws(ConfigFileError) -> [UInt8]
    /// The names in a directory, in any order; empty if it cannot be read.
    func names(in directory: String) -> [String]
}

/// `description` also says what to do about it.
public enum ConfigFileError: Error, Equatable, CustomStringConvertible {
    case missing
    case denied
    case directory
    /// It is a FIFO, a socket or a device; `what` names it, such as `a FIFO`.
    case notAFile(what: String)
    case loop
    /// Anything else: the `errno` of the system call.
    case system(Int32)

    public var description: String {
        switch self {
        case .missing: "there is no such file; make it, or start faderd with --config FILE"
        case .denied: "permission denied; make it readable for the user that faderd runs as"
        case .directory: "it is a directory; name the file in it"
        case .notAFile(let what): "it is \(what); name an ordinary file"
        case .loop: "its symbolic links form a loop; make it a file, or a link to one"
        case .system(let code): String(errno: code)
        }
    }
}

public struct SystemFiles: ConfigFiles {
    public init() {}

    /// Reads only an ordinary file. Blocks while it reads.
    public func contents(of path: String, limit: Int) throws(ConfigFileError) -> [UInt8] {
        var status = stat()
        // Checked before opening, because opening alone would wake a FIFO's writer or rewind a tape.
        guard unsafe stat(path, &status) == 0 else { throw Self.error(errno) }
        try Self.check(status)
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw Self.error(errno) }
        defer { close(descriptor) }
        // Checked again: the path may name something else by now.
        guard unsafe fstat(descriptor, &status) == 0 else { throw Self.error(errno) }
        try Self.check(status)
        guard let bytes = FileContents.of(descriptor, limit: limit) else { throw Self.error(errno) }
        return bytes
    }

    /// The names in a directory, without `.` and `..`.
    public func names(in directory: String) -> [String] { FileContents.names(in: directory) ?? [] }

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
        case ELOOP: .loop
        default: .system(code)
        }
    }
}
