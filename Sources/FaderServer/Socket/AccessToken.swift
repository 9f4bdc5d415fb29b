internal import FaderAPI
internal import FaderValues
internal import Glibc
internal import Synchronization

/// The token that API requests over TCP must carry, because any user of the machine can reach a loopback port. Safe to use from any thread.
///
/// It is kept in a file that only the daemon's user can read. A new token is written to the file before it comes into force. The token is
/// never logged.
public final class AccessToken: Sendable {
    /// The path of the file.
    public let path: String
    private let current: Mutex<String>
    /// Held while the file is replaced, so that reading the token never waits for the disk.
    private let renewing = Mutex(())

    /// Reads the token from a file, or makes the file with a new token. If the path holds anything but a private file with a token, it is
    /// an error.
    public init(path: String) throws(ServerError) {
        self.path = path
        if let text = try Self.read(path) {
            current = Mutex(text)
        } else {
            let new = BearerToken.random()
            do throws(ServerError) {
                try Self.write(new, path)
            } catch {
                guard case .system(_, _, let code) = error else { throw error }
                throw .tokenNotWritten(path: path, errno: code)
            }
            current = Mutex(new)
        }
    }

    var text: String { current.withLock { $0 } }

    /// Replaces the token: the old one is refused from now on. If this throws, the token that the file now holds is in force.
    func renew() throws(ServerError) {
        try renewing.withLock { _ throws(ServerError) in
            let new = BearerToken.random()
            do throws(ServerError) {
                try Self.write(new, path)
            } catch {
                // The new file may be in place already. The token that the next start would read counts.
                if let kept = try? Self.read(path) { current.withLock { $0 = kept } }
                throw error
            }
            current.withLock { $0 = new }
        }
    }

    /// Whether a request whose `Authorization` headers have these values is allowed.
    func admits(_ authorization: [String]) -> Bool { BearerToken.isBrought(authorization, wanted: text) }

    // MARK: The file

    /// The token in a file; nil if there is no file.
    private static func read(_ path: String) throws(ServerError) -> String? {
        // O_NONBLOCK: a FIFO in the file's place must not hang the start.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            if errno == ELOOP { throw .badToken(path: path, reason: "is a link") }
            throw .badToken(path: path, reason: "cannot be opened (\(String(errno: errno)))")
        }
        defer { _ = close(descriptor) }  // It was only read, so an error of `close` does not matter.
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .system(call: "stat", path: path, errno: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .badToken(path: path, reason: "is not a regular file") }
        guard status.st_uid == geteuid() else { throw .badToken(path: path, reason: "belongs to another user") }
        guard status.st_mode & 0o077 == 0 else { throw .badToken(path: path, reason: "is open to other users") }
        guard let bytes = FileContents.of(descriptor, limit: 256) else { throw .system(call: "read", path: path, errno: errno) }
        var text = String(decoding: bytes, as: UTF8.self)[...]
        if text.last == "\n" { text.removeLast() }
        // A token written by hand must not need quoting in a header or a URL.
        guard BearerToken.hasOnly(text, lengths: 43...128, besides: "-_") else {
            throw .badToken(path: path, reason: "does not contain a valid token")
        }
        return String(text)
    }

    /// Replaces the file as a whole, durably.
    private static func write(_ text: String, _ path: String) throws(ServerError) {
        let temporary = path + ".new"
        _ = unsafe unlink(temporary)  // A crash may have left it. `open` reports anything else in the way.
        let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .system(call: "open", path: temporary, errno: errno) }
        let bytes = Array("\(text)\n".utf8)
        let isWritten = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) } == bytes.count
        let isKept = isWritten && fchmod(descriptor, 0o600) == 0 && fsync(descriptor) == 0
        let code = errno
        guard close(descriptor) == 0, isKept, unsafe rename(temporary, path) == 0 else {
            let failure = ServerError.system(call: "write", path: temporary, errno: isKept ? errno : code == 0 ? ENOSPC : code)
            _ = unsafe unlink(temporary)  // The earlier error is the one to report.
            throw failure
        }
        let directory = unsafe open(path.directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw .system(call: "open", path: path, errno: errno) }
        defer { _ = close(directory) }  // It was only read, so an error of `close` does not matter.
        guard fsync(directory) == 0 else { throw .system(call: "fsync", path: path, errno: errno) }
    }
}
