internal import Glibc

struct ProfileFile {
    let path: String
    let text: String

    /// A profile in the form of those in `config/profiles/`. `title` is what people call the device; `match` is as in the config.
    static func text(title: String, match: String, _ controls: [(id: String, control: LearnedControl)]) -> String {
        let entries = controls.map { id, control in
            "  \(id.yamlWord): \(control.entry)\(control.doubt.map { "  # doubtful: \($0)" } ?? "")\n"
        }.joined()
        return """
            # Written by "faderctl learn --surface" from what the controller sent. What else a profile can say: faderd.yaml(5).
            version: 1
            name: \(title.withoutControls().yamlQuoted)
            match: \(match)

            controls:
            \(entries)
            """
    }

    /// Has faderd check the profile. Fails with what is wrong.
    func check() throws(Failure) {
        try TrialFolder.require(
            "version: 1\nsurfaces:\n  learned:\n    match: learned\n    profile: learned\n", at: "", profiles: ["learned": text], in: nil,
            else: "the profile would have errors"
        ) { $0.replacing("profiles/learned.yaml", with: path) }
    }

    /// Creates the folder if it is missing. Replaces an existing file.
    func write() throws(Failure) {
        try NewFile.makeFolder(path.directory)
        try NewFile.replace(path, with: Array(text.utf8))
    }

    /// Replaces no link and does not follow one: in a folder that everybody may write to, somebody else may have made it.
    func writeWhereNoLinkIs() throws(Failure) {
        try NewFile.check(path, replaces: true)
        try NewFile.makeFolder(path.directory)
        try NewFile(path, text).commit()
    }

    func writeWhereNothingIs() throws(Failure) {
        guard !NewFile.isTaken(path) else { throw Failure(existing: path) }
        try NewFile.makeFolder(path.directory)
        try NewFile(path, text).commitWhereNothingIs()
    }

    /// The path or, if it is taken, the first free one with a number: `box.yaml`, `box-2.yaml`.
    static func free(_ path: String) -> String {
        let suffix = path.hasSuffix(".yaml") ? ".yaml" : ""
        let base = path.dropLast(suffix.count)
        var (free, count) = (path, 1)
        while NewFile.isTaken(free) { (free, count) = ("\(base)-\(count + 1)\(suffix)", count + 1) }
        return free
    }

    /// Fails if nothing can be written at a path. Called before the person puts any work into a walk.
    static func requireRoom(at path: String) throws(Failure) {
        let folder = path.directory
        // A missing folder is created, but its parent folder is not.
        let place = NewFile.isTaken(folder) ? folder : folder.directory
        guard unsafe access(place, W_OK | X_OK) != 0 else { return }
        let reason = Failure(file: place, "cannot be written to", errno).sentence ?? ""
        throw Failure(.io, "\(reason); name another place with --output FILE, or run the command as a user who may write there")
    }

    static func isSame(_ one: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        guard unsafe stat(one, &first) == 0, unsafe stat(other, &second) == 0 else { return false }
        return (first.st_dev, first.st_ino) == (second.st_dev, second.st_ino)
    }

    /// The name of the profile in a file; nil if the file cannot be a profile.
    static func name(_ path: String) -> String? {
        let file = path.split(separator: "/").last ?? ""
        return file.hasSuffix(".yaml") && file.count > 5 ? String(file.dropLast(5)) : nil
    }
}
