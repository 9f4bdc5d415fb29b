internal import Glibc

/// A file that atomically replaces another, or does not replace it at all. Until then it is next to the other.
struct NewFile {
    let path: String
    /// The path until then.
    let temporary: String
    private let descriptor: Int32

    /// The file that a path leads to, with symbolic links resolved; the path itself if there is none.
    static func target(of path: String) -> String {
        var resolved = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard unsafe realpath(path, &resolved) != nil else { return path }
        return String(decoding: resolved.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Writes the text to the disk, with the mode and owner of the file that it will replace. Replaces nothing but an ordinary file: root
    /// could replace /dev/null.
    init(_ path: String, _ text: String) throws(Failure) {
        (self.path, temporary) = (path, "\(path).new-\(getpid())")
        var status = stat()
        let isThere = unsafe stat(path, &status) == 0
        if isThere { try InputFile.requireOrdinary(status, path) }
        let mode = isThere ? status.st_mode & 0o7777 : 0o644
        descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw Failure(unwritable: path, errno) }
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw abandoned(errno) }
            bytes = bytes.dropFirst(count)
        }
        // Root keeps the owner and group; others can only keep a group that they are in.
        if isThere, fchown(descriptor, status.st_uid, status.st_gid) != 0 { _ = fchown(descriptor, uid_t.max, status.st_gid) }
        guard fchmod(descriptor, mode) == 0, fsync(descriptor) == 0 else { throw abandoned(errno) }
    }

    /// Moves it to its final path.
    func commit() throws(Failure) {
        guard unsafe rename(temporary, path) == 0 else { throw abandoned(errno) }
        close(descriptor)
    }

    /// Deletes it and keeps the old file.
    func abandon() {
        close(descriptor)
        unsafe unlink(temporary)
    }

    private func abandoned(_ code: Int32) -> Failure {
        abandon()
        return Failure(unwritable: path, code)
    }
}
