internal import FaderValues
internal import Glibc

/// Why the server cannot be started. A `reason` continues a sentence that begins with the path.
public enum ServerError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A program answers on the socket, or another daemon holds its lock.
    case alreadyRunning(path: String)
    case notASocket(path: String)
    /// The path is longer than the system allows for a socket, or is empty or contains a zero byte.
    case pathTooLong(path: String)
    /// The group that should share the socket does not exist.
    case noSuchGroup(String)
    /// The address to listen on is not `HOST:PORT`.
    case badAddress(String)
    /// The address to listen on is not on this machine's loopback interface.
    case notLoopback(String)
    /// Another program already listens on that address.
    case addressInUse(String)
    /// The file of the token cannot be used as it is. `reason` continues a sentence that begins with the path.
    case badToken(path: String, reason: String)
    /// The file of a new token cannot be written.
    case tokenNotWritten(path: String, errno: Int32)
    /// The file of the keys that last cannot be used as it is. `reason` continues a sentence that begins with the path.
    case badKeys(path: String, reason: String)
    /// The file that says whether this faderd leads.
    case badLead(path: String, reason: String)
    /// No path was given for the socket, and it cannot be made at the usual one.
    case noSocketPlace(path: String, errno: Int32)
    /// No thread or no descriptor for the event loop; `reason` says what to do.
    case noLoop(reason: String)
    case system(call: String, path: String, errno: Int32)

    /// The exit code of `sysexits.h` that fits.
    public var exitCode: Int32 {
        switch self {
        case .alreadyRunning, .addressInUse: 69
        case .badAddress, .notLoopback, .pathTooLong, .noSuchGroup: 64
        case .notASocket, .tokenNotWritten, .noSocketPlace, .system: 74
        case .noLoop: 71
        // A person has to look at the file.
        case .badToken, .badKeys, .badLead: 78
        }
    }

    /// One sentence, which says what to do next except for a failed system call.
    public var description: String {
        switch self {
        case .alreadyRunning(let path): "another faderd is running on \(path); stop it first, or give this one its own with --socket"
        case .notASocket(let path): "\(path) exists and is not a socket; move it away, or give another path with --socket"
        case .pathTooLong(let path):
            "the socket path \(path) is longer than \(UnixAddress.longestPath) bytes; give a shorter one with --socket"
        case .noSuchGroup(let name): "there is no group \"\(name)\" to share the socket with; create it with \"groupadd --system \(name)\""
        case .badAddress(let text): "cannot listen on \"\(text)\"; give HOST:PORT, such as 127.0.0.1:8080"
        case .notLoopback(let text):
            "will not listen on \"\(text)\", which others could reach; give a loopback address, such as 127.0.0.1:8080"
        case .addressInUse(let text): "another program listens on \(text); give another port"
        case .badToken(let path, let reason):
            "\(path) \(reason), so it cannot guard --listen; delete it to get a new token, or make it a file of your own with mode 0600"
        case .badKeys(let path, let reason):
            "\(path) \(reason), so none of its keys is in force; make it a file of your own with mode 0600, or move it away and make new keys"
        case .badLead(let path, let reason): "\(path) \(reason); make it a file of your own with mode 0600, or move it away"
        case .tokenNotWritten(let path, let code):
            "the token of --listen cannot be written to \(path) (\(String(errno: code))); "
                + (code == ENOSPC || code == EDQUOT ? "make room there" : "make that directory writable") + ", or give another --state"
        case .noSocketPlace(let path, let code):
            "the socket cannot be made at \(path) (\(String(errno: code))); set XDG_RUNTIME_DIR, or give --socket PATH"
        case .noLoop(let reason): reason
        case .system(let call, let path, let code): "\(path): \(call): \(String(errno: code))"
        }
    }
}
