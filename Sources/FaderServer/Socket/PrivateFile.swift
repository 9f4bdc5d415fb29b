internal import FaderValues
internal import Glibc

/// A file with secrets, open only to the daemon's user.
package enum PrivateFile {
    /// Nil if there is none. `refused` makes the error about a file that is not private; it gets the reason.
    package static func read(_ path: String, limit: Int, refused: (String) -> ServerError) throws(ServerError) -> [UInt8]? {
        // O_NONBLOCK: a FIFO in the file's place must not hang the start.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            if errno == ELOOP { throw refused("is a link") }
            throw refused("cannot be opened (\(String(errno: errno)))")
        }
        defer { _ = close(descriptor) }  // It was only read, so an error of `close` does not matter.
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .system(call: "stat", path: path, errno: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw refused("is not a regular file") }
        guard status.st_uid == geteuid() else { throw refused("belongs to another user") }
        guard status.st_mode & 0o077 == 0 else { throw refused("is open to other users") }
        guard let bytes = FileContents.of(descriptor, limit: limit) else { throw .system(call: "read", path: path, errno: errno) }
        return bytes
    }

    /// Replaces the file as a whole, durably.
    package static func write(_ bytes: [UInt8], _ path: String) throws(ServerError) {
        let temporary = path + ".new"
        _ = unsafe unlink(temporary)  // A crash may have left it. `open` reports anything else in the way.
        let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .system(call: "open", path: temporary, errno: errno) }
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
