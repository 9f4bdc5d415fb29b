internal import FaderJSON

/// One JSON document with the config, the profiles beside it, and what an export has. It may come from anywhere, so it is read strictly,
/// and the names of profiles can only be those that a config can use.
struct BackupDocument {
    /// The value of `"faderd-backup"`.
    static let version = 1
    /// The most bytes of a document: an export, a config and some profiles fit.
    static let sizeLimit = 128 << 20
    private static let mostProfiles = 1_024

    var config: String
    var profiles: [String: String]
    /// Values and snapshots as an export has them. Only the daemon checks them.
    var state: [UInt8]

    init(config: String, profiles: [String: String], state: [UInt8]) {
        (self.config, self.profiles, self.state) = (config, profiles, state)
    }

    /// The document as a file. `now` is in seconds since 1970.
    func rendered(now: Double) -> [UInt8] {
        var text = "{\n  \"faderd-backup\": \(Self.version),\n  \"made\": \"\(WallTime.text(now))\",\n  \"by\": "
        JSONValue.appendQuoted("faderd \(faderdVersion)", to: &text)
        text += ",\n  \"config\": "
        JSONValue.appendQuoted(config, to: &text)
        text += ",\n  \"profiles\": "
        var separator = "{\n    "
        for (name, profile) in profiles.sorted(by: { $0.key < $1.key }) {
            text += separator
            JSONValue.appendQuoted(name, to: &text)
            text += ": "
            JSONValue.appendQuoted(profile, to: &text)
            separator = ",\n    "
        }
        text += profiles.isEmpty ? "{}" : "\n  }"
        return Array((text + ",\n  \"state\": ").utf8) + Self.trimmed(state[...]) + Array("\n}\n".utf8)
    }

    /// Fails with everything that is wrong. `file` is a name for the message.
    init(reading bytes: [UInt8], _ file: String) throws(Failure) {
        let node: JSONNode
        do { node = try JSONReader.read(bytes) } catch { throw Self.refused([error.sentence(of: "it", in: bytes)], file) }
        guard case .object(let members) = node.content else { throw Self.refused([Self.notABackup], file) }
        let fields = Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        try Self.checkVersion(fields["faderd-backup"], file)
        var problems = members.map(\.key).filter { !Self.keys.contains($0) }
            .map { "the key \(JSONValue.text($0).rendered) is unknown; a newer faderd may have written it" }
        (config, profiles, state) = ("", [:], [])
        if case .text(let text)? = fields["config"]?.content {
            config = text
        } else {
            problems.append("\"config\" must be the text of a config")
        }
        if case .object(let texts)? = fields["profiles"]?.content {
            (profiles, problems) = Self.profiles(texts, problems)
        } else {
            problems.append("\"profiles\" must be an object of texts by name")
        }
        if case .object? = fields["state"]?.content {
            state = Self.source(of: "state", members, bytes)
        } else {
            problems.append("\"state\" must be what \"faderctl export\" prints")
        }
        guard problems.isEmpty else { throw Self.refused(problems, file) }
    }

    private static let keys = ["faderd-backup", "made", "by", "config", "profiles", "state"]
    private static let notABackup = "it is not a backup of faderd; \"faderctl backup\" makes one, and it begins with \"faderd-backup\""

    private static func checkVersion(_ node: JSONNode?, _ file: String) throws(Failure) {
        guard let node else { throw refused([notABackup], file) }
        let version = JSONValue(node).double
        guard version != Double(Self.version) else { return }
        let isNewer = version.map { $0 > Double(Self.version) } ?? false
        throw refused(
            [isNewer ? "a newer faderd wrote it; restore it with that version" : "faderd never used this \"faderd-backup\""], file)
    }

    private static func profiles(_ texts: [JSONNode.Member], _ before: [String]) -> (profiles: [String: String], problems: [String]) {
        var (profiles, problems) = ([String: String](), before)
        if texts.count > mostProfiles { problems.append("it has more than \(mostProfiles) profiles") }
        for member in texts.prefix(mostProfiles) {
            let name = JSONValue.text(String(member.key.prefix(80))).rendered
            guard Names.isPlain(member.key) else {
                problems.append(
                    "\(name) cannot be the name of a profile: letters, digits, \"_\", \"-\" and \".\", beginning with a letter or digit")
                continue
            }
            switch member.value.content {
            // `faderctl backup` leaves out such a profile, because no config can use it.
            case .text(let text) where text.utf8.count > BackupSource.mostBytes:
                problems.append("the profile \(name) is larger than \(BackupSource.mostBytes >> 20) MiB")
            case .text(let text): profiles[member.key] = text
            default: problems.append("the profile \(name) must be a text")
            }
        }
        return (profiles, problems)
    }

    /// The bytes of a member as they are in the document, so that nothing is lost or spelled in another way.
    private static func source(of key: String, _ members: [JSONNode.Member], _ bytes: [UInt8]) -> [UInt8] {
        guard let index = members.firstIndex(where: { $0.key == key }) else { return [] }
        let end = index + 1 < members.count ? members[index + 1].keyOffset : bytes.count
        // The comma before the next member, or the bracket that ends the document.
        return trimmed(trimmed(bytes[members[index].value.offset..<end]).dropLast())
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var rest = bytes
        while let last = rest.last, " \n\r\t".utf8.contains(last) { rest.removeLast() }
        return Array(rest)
    }

    private static func refused(_ problems: [String], _ file: String) -> Failure {
        var lines = problems.prefix(100).map { $0.withoutControls() }
        if problems.count > 100 { lines.append("and \(problems.count - 100) more problems") }
        guard lines.count > 1 else { return Failure(.refused, "\(file) cannot be restored: \(lines[0])") }
        return Failure(.refused, "\(file) cannot be restored:", further: lines)
    }
}
