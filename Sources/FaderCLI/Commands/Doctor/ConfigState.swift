internal import Glibc

struct ConfigState: Equatable {
    /// Nil if `faderd --check` cannot be run.
    var result: ReloadResource?
    var isThere = true
    var isReadable = true
    /// The SHA-256 of the file; nil if it cannot be read.
    var digest: String?
    var example = ExampleConfig.usual

    private static let subject = "config"

    func finding(_ daemon: StatusResource?) -> Finding {
        if let daemon, daemon.configFile == nil { return .none(Self.subject, daemon.config) }
        guard let result else { return .none(Self.subject, "not known, because there is no faderd that could read it") }
        let path = result.config
        guard isThere else {
            let copy = ExampleConfig.copying(example, to: path)
            return .wrong(Self.subject, "there is none at \(path)", advice: path.hasPrefix("/etc/") ? "sudo \(copy)" : copy)
        }
        guard isReadable else {
            let sentence = "you may not read \(path)"
            // Then it is the file of another user, who has started the daemon with it.
            if daemon != nil { return .none(Self.subject, "\(sentence), but the daemon could when it started") }
            return .wrong(Self.subject, sentence, advice: "ls -l \(path.shellWord)   (then give it to the user of the daemon with chown)")
        }
        guard result.valid else {
            let errors = result.diagnostics.filter { $0.severity == .error }
            let more = errors.count > 1 ? " (and \(errors.count - 1) more)" : ""
            let place = errors.first.map { $0.line > 0 ? "\($0.file):\($0.line): \($0.message)" : "\($0.file): \($0.message)" } ?? path
            return .wrong(Self.subject, place + more, advice: "faderctl check \(path.shellWord)   (it shows each error and its line)")
        }
        if let daemon, let digest, daemon.configDigest != digest {
            return .none(Self.subject, "\(path) is valid, but was changed after the daemon read it", advice: "faderctl reload")
        }
        let count = result.diagnostics.count
        let warnings =
            result.diagnostics.first.map { ", with \(Output.count(count, "warning"))\(count > 1 ? ", the first" : ""): \($0.message)" }
            ?? ""
        return .ok(Self.subject, "\(path) is valid\(warnings)", advice: warnings.isEmpty ? nil : "faderctl check")
    }

    /// Nil if the variables cannot be read, for example because it is another user's process.
    private static func environment(of process: Int) -> [String]? {
        guard let bytes = try? InputFile.ordinary("/proc/\(process)/environ", limit: 1 << 20), !bytes.isEmpty else { return nil }
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The file that the daemon uses, or the one that a daemon started here would.
    static func read(_ daemon: StatusResource?) -> ConfigState {
        var state = ConfigState()
        guard let check = try? ConfigCheck() else { return state }
        if let example = ExampleConfig.installed(with: check.program) { state.example = example }
        if daemon != nil, daemon?.configFile == nil { return state }
        // The daemon may run in another session than this program.
        state.result = try? check.check(daemon?.configFile, environment: daemon.flatMap { environment(of: $0.process) })
        guard let path = state.result?.config else { return state }
        state.isThere = unsafe access(path, F_OK) == 0 || errno == EACCES
        state.isReadable = unsafe access(path, R_OK) == 0
        if let bytes = try? InputFile.ordinary(path, limit: 64 << 20) { state.digest = SHA256.hexadecimal(bytes) }
        return state
    }
}
