public import FaderValues
internal import Glibc

/// A config file that is edited in place, so that it keeps its owner, mode, hard links and extended attributes.
///
/// The new content is first written to the disk beside it, so a crash loses nothing. An editor that saves at the same time wins: if it
/// replaces the file, the write goes to the replaced file; if it writes to the file, the comparison right before the write notices that.
public struct EditedFile: Sendable {
    /// The path as it was given. The profiles are looked for beside it, even if it is a symbolic link.
    public let path: String
    /// The content as it was read.
    public let bytes: [UInt8]
    public var digest: String { SHA256.hexadecimal(bytes) }

    public init(_ path: String) throws(ConfigEditRefusal) {
        self.path = path
        do throws(ConfigFileError) {
            bytes = try SystemFiles().contents(of: path, limit: Limits.fileSize + 1)
        } catch {
            throw .inaccessible("\(path) cannot be read: \(error.description)")
        }
    }

    /// The bytes with the edits made, checked by `reader`: as a config with the profiles beside it, or as a profile.
    public func bytes(after edits: ConfigEdits, _ reader: ConfigReader) throws(ConfigEditRefusal) -> (
        bytes: [UInt8], warnings: [Diagnostic]
    ) {
        guard edits.read.lowercased() == digest else {
            throw .changed("\(path) is not the file that the edits were made for: its SHA-256 is \(digest); read it again")
        }
        let new = try ConfigEditor.bytes(after: edits, of: bytes, name: path)
        let diagnostics = reader.readProfile(bytes: new, name: path) ?? reader.readAll(bytes: new, name: path).result.diagnostics
        if diagnostics.contains(where: { $0.severity == .error }) { throw .invalid(diagnostics) }
        return (new, diagnostics)
    }

    /// Writes the file. Refused if it has changed since it was read.
    public func write(_ new: [UInt8]) throws(ConfigEditRefusal) {
        let file = unsafe open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { throw unwritable(errno) }
        defer { close(file) }
        // One faderd at a time.
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else { throw .inaccessible("\(path) is being edited right now; try again") }
        let safety = try SafetyCopy(of: real, holding: new, instead: bytes)
        var isTorn = false
        defer { if !isTorn { safety.remove() } }
        guard let now = try? EditedFile(path), now.bytes == bytes, isStill(file) else { throw changedMeanwhile }
        if let code = Self.overwrite(file, with: new) {
            let reason = String(errno: code)
            isTorn = Self.overwrite(file, with: bytes) != nil
            let now = isTorn ? "what it should have become is in \(safety.path)" : "it is as it was"
            throw .inaccessible("\(path) cannot be written: \(reason); \(now)")
        }
        // Otherwise an editor has replaced the file in between.
        guard isStill(file) else { throw changedMeanwhile }
    }

    private var changedMeanwhile: ConfigEditRefusal { .changed("\(path) was changed meanwhile, so it stays as it is; read it again") }

    private func unwritable(_ code: Int32) -> ConfigEditRefusal {
        let who =
            code == EACCES || code == EPERM || code == EROFS ? "; run the command as a user who may write there, for example with sudo" : ""
        return .inaccessible("\(path) cannot be written: \(String(errno: code))\(who)")
    }

    private var real: String { path.resolvedPath ?? path }

    private func isStill(_ file: Int32) -> Bool {
        var (open, named) = (stat(), stat())
        guard unsafe fstat(file, &open) == 0, unsafe stat(path, &named) == 0 else { return false }
        return (open.st_dev, open.st_ino) == (named.st_dev, named.st_ino)
    }

    /// Writes the whole file to the disk; returns an errno if that fails.
    private static func overwrite(_ file: Int32, with new: [UInt8]) -> Int32? {
        write(new, to: file) && ftruncate(file, off_t(new.count)) == 0 && fsync(file) == 0 ? nil : errno
    }

    /// Writes bytes at the beginning of a file; false with errno if that fails.
    static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes[done...].withUnsafeBytes { unsafe pwrite(file, $0.baseAddress, $0.count, off_t(done)) }
            if count > 0 { done += count } else if count < 0, errno != EINTR { return false }
        }
        return true
    }
}

/// The new content of a file, kept on the disk beside it until the file has been written.
struct SafetyCopy {
    let path: String

    /// An interrupted edit may have left a copy. It is deleted if the file already has its content; otherwise this throws.
    init(of file: String, holding new: [UInt8], instead old: [UInt8]) throws(ConfigEditRefusal) {
        path = "\(file).edit"
        if let left = try? EditedFile(path) {
            guard left.bytes == old else {
                throw .inaccessible(
                    "an edit of \(file) was interrupted, and what it should have become is in \(path): look at both, put it there with \"cp\", "
                        + "or delete it, then try again")
            }
            remove()
        }
        // It is complete once it has its final name.
        let part = "\(path)~"
        unsafe unlink(part)
        let copy = unsafe open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard copy >= 0 else { throw failure(part, errno) }
        defer { close(copy) }
        guard EditedFile.write(new, to: copy), fsync(copy) == 0, unsafe rename(part, path) == 0 else {
            let code = errno
            unsafe unlink(part)
            throw failure(part, code)
        }
        let folder = unsafe open(file.directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if folder >= 0 { close(folder) } }
        guard folder >= 0, fsync(folder) == 0 else {
            let code = errno
            remove()
            throw failure(file.directory, code)
        }
    }

    func remove() { unsafe unlink(path) }

    private func failure(_ file: String, _ code: Int32) -> ConfigEditRefusal {
        .inaccessible(
            "\(file), which keeps an edit safe, cannot be written: \(String(errno: code)); nothing was changed")
    }
}
