internal import FaderJSON
internal import FaderValues
internal import Glibc

/// Has the password of a connection, with mode 0600, beside the config. The config names it, and nothing shows its content.
struct PasswordFile {
    let path: String
    /// It takes the place of a file that the config names already.
    let isReplaced: Bool

    var name: String { String(path.split(separator: "/").last ?? "") }

    struct Written {
        let path: String
        /// The former content of the file; nil if there was no file.
        let before: [UInt8]?
        let content: [UInt8]

        /// Puts the file back, unless somebody has changed it meanwhile.
        func takeBack() throws(Failure) {
            guard let now = try? InputFile.ordinary(path, limit: PasswordFile.most), now == content, !PasswordFile.isLink(path) else {
                return
            }
            if let before { return try NewFile(path, before, mode: 0o600).commit() }
            guard unsafe unlink(path) == 0 || errno == ENOENT else { throw Failure(file: path, "cannot be removed", errno) }
        }
    }

    /// Bytes of a password, and of a file with one.
    static let (longest, most) = (1024, 32 << 10)

    /// The file that the config names for this entry of `targets:`, else one that is not there yet. `content` is what the config has.
    init(of connection: String, in content: JSONValue, beside config: String) throws(MappingProblem) {
        let own = content["targets"][connection]["password-file"].text
        if let own, !Names.isPlain(own) {
            throw MappingProblem(
                403, "the config already names a file for the password of \(connection), \(own.withoutControls()); write the password there"
            )
        }
        if let own, !Self.isShared(own, by: connection, in: content) {
            (path, isReplaced) = (config.sibling(own), NewFile.isTaken(config.sibling(own)))
            if Self.isLink(path) {
                throw MappingProblem(
                    409, "\(path) is a symbolic link, and the page writes no password where a link leads; remove the link, then try again")
            }
            return
        }
        // An existing file or link belongs to somebody else.
        let names = ["\(connection).pw"] + (2...99).map { "\(connection)-\($0).pw" }
        guard let free = names.first(where: { !NewFile.isTaken(config.sibling($0)) }) else {
            throw MappingProblem(409, "\(names[0]) and 98 files with similar names exist already; remove some, then try again")
        }
        (path, isReplaced) = (config.sibling(free), false)
    }

    /// Whether another connection uses the file, too.
    private static func isShared(_ file: String, by connection: String, in content: JSONValue) -> Bool {
        content["targets"].members.contains { name, entry in
            name != connection && entry.members.values.contains { $0.text == file }
        }
    }

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// Writes a password. Only its owner can read the file, also while it is written.
    func write(_ password: String) throws(Failure) -> Written {
        let content = Array("\(password)\n".utf8)
        let before = isReplaced ? try InputFile.ordinary(path, limit: Self.most) : nil
        let file = try NewFile(path, content, mode: 0o600)
        try file.commit(replaces: isReplaced)
        return Written(path: path, before: before, content: content)
    }
}
