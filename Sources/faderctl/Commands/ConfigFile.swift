internal import FaderAPI
internal import FaderModel
internal import Glibc

/// The lines of a config file, to change some and leave the rest untouched.
struct ConfigFile {
    /// Its path, with symbolic links resolved.
    let path: String
    /// The path as it was given. The profiles are next to this one.
    private let given: String
    fileprivate let lines: [String]
    private let newline: String

    /// Reads a file. A missing one is an error: the daemon has read it, so its disk may be away.
    init(_ path: String) throws(Failure) {
        let target = NewFile.target(of: path)
        // A byte that is not UTF-8 would become another one when the file is written.
        guard let text = String(validating: try InputFile.ordinary(target, limit: Self.mostBytes), as: UTF8.self) else {
            throw Failure(
                exitCode: EX_CONFIG, sentence: "\(path) is not UTF-8 text, so it stays as it is; save it as UTF-8, then try again")
        }
        self.init(path: target, given: path, text: text)
    }

    /// No config is larger: faderd reads no more.
    private static let mostBytes = 4 << 20

    init(path: String, given: String? = nil, text: String) {
        (self.path, self.given) = (path, given ?? path)
        // Split by bytes, because to Swift a CR LF is one character.
        var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        if lines.last == "" { lines.removeLast() }
        let hasReturns = lines.contains { $0.last == "\r" } && lines.dropLast().allSatisfy { $0.last == "\r" }
        newline = hasReturns ? "\r\n" : "\n"
        self.lines = hasReturns ? lines.map { $0.last == "\r" ? String($0.dropLast()) : $0 } : lines
    }

    /// Fails if the file cannot be replaced, before anybody has moved a control.
    func checkWritable() throws(Failure) {
        guard unsafe access(path.directory, W_OK | X_OK) == 0 else { throw Failure(unwritable: path, errno) }
    }

    /// Fails if a surface is written in a form that `setting` cannot change.
    func checkForm(ofSurface surface: String) throws(Failure) {
        guard SurfaceLines(lines).setting("any", to: "x", in: "map", ofSurface: surface) == nil else { return }
        throw Failure(
            exitCode: EX_CONFIG,
            sentence: "\(path): the surface \(surface) is written in a form that faderctl cannot change; write it on several lines first")
    }

    private func edit(_ after: [String]) -> ConfigEdit {
        ConfigEdit(path: path, given: given, before: lines, after: after, newline: newline)
    }

    /// The file with some lines added at the end of a section, which is created if missing. They are indented by two spaces per level, or
    /// like the existing entries.
    func adding(_ block: String, under section: String) throws(Failure) -> ConfigEdit {
        var added = block.split(separator: "\n").map { String($0) }
        guard let start = lines.firstIndex(where: { $0.hasPrefix("\(section):") }) else {
            return edit(lines + (lines.last?.isEmpty == false ? [""] : []) + ["\(section):"] + added)
        }
        let rest = lines[start].dropFirst(section.utf8.count + 1).prefix { $0 != "#" }
        guard rest.allSatisfy(\.isWhitespace) else {
            throw Failure(
                exitCode: EX_CONFIG,
                sentence:
                    "\(path):\(start + 1): the \(section) are written on one line, where nothing can be added; write each on lines of its "
                    + "own, or add there:", further: [block])
        }
        if let indent = SurfaceLines(lines).indent(inside: start), indent != 2 {
            added = added.map { line in
                let blanks = line.prefix { $0 == " " }.count
                return SurfaceLines.spaces(blanks / 2 * indent) + line.dropFirst(blanks)
            }
        }
        // Comments and empty lines after the last entry belong to what follows, unless the comments are indented.
        var end = start + 1
        for index in lines.indices.dropFirst(start + 1) {
            if let first = lines[index].first, first != " ", first != "#" { break }
            if lines[index].hasPrefix(" "), !lines[index].allSatisfy(\.isWhitespace) { end = index + 1 }
        }
        return edit(lines[..<end] + added + lines[end...])
    }

