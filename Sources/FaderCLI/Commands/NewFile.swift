internal import FaderValues
internal import Glibc

/// Replaces another file atomically, or nothing. Until then it is beside the other.
struct NewFile {
    let path: String
    let temporary: String
    private let descriptor: Int32

    /// Symbolic links are resolved, even to a missing file; the path itself if nothing is there.
    static func target(of path: String) -> String {
        var path = path
        // As many links as the kernel follows. If links lead in a circle, no file can be written.
        for _ in 0..<40 {
            if let resolved = path.resolvedPath { return resolved }
            var link = [CChar](repeating: 0, count: Int(PATH_MAX))
            guard unsafe readlink(path, &link, link.count) > 0 else { return path }
            let next = String(upToZeroOf: link)
            path = next.hasPrefix("/") ? next : path.sibling(next)
        }
        return path
    }

    /// Fails if the file cannot be written, before the daemon is asked for anything. A link is not followed: in a folder that everybody may
    /// write to, somebody else may have made it, and the file that it leads to would be lost.
    static func check(_ file: String, replaces: Bool) throws(Failure) {
        var status = stat()
        guard unsafe lstat(file, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Failure(.io, "\(file) is not an ordinary file, so it is not replaced; name another one")
        }
        guard replaces else { throw Failure(existing: file) }
    }

    /// Replaces a file. If the path is a symbolic link, the file that it leads to is replaced.
    static func replace(_ path: String, with content: [UInt8]) throws(Failure) { try NewFile(target(of: path), content).commit() }

    /// Makes a folder, unless it is there already.
    static func makeFolder(_ folder: String) throws(Failure) {
        guard unsafe mkdir(folder, 0o755) == 0 || errno == EEXIST else { throw Failure(file: folder, "cannot be created", errno) }
    }

    /// Whether there is anything at a path, even a symbolic link that leads nowhere.
    static func isTaken(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0
    }

    /// A new file with the mode and owner of the one to be replaced. Replaces nothing but an ordinary file: root could replace /dev/null.
    init(_ path: String, _ text: String) throws(Failure) { try self.init(path, Array(text.utf8)) }

    /// A new file with these bytes. With `mode` it has that mode, whatever it replaces.
    init(_ path: String, _ content: [UInt8], mode fixed: mode_t? = nil) throws(Failure) {
        (self.path, temporary) = (path, "\(path).new-\(getpid())")
        var status = stat()
        let isThere = unsafe stat(path, &status) == 0
        if !isThere, errno == ELOOP { throw Failure(unwritable: path, ELOOP) }
        if isThere { try InputFile.requireOrdinary(status, path) }
        let mode = fixed ?? (isThere ? status.st_mode & 0o7777 : 0o644)
        descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw Failure(unwritable: path, errno) }
        if let code = Output.writeAll(content, to: descriptor) { throw abandoned(code) }
        // Root keeps the owner and group; others can only keep a group that they are in.
        if isThere, fixed == nil, fchown(descriptor, status.st_uid, status.st_gid) != 0 { _ = fchown(descriptor, uid_t.max, status.st_gid) }
        guard Self.set(mode, of: descriptor), fsync(descriptor) == 0 else { throw abandoned(errno) }
    }

    /// A file system without modes, as of a memory stick, refuses to set even the mode that the file has.
    private static func set(_ mode: mode_t, of descriptor: Int32) -> Bool {
        var status = stat()
        if unsafe fstat(descriptor, &status) == 0, status.st_mode & 0o7777 == mode { return true }
        return fchmod(descriptor, mode) == 0
    }

    func commit(replaces: Bool) throws(Failure) { try replaces ? commit() : commitWhereNothingIs() }

    /// Moves the file to its path, and replaces whatever is there.
    func commit() throws(Failure) {
        guard unsafe rename(temporary, path) == 0 else { throw abandoned(errno) }
        close(descriptor)
    }

    func commitWhereNothingIs() throws(Failure) {
        // An empty file reserves the path, so that only this program replaces it. A link would do it too, but memory sticks have none.
        let place = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard place >= 0 else {
            let code = errno
            abandon()
            throw code == EEXIST ? Failure(existing: path) : Failure(unwritable: path, code)
        }
        close(place)
        do throws(Failure) { try commit() } catch {
            unsafe unlink(path)
            throw error
        }
    }

    func abandon() {
        close(descriptor)
        unsafe unlink(temporary)
    }

    private func abandoned(_ code: Int32) -> Failure {
        abandon()
        return Failure(unwritable: path, code)
    }
}
