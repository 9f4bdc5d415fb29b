internal import Glibc

/// The first config of a daemon that has found none: the built-in configuration, written where a reload looks for it. It is in force
/// already, so no value and no surface is lost.
struct FirstConfig {
    let place: String
    let text: String
    let digest: String

    init?(_ status: StatusResource) {
        guard let builtIn = status.builtIn else { return nil }
        self.init(place: builtIn.place, text: builtIn.text)
    }

    init(place: String, text: String) { (self.place, self.text, digest) = (place, text, SHA256.hexadecimal(Array(text.utf8))) }

    /// All lines, in the form of `diff -u`.
    var diff: String {
        let lines = text.textLines
        return "--- /dev/null\n+++ \(place.withoutControls())\n@@ -0,0 +1,\(lines.count) @@\n" + lines.map { "+\($0)\n" }.joined()
    }

    /// Why this user cannot write the file; nil if that is possible.
    var problem: String? {
        if NewFile.isTaken(place) { return "\(place) is there now, but the daemon has not read it; type \"faderctl reload\"" }
        var folder = place.directory
        while !NewFile.isTaken(folder), folder != folder.directory { folder = folder.directory }
        return unsafe access(folder, W_OK | X_OK) == 0 ? nil : Failure(unwritable: place, errno).told
    }

    /// Creates the folder if it is missing. Replaces nothing.
    func write() throws(Failure) {
        try TrialFolder.require(text, at: place, in: place.sibling("profiles"), else: "the first config would have errors")
        try Self.create(place.directory)
        try NewFile(place, text).commitWhereNothingIs()
    }

    /// Creates a folder, and the missing ones above it.
    private static func create(_ folder: String) throws(Failure) {
        if !NewFile.isTaken(folder.directory) { try create(folder.directory) }
        try NewFile.makeFolder(folder)
    }

    /// Deletes the file again, unless somebody has changed it meanwhile.
    func takeBack() {
        if let file = try? ConfigFile(place), file.digest == digest { unsafe unlink(place) }
    }
}

extension ConfigFile {
    func diff(with text: String) -> String {
        let (old, new) = (String(decoding: bytes, as: UTF8.self).textLines, text.textLines)
        let name = path.withoutControls()
        return "--- \(name)\n+++ \(name)\n@@ -1,\(old.count) +1,\(new.count) @@\n" + old.map { "-\($0)\n" }.joined()
            + new.map { "+\($0)\n" }.joined()
    }
}

extension String {
    /// The lines, empty ones too. An end of line at the end begins no further one.
    fileprivate var textLines: [Substring] {
        var lines = split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}
