internal import Glibc

/// Ensures that only this process keeps its state in a file. The kernel releases the lock however the process ends.
///
/// It is on a file of its own, `….lock`, which is never removed: every save replaces the state file.
public final class StateLock: Sendable {
    private let descriptor: Int32?

    /// Why there is no lock, in a sentence; the daemon then runs without one.
    public let warning: String?

    /// Takes the lock, and creates the directory if it is missing. Never waits. Throws only `.locked`, if another process holds it.
    public init(beside path: String) throws(StateError) {
        let files = LinuxFileSystem()
        let file = StateFile(path: path, files: files)
        let lockPath = file.path + ".lock"
        var descriptor: Int32 = -1
        var code: Int32 = 0
        for flags in [O_RDWR | O_CREAT, O_RDONLY] {
            if flags & O_CREAT != 0 { try? file.makeDirectories(file.directory) }  // `open` reports the error
            descriptor = unsafe open(lockPath, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
            if descriptor >= 0 { break }
            if code == 0 { code = errno }
        }
        guard descriptor >= 0 else {
            self.descriptor = nil
            warning = Self.warning(.system(call: "open", path: lockPath, code: code))
            return
        }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            code = errno
            if code == EINTR { continue }
            let holder = Self.holder(descriptor)
            _ = Glibc.close(descriptor)
            if code == EWOULDBLOCK { throw .locked(path: file.path, holder: holder) }
            self.descriptor = nil
            warning = Self.warning(.system(call: "flock", path: lockPath, code: code))
            return
        }
        Self.sign(descriptor)
        self.descriptor = descriptor
        warning = nil
    }

    public var isHeld: Bool { descriptor != nil }

    deinit {
        if let descriptor { _ = Glibc.close(descriptor) }
    }

    private static func warning(_ error: StateError) -> String {
        "\(error): a second faderd on the same state would not be noticed; \(error.advice)"
    }

    /// Writes the process id for the message that a second process shows. The lock works without it.
    private static func sign(_ descriptor: Int32) {
        guard ftruncate(descriptor, 0) == 0 else { return }
        let text = Array("\(getpid())\n".utf8)
        _ = unsafe text.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    }

    private static func holder(_ descriptor: Int32) -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, 0) }
        guard count > 0 else { return nil }
        return Int32(String(decoding: bytes[..<count], as: UTF8.self).prefix { $0 != "\n" })
    }
}
