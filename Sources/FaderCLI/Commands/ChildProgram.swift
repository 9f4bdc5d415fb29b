internal import FaderValues
internal import Glibc

struct ChildProgram {
    let path: String

    /// Where the standard error of the program goes.
    enum Errors {
        /// It goes where this program's goes.
        case shared
        case output
    }

    static func named(_ name: String) -> ChildProgram? {
        (Environment.value("PATH") ?? "").split(separator: ":").lazy.map { "\($0)/\(name)" }.first { unsafe access($0, X_OK) == 0 }
            .map(ChildProgram.init)
    }

    /// Runs the program with some input to its end, or kills it after `limit` and fails. `environment`: `NAME=VALUE`; nil: this program's.
    func run(
        _ arguments: [String], input: [UInt8] = [], errors: Errors = .shared, limit: Duration? = nil, environment: [String]? = nil
    ) throws(Failure) -> (output: [UInt8], status: Int32) {
        let source = try file(holding: input)
        defer { close(source) }
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw failure("pipe", errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, source, STDIN_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        if errors == .output { unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO) }
        var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        var variables = unsafe (environment ?? []).map { unsafe strdup($0) } + [nil]
        defer { unsafe variables.forEach { unsafe free($0) } }
        var process: pid_t = 0
        let refused =
            environment == nil
            ? unsafe posix_spawn(&process, path, &actions, nil, &words, environ)
            : unsafe posix_spawn(&process, path, &actions, nil, &words, &variables)
        close(ends[1])
        guard refused == 0 else { throw failure("posix_spawn", refused) }
        let output = if let limit { try read(ends[0], of: process, within: limit) } else { try InputFile.contents(of: ends[0], path) }
        return (output, try exitCode(of: process))
    }

    /// Reads what the program prints, at most 16 MiB.
    private func read(_ file: Int32, of process: pid_t, within limit: Duration) throws(Failure) -> [UInt8] {
        let deadline = ContinuousClock.now + limit
        var output: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65536)
        while true {
            let left = max(.zero, deadline - .now)
            var waiting = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
            let ready = unsafe poll(&waiting, 1, Int32(left / .milliseconds(1)))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0, output.count <= 16 << 20 else {
                kill(process, SIGKILL)
                _ = try exitCode(of: process)
                throw Failure(.unavailable, "\(path) does not end")
            }
            let count = unsafe piece.withUnsafeMutableBytes { unsafe Glibc.read(file, $0.baseAddress, $0.count) }
            if count == 0 { return output }
            guard count > 0 else { throw failure("read", errno) }
            output += piece[..<count]
        }
    }

    private func exitCode(of process: pid_t) throws(Failure) -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw failure("waitpid", errno) }
        }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }

    /// A file without a name. Unlike a pipe, it has room for any number of bytes before anybody reads.
    private func file(holding bytes: [UInt8]) throws(Failure) -> Int32 {
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
        Failure(.defect, "\(path) cannot be run: \(call): \(String(errno: code))")
    }
}
