internal import FaderJSON
internal import FaderValues
internal import Glibc

/// The last change of a config that can be taken back, in a file beside it that only its owner can read, because a config may have secrets.
struct ConfigUndo: Codable {
    let before: String
    let written: String

    /// A config has at most 4 MiB, and its texts may be longer as JSON.
    private static let most = 32 << 20

    private static func path(of config: String) -> String { "\(NewFile.target(of: config)).undo" }
}

extension ConfigUndo {
    /// Keeps a change in place of an earlier one. Called before the new one is written.
    static func keep(_ change: ChangedFile) throws(Failure) {
        let undo = ConfigUndo(before: String(decoding: change.before, as: UTF8.self), written: change.text)
        let bytes: [UInt8]
        do throws(WireError) { bytes = try WireJSON.encode(undo) } catch {
            throw Failure(.defect, "the change cannot be kept for undo: \(error)")
        }
        try NewFile(path(of: change.path), bytes, mode: 0o600).commit()
    }

    /// Reads what can be undone. Refused if somebody has changed the config since.
    init(of config: String) throws(Failure) {
        let path = Self.path(of: config)
        guard NewFile.isTaken(path) else {
            throw Failure(
                .refused, "there is nothing to undo: neither \"faderctl consoles\" nor \"import-deej\" has changed \(config) since")
        }
        let bytes = try InputFile.ordinary(path, limit: Self.most)
        do throws(WireError) { self = try WireJSON.decode(ConfigUndo.self, from: bytes) } catch {
            throw Failure(.refused, "\(path) is damaged: \(error); remove it, and change \(config) by hand")
        }
        let now = String(decoding: try InputFile.ordinary(config, limit: Self.most), as: UTF8.self)
        guard now.utf8.elementsEqual(written.utf8) else {
            throw Failure(
                .refused, "\(config) was changed since, which undo would lose, so it stays as it is:",
                further: Self.difference(written, now, config).split(separator: "\n").map(String.init))
        }
    }

    func difference(in config: String) -> String { Self.difference(written, before, config) }

    private static func difference(_ old: String, _ new: String, _ path: String) -> String {
        func lines(_ text: String) -> [String] {
            text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).withoutControls() }
        }
        return LineDiff(lines(old), lines(new)).text(path)
    }

    /// Puts the config back. After that there is nothing to undo.
    func apply(to config: String) throws(Failure) {
        try NewFile.replace(config, with: Array(before.utf8))
        let path = Self.path(of: config)
        guard unsafe unlink(path) == 0 else { throw Failure(file: path, "cannot be removed", errno) }
    }
}
