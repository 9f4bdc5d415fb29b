internal import FaderValues
internal import Glibc

/// A folder for a config that is only checked: what a check needs is never written beside the real config.
struct TrialFolder {
    private let path: String
    private var config: String { "\(path)/faderd.yaml" }
    private var profiles: String { "\(path)/profiles" }

    /// Fails with `sentence` and all errors, each changed by `reword`, if faderd would find any in a config at `place`. `own` are texts of
    /// profiles by name; the other profiles are in `folder`.
    static func require(
        _ text: String, at place: String, profiles own: [String: String] = [:], in folder: String?, else sentence: String,
        reword: (String) -> String = { $0 }
    ) throws(Failure) {
        let trial = try TrialFolder()
        defer { trial.remove() }
        guard unsafe mkdir(trial.profiles, 0o700) == 0 else { throw Failure(unwritable: trial.profiles, errno) }
        for name in folder.map(ProfileFolder.names) ?? [] where own[name] == nil {
            let link = "\(trial.profiles)/\(name).yaml"
            guard unsafe symlink("\(folder ?? "")/\(name).yaml", link) == 0 else { throw Failure(unwritable: link, errno) }
        }
        for (name, text) in own { try NewFile("\(trial.profiles)/\(name).yaml", text).commit() }
        try NewFile(trial.config, text).commit()
        try ConfigCheck().require(trial.config, else: sentence) {
            reword($0.replacing(trial.config, with: place).replacing(trial.profiles, with: folder ?? "profiles"))
        }
    }

    private init() throws(Failure) {
        var template = Array("\(Environment.value("TMPDIR") ?? "/tmp")/faderctl.XXXXXX".utf8CString)
        let isMade = unsafe mkdtemp(&template) != nil
        path = String(upToZeroOf: template)
        guard isMade else {
            var failure = Failure(file: path, "cannot be created", errno)
            failure.sentence? += "; set TMPDIR to a directory that you may write to"
            throw failure
        }
    }

    private func remove() {
        unsafe unlink(config)
        for file in FileContents.names(in: profiles) ?? [] { unsafe unlink("\(profiles)/\(file)") }
        unsafe rmdir(profiles)
        unsafe rmdir(path)
    }
}
