internal import FaderJSON
internal import FaderValues
internal import Glibc

/// Runs `faderd --check`, `--edit`, `--profiles` and others, so that faderctl needs neither YAML nor locales.
struct ConfigCheck {
    let program: String

    /// Finds faderd in the directory of this program, else in PATH.
    init() throws(Failure) {
        let places = [Self.ownDirectory] + (Environment.value("PATH") ?? "").split(separator: ":").map(String.init)
        guard let place = places.first(where: { unsafe access("\($0)/faderd", X_OK) == 0 }) else {
            throw Failure(
                .unavailable,
                "faderd, which reads the config, is neither in \(Self.ownDirectory) nor in PATH; install it there, or check the "
                    + "file where it is installed")
        }
        program = "\(place)/faderd"
    }

    /// Checks a file; nil: the one that a daemon started here would read. `environment` is that daemon's; nil: this program's.
    func check(_ file: String?, environment: [String]? = nil) throws(Failure) -> ReloadResource {
        try run("--check", file.map { ["--", $0] } ?? [], environment: environment)
    }

    /// `request` is the JSON that `faderd --edit` reads.
    func edit(_ file: String, _ request: [UInt8], isDry: Bool) throws(Failure) -> ConfigEditOutcome {
        try run("--edit", (isDry ? ["--dry-run"] : []) + ["--", file], input: request)
    }

    /// The text of a file without its secrets. Only the tree of the file tells which these are.
    func textWithoutSecrets(of file: String) throws(Failure) -> String {
        let (output, status) = try ChildProgram(path: program).run(["--show", "--", file], errors: .output)
        let text = String(decoding: output, as: UTF8.self)
        guard status == EX_OK else { throw Failure(.io, text.split(separator: "\n").joined(separator: " ")) }
        return text
    }

    /// What a YAML file of another program says.
    func content(of file: String) throws(Failure) -> JSONValue {
        let outcome: ConfigEditOutcome = try run("--content", ["--", file])
        guard let refusal = outcome.refusal else { return outcome.content ?? .null }
        if refusal.reason == .inaccessible { throw Failure(.io, refusal.sentence) }
        throw Failure(.refused, refusal.sentence, further: outcome.diagnostics.map(\.text))
    }

    func profiles() throws(Failure) -> [ProfileResource] { try run("--profiles") }

    /// The consoles that answer at an address; nil: in all networks of this machine.
    func consoles(_ address: String?) throws(Failure) -> ConsoleSearchOutcome { try run("--consoles=\(address ?? "all")") }

    /// The console at an address, with the names of its strips.
    func console(at address: String) throws(Failure) -> FoundConsole {
        let outcome = try consoles(address)
        guard let console = outcome.consoles.first(where: { !$0.strips.isEmpty }) else {
            throw Failure(
                .unavailable,
                outcome.problem.map { "\(address.withoutControls()) cannot be asked: \($0)" }
                    ?? "no console that faderd knows has answered at \(address.withoutControls()): is it on, and is this the address that its setup shows? "
                    + "\"faderctl consoles\" finds those in this network. Some do not say what they are: name the family of an SQ or Qu, such as "
                    + "sq:192.168.1.60")
        }
        return console
    }

    /// All errors follow the sentence, changed by `reword`.
    func require(_ file: String, else sentence: String, reword: (String) -> String = { $0 }) throws(Failure) {
        let result = try check(file)
        guard !result.valid else { return }
        throw Failure(.config, "\(sentence):", further: result.diagnostics.map { reword($0.text) })
    }

    /// Runs faderd and reads the JSON that it prints. Its standard error goes where this program's goes.
    private func run<Answer: Decodable>(
        _ command: String, _ arguments: [String] = [], input: [UInt8] = [], environment: [String]? = nil
    ) throws(Failure) -> Answer {
        let (output, status) = try ChildProgram(path: program).run([command, "--json"] + arguments, input: input, environment: environment)
        do throws(WireError) {
            return try WireJSON.decode(Answer.self, from: output)
        } catch {
            throw Failure(
                .defect,
                "\(program) \(command) ended with \(status), and what it printed cannot be read: \(error); is it of version "
                    + "\(faderdVersion)?")
        }
    }

    static let ownDirectory: String = {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        _ = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        return String(upToZeroOf: buffer).split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    }()
}
