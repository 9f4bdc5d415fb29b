internal import FaderAPI
internal import Glibc

/// A config file as lines, to be changed without touching what it says elsewhere.
struct ConfigFile {
    /// Its path, through symbolic links.
    let path: String
    private let text: String

    /// Reads a file; a missing one is a config without anything.
    init(_ path: String) throws(Failure) {
        var resolved = [CChar](repeating: 0, count: Int(PATH_MAX))
        let isThere = unsafe realpath(path, &resolved) != nil
        self.path = isThere ? String(decoding: resolved.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) : path
        let descriptor = unsafe open(self.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw Failure(file: path, "cannot be read", errno) }
            text = "version: 1\n"
            return
        }
        text = String(decoding: ConfigCheck.contents(of: descriptor), as: UTF8.self)
    }

    /// Reads a file that has to be there.
    init(existing path: String) throws(Failure) {
        guard unsafe access(path, R_OK) == 0 else { throw Failure(file: path, "cannot be read", errno) }
        try self.init(path)
    }

    init(path: String, text: String) { (self.path, self.text) = (path, text) }

    /// The file with some lines added at the end of a section, which is begun where there is none.
    func adding(_ block: String, under section: String) throws(Failure) -> ConfigEdit {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        if lines.last == "" { lines.removeLast() }
        let added = block.split(separator: "\n").map { String($0) }
        guard let start = lines.firstIndex(where: { $0.hasPrefix("\(section):") }) else {
            return ConfigEdit(
                path: path, before: lines, after: lines + (lines.last?.isEmpty == false ? [""] : []) + ["\(section):"] + added)
        }
        let rest = lines[start].dropFirst(section.utf8.count + 1).prefix { $0 != "#" }
        guard rest.allSatisfy(\.isWhitespace) else {
            throw Failure(
                exitCode: EX_CONFIG,
                sentence:
                    "\(path):\(start + 1): the \(section) are written on one line, where nothing can be added; write each on lines of its "
                    + "own, or add there:\n\(block)")
        }
        // Comments and empty lines behind the last entry belong to what follows, unless they are indented as entries are.
        var end = start + 1
        for index in lines.indices.dropFirst(start + 1) {
            if let first = lines[index].first, first != " ", first != "#" { break }
            if lines[index].hasPrefix(" "), !lines[index].allSatisfy(\.isWhitespace) { end = index + 1 }
        }
        return ConfigEdit(path: path, before: lines, after: lines[..<end] + added + lines[end...])
    }

    /// The file with a key set in a block of a surface: in `controls` or `map`.
    func setting(_ key: String, to value: String, in block: String, ofSurface surface: String) throws(Failure) -> ConfigEdit {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        if lines.last == "" { lines.removeLast() }
        guard let after = SurfaceLines(lines).setting(key, to: value, in: block, ofSurface: surface) else {
            throw Failure(
                exitCode: EX_CONFIG,
                sentence: "\(path): the surface \(surface) is written in a form that faderctl cannot change; write there, under \(block):\n"
                    + "\(key): \(value)")
        }
        return ConfigEdit(path: path, before: lines, after: after)
    }

    /// The file with some keys of a control set: of a surface's own `controls`, or of a profile's where no surface is named.
    func setting(
        _ keys: [(key: String, value: String)], ofControl control: String, ofSurface surface: String?
    ) throws(Failure) -> ConfigEdit {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        if lines.last == "" { lines.removeLast() }
        guard let after = SurfaceLines(lines).setting(keys, ofControl: control, ofSurface: surface) else {
            throw Failure(
                exitCode: EX_CONFIG,
                sentence: "\(path): \(control) is written in a form that faderctl cannot change; write each control on a line of its own")
        }
        return ConfigEdit(path: path, before: lines, after: after)
    }

    /// Whether a surface's own `controls` have a control.
    func hasControl(_ control: String, ofSurface surface: String) -> Bool {
        SurfaceLines(text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) })
            .hasControl(control, ofSurface: surface)
    }
}

/// A file before and after a change.
struct ConfigEdit {
    let path: String
    let before: [String]
    let after: [String]

    /// What changes, as `diff -u` shows it.
    var diff: String { LineDiff(before, after).text(path) }

    /// Whether a line that has this key goes or is changed.
    func replaces(_ key: String) -> Bool {
        let kept = Swift.Set(after)
        return before.contains { !kept.contains($0) && ($0.contains("\(key):") || $0.contains("\"\(key)\":")) }
    }

    /// The whole file afterwards.
    var text: String { after.map { $0 + "\n" }.joined() }

    /// The same with another change behind it.
    func then(_ next: (ConfigFile) throws(Failure) -> ConfigEdit) throws(Failure) -> ConfigEdit {
        ConfigEdit(path: path, before: before, after: try next(ConfigFile(path: path, text: text)).after)
    }

    /// Replaces the file at once and keeps its mode, after faderd has found no error in what is written.
    func write() throws(Failure) {
        let new = try NewFile(path, text)
        let result: ReloadResource
        do throws(Failure) { result = try ConfigCheck().check(new.temporary) } catch {
            new.abandon()
            throw error
        }
        guard result.valid else {
            new.abandon()
            let problems = result.diagnostics.map { String($0.text.split(separator: new.temporary).joined(separator: path)) }
            throw Failure(
                exitCode: EX_CONFIG, sentence: "the config would have errors, so it stays as it is:\n" + problems.joined(separator: "\n"))
        }
        try new.commit()
    }

    /// Replaces the file at once and keeps its mode, whatever is written.
    func replace() throws(Failure) {
        try NewFile(path, text).commit()
    }
}

extension Failure {
    init(file: String, _ what: String, _ code: Int32) {
        self.init(exitCode: EX_IOERR, sentence: unsafe "\(file) \(what): \(String(cString: strerror(code)))")
    }
}
