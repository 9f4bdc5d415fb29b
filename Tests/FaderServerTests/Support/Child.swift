import Glibc

/// A child process whose output is collected. It blocks: use it within `blocking`.
struct Child {
    var exitCode: Int32
    var output: String
    var errors: String

    /// Runs a program until it ends.
    static func run(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws -> Child {
        let running = try Running(program, arguments, environment: environment)
        return try running.wait()
    }

    /// A running child. If it has no output for 30 s, it is given up: the result is its output so far, and `wait` kills it.
    final class Running: @unchecked Sendable {
        // @unchecked: only the test that made it uses it.
        let process: pid_t
        private let output: Int32
        private let errors: Int32
        /// Whether it had no output for too long.
        private var isGivenUp = false

        init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws {
            var outputPipe: [Int32] = [0, 0]
            var errorPipe: [Int32] = [0, 0]
            // Socket pairs, because they can be made so that no other child inherits them.
            let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            guard unsafe socketpair(AF_UNIX, kind, 0, &outputPipe) == 0, unsafe socketpair(AF_UNIX, kind, 0, &errorPipe) == 0 else {
                throw RawSocket.SystemFailure(call: "socketpair", code: errno)
            }
            var actions = unsafe posix_spawn_file_actions_t()
            unsafe posix_spawn_file_actions_init(&actions)
            defer { unsafe posix_spawn_file_actions_destroy(&actions) }
            unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            unsafe posix_spawn_file_actions_adddup2(&actions, outputPipe[1], 1)
            unsafe posix_spawn_file_actions_adddup2(&actions, errorPipe[1], 2)
            var words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
            var variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
            defer { unsafe (words + variables).forEach { unsafe free($0) } }
            // Reset the signals as in a terminal: a shell that runs the tests in the background ignores SIGINT.
            var attributes = posix_spawnattr_t()
            var (all, none) = (sigset_t(), sigset_t())
            unsafe sigfillset(&all)
            unsafe sigemptyset(&none)
            unsafe posix_spawnattr_init(&attributes)
            defer { unsafe posix_spawnattr_destroy(&attributes) }
            unsafe posix_spawnattr_setsigdefault(&attributes, &all)
            unsafe posix_spawnattr_setsigmask(&attributes, &none)
            unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
            var process: pid_t = 0
            let code = unsafe posix_spawn(&process, program, &actions, &attributes, &words, &variables)
            close(outputPipe[1])
            close(errorPipe[1])
            for pipe in [outputPipe[0], errorPipe[0]] {
                var limit = timeval(tv_sec: 30, tv_usec: 0)
                unsafe setsockopt(pipe, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
            }
            guard code == 0 else { throw RawSocket.SystemFailure(call: "posix_spawn \(program)", code: code) }
            self.process = process
            (output, errors) = (outputPipe[0], errorPipe[0])
        }

        /// Reads standard output until it contains a text.
        func readOutput(until text: String) -> String {
            var all: [UInt8] = []
            while !all.containsText(text), let some = some(output) { all += some }
            return String(decoding: all, as: UTF8.self)
        }

        /// Reads standard error until it contains a text.
        func readErrors(until text: String) -> String {
            var all: [UInt8] = []
            while !all.containsText(text), let some = some(errors) { all += some }
            return String(decoding: all, as: UTF8.self)
        }

        func signal(_ number: Int32) { kill(process, number) }

        /// Reads all output and waits for the end.
        func wait() throws -> Child {
            let (output, errors) = (all(output), all(errors))
            var status: Int32 = 0
            while unsafe waitpid(process, &status, 0) < 0 {
                guard errno == EINTR else { throw RawSocket.SystemFailure(call: "waitpid", code: errno) }
            }
            close(self.output)
            close(self.errors)
            let code = status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
            return Child(exitCode: code, output: output, errors: errors)
        }

        private func some(_ file: Int32) -> [UInt8]? {
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
            if count < 0 { isGivenUp = true }
            return count > 0 ? Array(bytes[..<count]) : nil
        }

        private func all(_ file: Int32) -> String {
            var all: [UInt8] = []
            while let some = some(file) { all += some }
            if isGivenUp { signal(SIGKILL) }
            return String(decoding: all, as: UTF8.self)
        }
    }
}
