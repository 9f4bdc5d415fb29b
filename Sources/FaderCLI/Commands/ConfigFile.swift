internal import FaderJSON
internal import Glibc

/// A config or profile that a command changes, by `faderd --edit`: faderctl does not know YAML.
struct ConfigFile {
    /// The path as it was given. The profiles are beside this one, also if it is a symbolic link.
    let path: String
    let digest: String
    let bytes: [UInt8]
    private let faderd: ConfigCheck

    /// A missing file is an error: the daemon has read it, so its disk may be away.
    init(_ path: String) throws(Failure) {
        let bytes = try InputFile.ordinary(path, limit: Self.mostBytes)
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw Failure(.config, "\(path) is not UTF-8 text, so it stays as it is; save it as UTF-8, then try again")
        }
        (self.path, self.bytes, digest, faderd) = (path, bytes, SHA256.hexadecimal(bytes), try ConfigCheck())
    }

    /// faderd reads no larger config.
    private static let mostBytes = 4 << 20

    /// The config in force. Fails if the file has changed since: an edit would also load changes that nobody has loaded yet.
    init(inForce status: StatusResource) throws(Failure) {
        try self.init(status.requireConfigFile())
        guard status.configDigest == digest else {
            throw Failure(.refused, "\(path) was changed since the daemon read it; run \"faderctl reload\", then run this command again")
        }
    }

    /// Fails before anybody has moved a control.
    func checkWritable() throws(Failure) {
        // faderd writes a copy beside the file that a link leads to.
        for (place, mode) in [(path, W_OK), (NewFile.target(of: path).directory, W_OK | X_OK)] {
            guard unsafe access(place, mode) == 0 else { throw Failure(unwritable: path, errno) }
        }
    }

    var unwritable: String? {
        do throws(Failure) {
            try checkWritable()
            return nil
        } catch {
            return error.told
        }
    }

    /// The file with these values set one after the other. Nothing is written yet.
    func setting(_ values: [ConfigValue]) throws(Failure) -> ChangedFile {
        try changed(by: Self.request(digest, values.map(\.edit)))
    }

    /// What edits in the form of `faderd --edit` would lead to. Nothing is written.
    func outcome(of edits: [JSONValue]) throws(Failure) -> ConfigEditOutcome {
        try faderd.edit(path, try Self.request(digest, edits), isDry: true)
    }

    /// `request` is the JSON that `faderd --edit` reads. Nothing is written yet.
    func changed(by request: [UInt8]) throws(Failure) -> ChangedFile {
        let outcome = try faderd.edit(path, request, isDry: true)
        if let failure = Failure(outcome) { throw failure }
        return ChangedFile(
            path: path, diff: outcome.diff, publicDiff: outcome.publicDiff, text: outcome.text ?? "", digest: outcome.digest ?? digest,
            warnings: outcome.diagnostics,
            before: bytes, request: request, faderd: faderd)
    }

    func content() throws(Failure) -> JSONValue { try contentAndLines().content }

    /// What the file says, and the lines on which the entries of `parameters:` and `groups:` begin.
    func contentAndLines() throws(Failure) -> (content: JSONValue, lines: [String: Int]) {
        let outcome = try outcome(of: [])
        if let failure = Failure(outcome) { throw failure }
        return (outcome.content ?? .null, outcome.lines ?? [:])
    }

    func has(_ path: [String]) throws(Failure) -> Bool {
        // Renaming a key to its own name changes nothing. A missing one is reported before the config is checked, which needs its profiles.
        let rename = JSONValue.object(["rename": .list(path.map { .text($0) }), "to": .text(path.last ?? "")])
        let outcome = try outcome(of: [rename])
        switch outcome.refusal?.reason {
        case nil: return true
        case .missing, .unsuited: return false
        default: throw Failure(outcome) ?? Failure(.defect)
        }
    }

    private static func request(_ digest: String, _ edits: [JSONValue]) throws(Failure) -> [UInt8] {
        do throws(WireError) {
            return try WireJSON.encode(JSONValue.object(["read": .text(digest), "edits": .list(edits)]))
        } catch {
            throw Failure(.defect, "the edits cannot be written as JSON: \(error)")
        }
    }
}

struct ConfigValue: Equatable {
    var path: [String]
    var value: JSONValue

    var edit: JSONValue { .setting(path, to: value) }
}

struct ChangedFile {
    let path: String
    let diff: String
    /// The changed lines for browsers, without what may be secret.
    let publicDiff: String
    let text: String
    let digest: String
    let warnings: [Diagnostic]
    let before: [UInt8]
    fileprivate let request: [UInt8]
    fileprivate let faderd: ConfigCheck

    /// Writes the file, unless it was changed since it was read.
    func write() throws(Failure) {
        if let failure = Failure(try faderd.edit(path, request, isDry: false)) { throw failure }
    }

    func undo() throws(Failure) { try NewFile.replace(path, with: before) }

    /// The changes shown as those of another file, which gets the new text.
    func diff(of other: String) -> String {
        let heads = ["---", "+++"].map { "\($0) \(other.withoutControls())\n" }.joined()
        return diff.isEmpty ? "" : heads + diff.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).dropFirst(2).joined()
    }
}

extension Failure {
    init?(_ outcome: ConfigEditOutcome) {
        guard let refusal = outcome.refusal else { return nil }
        let diagnostics = outcome.diagnostics.map(\.text)
        switch refusal.reason {
        case .invalid:
            self.init(.config, "\(outcome.file) would have errors, so it stays as it is:", further: diagnostics)
        case .inaccessible: self.init(.io, refusal.sentence)
        case .changed:
            self.init(.refused, "\(outcome.file) was changed meanwhile, so it stays as it is; run the command again")
        case .malformed, .missing, .unsuited: self.init(.refused, refusal.sentence, further: diagnostics)
        }
    }
}
