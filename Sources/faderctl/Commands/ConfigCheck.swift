internal import FaderAPI
internal import FaderModel
internal import Glibc

/// Checks and edits a config with the daemon's reader by running `faderd --check` and `faderd --edit`, so that faderctl needs neither YAML nor
/// locales.
struct ConfigCheck {
    let program: String

    /// Finds faderd in the directory of this program, else in PATH.
    init() throws(Failure) {
        let places = [Self.ownDirectory] + (Environment.value("PATH") ?? "").split(separator: ":").map(String.init)
        guard let place = places.first(where: { unsafe access("\($0)/faderd", X_OK) == 0 }) else {
            throw Failure(
                exitCode: EX_UNAVAILABLE,
                sentence: "faderd, which reads the config, is neither in \(Self.ownDirectory) nor in PATH; install it there, or check the "
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
                exitCode: EX_SOFTWARE,
                sentence: "\(program) --check ended with \(status), and what it printed cannot be read: \(error); is it of version "
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
                exitCode: EX_SOFTWARE,
                sentence: "\(program) --edit ended with \(status), and what it printed cannot be read: \(error); is it of version "
                    + "\(faderdVersion)?")
        }
    }

    /// Fails if a file has errors: with `sentence` and all errors, each of which `reword` may change.
    func require(_ file: String, else sentence: String, reword: (String) -> String = { $0 }) throws(Failure) {
        let result = try check(file)
        guard !result.valid else { return }
        throw Failure(exitCode: EX_CONFIG, sentence: "\(sentence):", further: result.diagnostics.map { reword($0.text) })
    }

    /// Runs the program to its end with some input. Returns its output and its exit code. It shares this program's standard error.
    private func run(_ arguments: [String], input: [UInt8] = []) throws(Failure) -> (output: [UInt8], status: Int32) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw failure("pipe", errno) }
        defer { close(ends[0]) }
        let source: Int32
        do throws(Failure) { source = try Self.file(holding: input) } catch {
            close(ends[1])
            throw error
        }
        defer { close(source) }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, source, STDIN_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        var words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        var process: pid_t = 0
        let refused = unsafe posix_spawn(&process, program, &actions, nil, &words, environ)
        close(ends[1])
        guard refused == 0 else { throw failure("posix_spawn", refused) }
        let output = try InputFile.contents(of: ends[0], program)
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw failure("waitpid", errno) }
        }
        return (output, status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F)
    }

    /// A file without a name, to be read from its beginning: unlike a pipe, it takes any number of bytes before anybody reads.
    private static func file(holding bytes: [UInt8]) throws(Failure) -> Int32 {
        if bytes.isEmpty { return unsafe open("/dev/null", O_RDONLY | O_CLOEXEC) }
        let folder = Environment.value("TMPDIR") ?? "/tmp"
        var template = Array("\(folder)/faderctl.XXXXXX".utf8CString)
        let file = unsafe mkstemp(&template)
        guard file >= 0 else { throw Failure(file: folder, "cannot be written to", errno) }
        unsafe unlink(template)
        let written = unsafe pwrite(file, bytes, bytes.count, 0)
        guard written == bytes.count else {
            let code = written < 0 ? errno : ENOSPC
            close(file)
            throw Failure(file: folder, "cannot be written to", code)
        }
        return file
    }

    private func failure(_ call: String, _ code: Int32) -> Failure {
        Failure(exitCode: EX_SOFTWARE, sentence: unsafe "\(program) cannot be run: \(call): \(String(cString: strerror(code)))")
    }

    private static let ownDirectory: String = {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        let path = String(decoding: buffer[..<max(0, length)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    }()
}
