internal import FaderAdmin
internal import Glibc

/// Checks and edits a config with the daemon's reader by running `faderd --check` and `faderd --edit`, so that faderctl needs neither YAML
/// nor locales.
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

    /// Checks a file. If it is nil, checks the one that a daemon started here would read.
    func check(_ file: String?) throws(Failure) -> ReloadResource {
        let (output, status) = try run(["--check", "--json"] + (file.map { ["--", $0] } ?? []))
        do throws(WireError) {
            return try WireJSON.decode(ReloadResource.self, from: output)
        } catch {
            throw Failure(
                .defect,
                "\(program) --check ended with \(status), and what it printed cannot be read: \(error); is it of version "
                    + "\(faderdVersion)?")
        }
    }

    /// Makes edits in a file, or shows what they would change: `request` is the JSON that `faderd --edit` reads.
    func edit(_ file: String, _ request: [UInt8], isDry: Bool) throws(Failure) -> ConfigEditOutcome {
        let (output, status) = try run(["--edit", "--json"] + (isDry ? ["--dry-run"] : []) + ["--", file], input: request)
        do throws(WireError) {
            return try WireJSON.decode(ConfigEditOutcome.self, from: output)
        } catch {
            throw Failure(
                .defect,
                "\(program) --edit ended with \(status), and what it printed cannot be read: \(error); is it of version "
                    + "\(faderdVersion)?")
        }
    }

    /// Fails if a file has errors: with `sentence` and all errors, each of which `reword` may change.
    func require(_ file: String, else sentence: String, reword: (String) -> String = { $0 }) throws(Failure) {
        let result = try check(file)
        guard !result.valid else { return }
        throw Failure(.config, "\(sentence):", further: result.diagnostics.map { reword($0.text) })
    }

    /// Runs the program to its end with some input. It shares this program's standard error.
    private func run(_ arguments: [String], input: [UInt8] = []) throws(Failure) -> (output: [UInt8], status: Int32) {
        try ChildProgram(path: program).run(arguments, input: input)
    }

    /// The directory of this program.
    static let ownDirectory: String = {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        let path = String(decoding: buffer[..<max(0, length)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    }()
}
