internal import Glibc
internal import Synchronization

/// A Unix socket that is bound but not listening yet, and the proof that no other daemon uses it. Holds a file lock until `release`, which
/// its `deinit` also calls. Safe to use from any thread.
public final class SocketClaim: Sendable {
    public let place: SocketPlace
    private let held: Mutex<Held>

    private struct Held {
        var socket: Int32
        var lock: Int32
        var isReleased = false
    }

    /// A socket that a dead daemon left behind is replaced; that of a live daemon is not touched.
    public init(_ place: SocketPlace) throws(ServerError) {
        let address = try UnixAddress(place.path)
        let lock: Int32
        do throws(ServerError) {
            try SocketDirectory.prepare(place)
            lock = try Self.lock(place)
        } catch .system(_, _, let code) where place.ownsDirectory && code == EACCES {
            throw .noSocketPlace(path: place.path, errno: code)
        }
        do throws(ServerError) {
            try Self.removeStale(place, address)
            held = Mutex(Held(socket: try Self.bind(place, address), lock: lock))
        } catch {
            close(lock)
            throw error
        }
        self.place = place
    }

    deinit { release() }

    /// The caller listens on the bound descriptor and closes it. To be called once.
    func takeSocket() -> Int32 {
        held.withLock { held in
            defer { held.socket = -1 }
            return held.socket
        }
    }

    /// Makes the socket again if somebody removed it or its directory. Returns the bound descriptor, as `takeSocket` does, or nil if the
    /// path still exists.
    func replaceRemoved() throws(ServerError) -> Int32? {
        try held.withLock { held throws(ServerError) in
            var status = stat()
            guard !held.isReleased, unsafe lstat(place.path, &status) != 0, errno == ENOENT else { return nil }
            try SocketDirectory.prepare(place)
            return try Self.bind(place, try UnixAddress(place.path))
        }
    }

    /// Removes the socket and gives up the lock. A second call does nothing.
    public func release() {
        held.withLock { held in
            guard !held.isReleased else { return }
            held.isReleased = true
            unsafe unlink(place.path)
            if held.socket >= 0 { close(held.socket) }
            close(held.lock)
        }
    }

    private static func lock(_ place: SocketPlace) throws(ServerError) -> Int32 {
        let file = unsafe open(place.lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw .system(call: "open", path: place.lockPath, errno: errno) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(file)
            throw code == EWOULDBLOCK ? .alreadyRunning(path: place.path) : .system(call: "flock", path: place.lockPath, errno: code)
        }
        return file
    }

    /// Removes a socket that nothing listens on. The lock keeps other daemons away; the probe saves the sockets of other programs.
    private static func removeStale(_ place: SocketPlace, _ address: UnixAddress) throws(ServerError) {
        var status = stat()
        guard unsafe lstat(place.path, &status) == 0 else {
            if errno == ENOENT { return }
            throw .system(call: "lstat", path: place.path, errno: errno)
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: place.path) }
        let probe = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard probe >= 0 else { throw .system(call: "socket", path: place.path, errno: errno) }
        defer { close(probe) }
        switch address.connect(probe) {
        case ECONNREFUSED:
            guard unsafe unlink(place.path) == 0 || errno == ENOENT else { throw .system(call: "unlink", path: place.path, errno: errno) }
        case ENOENT: break
        case 0, EAGAIN, EINPROGRESS, EPROTOTYPE: throw .alreadyRunning(path: place.path)
        case let code: throw .system(call: "connect", path: place.path, errno: code)
        }
    }

    /// Makes the socket. On Linux, `bind` gives its file at most the mode of the descriptor, so others cannot open it even for a moment.
    private static func bind(_ place: SocketPlace, _ address: UnixAddress) throws(ServerError) -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw .system(call: "socket", path: place.path, errno: errno) }
        var isBound = false
        do throws(ServerError) {
            guard fchmod(descriptor, 0o600) == 0 else { throw .system(call: "fchmod", path: place.path, errno: errno) }
            let code = address.bind(descriptor)
            guard code == 0 else { throw .system(call: "bind", path: place.path, errno: code) }
            isBound = true
            if case .group(let name) = place.access {
                guard unsafe chown(place.path, uid_t.max, try SocketDirectory.group(name)) == 0 else {
                    throw .system(call: "chown", path: place.path, errno: errno)
                }
            }
            // The umask removed mode bits.
            guard unsafe chmod(place.path, place.socketMode) == 0 else { throw .system(call: "chmod", path: place.path, errno: errno) }
        } catch {
            if isBound { unsafe unlink(place.path) }
            close(descriptor)
            throw error
        }
        return descriptor
    }
}
