internal import FaderValues
internal import Glibc

/// The files of a backup on their way to the disk: all of them are written, or none.
struct RestoredFiles {
    struct File {
        /// Symbolic links are resolved.
        let path: String
        /// The content that the file has now; nil if there is no such file.
        let before: String?
        let after: String

        /// The change as `diff -u` shows it; for very long files only how long they are.
        var diff: String {
            let (old, new) = (Self.lines(before ?? ""), Self.lines(after))
            guard old.count + new.count <= 20_000 else { return "\(path.withoutControls()): \(old.count) lines → \(new.count) lines\n" }
            let text = LineDiff(old, new).text(path)
            // Such as another line end at the end of the file.
            return text.isEmpty ? "\(path.withoutControls()): only its line ends change\n" : text
        }

        private static func lines(_ text: String) -> [String] {
            text.utf8.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// The path of the config as the daemon has it. The profiles are beside it.
    let config: String
    private let backup: BackupDocument
    private var profiles: String { config.sibling("profiles") }
    /// The config comes last, because it needs the profiles.
    let files: [File]
    private var hasMadeFolder = false
    private var replaced = 0

    init(_ backup: BackupDocument, config: String) throws(Failure) {
        (self.backup, self.config) = (backup, config)
        var files: [File] = []
        let folder = config.sibling("profiles")
        for (name, text) in backup.profiles.sorted(by: { $0.key < $1.key }) { files.append(try Self.file("\(folder)/\(name).yaml", text)) }
        files.append(try Self.file(config, backup.config))
        self.files = files.filter { file in file.before.map { !$0.utf8.elementsEqual(file.after.utf8) } ?? true }
    }

    private static func file(_ path: String, _ text: String) throws(Failure) -> File {
        let target = NewFile.target(of: path)
        return File(path: target, before: try content(of: target), after: text)
    }

    private static func content(of path: String) throws(Failure) -> String? {
        NewFile.isTaken(path) ? try BackupSource.text(path) : nil
    }

    /// Fails if the config has an error beside its profiles and those that are there and stay.
    func check() throws(Failure) {
        try TrialFolder.require(
            backup.config, at: config, profiles: backup.profiles, in: profiles,
            else: "the config of the backup has errors, so nothing is restored")
    }

    func checkWritable() throws(Failure) {
        for file in files {
            var folder = file.path.directory
            if !NewFile.isTaken(folder) { folder = folder.directory }
            guard unsafe access(folder, W_OK | X_OK) == 0 else { throw Failure(unwritable: file.path, errno) }
        }
    }

    /// Replaces all files. If it fails, none is replaced.
    mutating func replace() throws(Failure) {
        let folder = unsafe open(NewFile.target(of: config).directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if folder >= 0 { close(folder) } }
        // Only one faderctl at a time compares and replaces.
        if folder >= 0 { _ = flock(folder, LOCK_EX) }
        var new: [NewFile] = []
        do throws(Failure) {
            for file in files {
                let now = try Self.content(of: file.path)
                guard now.map({ Array($0.utf8) }) == file.before.map({ Array($0.utf8) }) else {
                    throw Failure(.io, "\(file.path) was changed meanwhile, so nothing is restored; run the command again")
                }
            }
            if files.contains(where: { $0.before == nil }), unsafe mkdir(profiles, 0o755) == 0 { hasMadeFolder = true }
            for file in files { new.append(try NewFile(file.path, file.after)) }
            while let next = new.first {
                new.removeFirst()
                try next.commit()
                replaced += 1
            }
        } catch {
            for file in new { file.abandon() }
            try putBack()
            throw error
        }
    }

    mutating func putBack() throws(Failure) {
        while replaced > 0 {
            let file = files[replaced - 1]
            if let before = file.before {
                try NewFile(file.path, before).commit()
            } else if unsafe unlink(file.path) != 0 {
                throw Failure(file: file.path, "cannot be removed again", errno)
            }
            replaced -= 1
        }
        if hasMadeFolder { unsafe rmdir(profiles) }
    }
}