    /// The file with a key set in a surface's `controls` or `map`.
    func setting(_ key: String, to value: String, in block: String, ofSurface surface: String) throws(Failure) -> ConfigEdit {
        guard let after = SurfaceLines(lines).setting(key, to: value, in: block, ofSurface: surface) else {
            throw Failure(
                exitCode: EX_CONFIG,
                sentence: "\(path): the surface \(surface) is written in a form that faderctl cannot change; set \"\(key): \(value)\" "
                    + "in its \(block) yourself")
        }
        return edit(after)
    }

    /// The file with some keys of a control set, in a surface's own `controls`, or in a profile's if no surface is given.
    func setting(
        _ keys: [(key: String, value: String)], ofControl control: String, ofSurface surface: String?
    ) throws(Failure) -> ConfigEdit {
        guard let after = SurfaceLines(lines).setting(keys, ofControl: control, ofSurface: surface) else {
            throw Failure(
                exitCode: EX_CONFIG,
                sentence: "\(path): \(control) is written in a form that faderctl cannot change; write each control on a line of its own")
        }
        return edit(after)
    }

    /// Whether a surface's own `controls` have a control.
    func hasControl(_ control: String, ofSurface surface: String) -> Bool {
        SurfaceLines(lines).hasControl(control, ofSurface: surface)
    }
}

/// A file before and after a change.
struct ConfigEdit {
    let path: String
    /// The path as it was given; nil if it is `path`.
    var given: String?
    let before: [String]
    let after: [String]
    var newline = "\n"

    /// The changes, in the form of `diff -u`.
    var diff: String { LineDiff(before, after).text(path) }

    /// Whether a line with this key is removed or changed.
    func replaces(_ key: String) -> Bool {
        let kept = Swift.Set(after)
        return before.contains { !kept.contains($0) && ($0.contains("\(key):") || $0.contains("\"\(key)\":")) }
    }

    var text: String { after.map { $0 + newline }.joined() }

    /// This change followed by another.
    func then(_ next: (ConfigFile) throws(Failure) -> ConfigEdit) throws(Failure) -> ConfigEdit {
        ConfigEdit(path: path, given: given, before: before, after: try next(ConfigFile(path: path, text: text)).after, newline: newline)
    }

    /// Replaces the file atomically and keeps its mode, but only if faderd finds no error in the new text.
    func write() throws(Failure) {
        try check()
        try commit(NewFile(path, text))
    }

    /// Fails if faderd finds an error in the new text. Writes nothing beside the config.
    func check() throws(Failure) {
        let trial = try TrialFolder()
        defer { trial.remove() }
        try NewFile(trial.config, text).commit()
        // If the path is a link, the profiles are next to the link.
        let profiles = (given ?? path).sibling("profiles")
        guard unsafe symlink(profiles, trial.profiles) == 0 else { throw Failure(unwritable: trial.profiles, errno) }
        try ConfigCheck().require(trial.config, else: "the config would have errors, so it stays as it is") {
            $0.replacing(trial.config, with: path).replacing(trial.profiles, with: profiles)
        }
    }

    /// Replaces the file atomically and keeps its mode, without checking the new text.
    func replace() throws(Failure) {
        try NewFile(NewFile.target(of: path), text).commit()
    }

    /// Moves the new file to its path if the old one is still what was read.
    private func commit(_ file: NewFile) throws(Failure) {
        let folder = unsafe open(path.directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if folder >= 0 { close(folder) } }
        // Only one faderctl at a time compares and replaces.
        if folder >= 0 { _ = flock(folder, LOCK_EX) }
        guard (try? ConfigFile(path))?.lines == before else {
            file.abandon()
            throw Failure(exitCode: EX_IOERR, sentence: "\(path) was changed meanwhile, so it stays as it is; run the command again")
        }
        try file.commit()
    }
}

extension Failure {
    init(file: String, _ what: String, _ code: Int32) {
        self.init(exitCode: EX_IOERR, sentence: unsafe "\(file) \(what): \(String(cString: strerror(code)))")
    }

    /// The file is there already.
    init(existing file: String) {
        self.init(exitCode: EX_IOERR, sentence: "\(file) is there already; name another file, or replace it with --force")
    }

    init(unwritable file: String, _ code: Int32) {
        self.init(file: file, "cannot be written", code)
        if code == EACCES || code == EPERM { sentence? += "; run the command as a user who may write there" }
    }
}
