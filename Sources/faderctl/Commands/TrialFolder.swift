internal import FaderAPI
internal import Glibc

/// A folder for a config that is only checked: what a check needs is never written beside the real config.
struct TrialFolder {
    private let path: String
    /// The path for the config.
    var config: String { "\(path)/faderd.yaml" }
    /// The path for the folder of the profiles beside it, or for a link to one.
    var profiles: String { "\(path)/profiles" }

    /// Makes the folder, empty.
    init() throws(Failure) {
        var template = Array("\(Environment.value("TMPDIR") ?? "/tmp")/faderctl.XXXXXX".utf8CString)
        let isMade = unsafe mkdtemp(&template) != nil
        path = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard isMade else {
            var failure = Failure(file: path, "cannot be created", errno)
            failure.sentence? += "; set TMPDIR to a directory that you may write to"
            throw failure
        }
    }

    /// Removes it with everything in it. Of `profiles` only the link, if it is one.
    func remove() {
        unsafe unlink(config)
        if unsafe unlink(profiles) != 0 {
            for file in BackupSource.files(in: profiles) { unsafe unlink("\(profiles)/\(file)") }
            unsafe rmdir(profiles)
        }
        unsafe rmdir(path)
    }
}
