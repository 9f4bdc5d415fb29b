internal import CRealtime
internal import FaderSystem
internal import FaderValues
internal import Glibc
internal import NIOCore
internal import Synchronization

/// A program in a process group of its own, without shell and input. A thread reads its output and waits for its end. Owned by the event
/// loop.
final class ChildProcess {
    /// How many bytes of its output are kept; it may print more.
    private static let mostOutput = 4096
    /// How long it may take to end after it was asked to.
    private static let grace = TimeAmount.milliseconds(500)

    struct Command: Sendable {
        var arguments: [String]
        /// The variables of the environment to add, with names in braces already replaced.
        var environment: [(name: String, value: ExecTargetSpec.Variable)] = []
    }

    private let name: String
    /// The number is nil once the process has ended, so that no other process is signaled.
    private let process = Group()
    private let limit: LoopTimer

    private final class Group: Sendable {
        private let state = Mutex<(number: pid_t?, hasEnded: Bool, isLate: Bool, isAbandoned: Bool)>((nil, false, false, false))

        /// Kills the process if it was signaled before it began.
        func set(_ new: pid_t) {
            state.withLock { state in
                state.number = new
                if state.isLate { _ = Glibc.kill(-new, SIGKILL) }
            }
        }

        func signal(_ signal: Int32) {
            state.withLock { state in
                guard !state.hasEnded else { return }
                state.isLate = true
                if let number = state.number { _ = Glibc.kill(-number, signal) }
            }
        }

        /// Kills the process. Its result is no longer wanted.
        func abandon() {
            signal(SIGKILL)
            state.withLock { $0.isAbandoned = true }
        }

        func unlessAbandoned(_ act: () -> Void) { state.withLock { if !$0.isAbandoned { act() } } }

        var isLate: Bool { state.withLock { $0.isLate } }

        /// Returns the status. If the process was signaled, everything that it started is killed, too, while its number cannot belong to
        /// another.
        func wait(_ process: pid_t) -> Int32 {
            var information = unsafe siginfo_t()
            while unsafe waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
            return state.withLock { state in
                (state.number, state.hasEnded) = (nil, true)
                if state.isLate { _ = Glibc.kill(-process, SIGKILL) }
                var status: Int32 = 0
                while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
                return status
            }
        }
    }

    /// `done` is called once, on the loop: on exit status 0 with the first bytes of the output if `printing`. Throws, having started
    /// nothing, if there is no room for the thread.
    init(
        _ command: Command, printing: Bool, limit: Duration, on loop: any EventLoop, done: @escaping (Result<String, TargetError>) -> Void
    ) throws(TargetError) {
        name = command.arguments.first ?? ""
        self.limit = LoopTimer(loop)
        let ended = NIOLoopBound(Ended(), eventLoop: loop)
        let group = process
        let run: @Sendable () -> Void = {
            let end = Self.run(command, printing: printing, in: group)
            group.unlessAbandoned { loop.execute { ended.value.act?(end) } }
        }
        do throws(ThreadError) {
            try Thread("faderd-exec", stack: 256 << 10, run).detach()
        } catch {
            throw TargetError(description: "\"\(name)\" cannot be run: \(error)", isTemporary: error.errno == EAGAIN)
        }
        self.limit.set(in: TimeAmount(limit)) { [weak self] in self?.end() }
        ended.value.act = { [self] end in
            self.limit.cancel()
            done(end.flatMap { self.result($0.output, $0.status, limit) })
        }
    }

    /// The action on the loop after the end of the program.
    private final class Ended {
        var act: ((Result<(output: String, status: Int32), TargetError>) -> Void)?
    }

    /// Runs the program and waits for its end, on the separate thread.
    private static func run(
        _ command: Command, printing: Bool, in group: Group
    ) -> Result<(output: String, status: Int32), TargetError> {
        let name = command.arguments.first ?? ""
        var variables: [String] = []
        do throws(TargetError) {
            for (name, value) in command.environment { variables.append("\(name)=\(try value.content())") }
        } catch {
            return .failure(TargetError(description: "\"\(name)\" is not run: \(error)"))
        }
        guard !group.isLate else { return .success(("", 0)) }
        let (pid, output, refused) = spawn(command.arguments, variables, printing: printing)
        guard refused == 0 else {
            let text = String(errno: refused)
            let isTemporary = refused == EAGAIN || refused == ENOMEM
            return .failure(TargetError(description: "\"\(name)\" cannot be run: \(text)", isTemporary: isTemporary))
        }
        group.set(pid)
        let text = printing ? read(output, of: pid) { group.isLate } : ""
        return .success((text, group.wait(pid)))
    }

    /// Kills the program and everything that it has started. `done` is no longer called, because its loop may be gone by then.
    func abandon() {
        limit.cancel()
        process.abandon()
    }

    private func end() {
        process.signal(SIGTERM)
        limit.set(in: Self.grace) { [process] in process.signal(SIGKILL) }
    }

    private func result(_ output: String, _ status: Int32, _ limit: Duration) -> Result<String, TargetError> {
        if process.isLate { return .failure(TargetError(description: "\"\(name)\" took longer than \(limit) and was stopped")) }
        let (signal, code) = (status & 0x7F, status >> 8 & 0xFF)
        if signal != 0 { return .failure(TargetError(description: "\"\(name)\" was killed by signal \(signal)")) }
        return code == 0 ? .success(output) : .failure(TargetError(description: "\"\(name)\" exited with status \(code)"))
    }

    private static func spawn(
        _ arguments: [String], _ variables: [String], printing: Bool
    ) -> (pid: pid_t, output: Int32, refused: Int32) {
        var ends: [Int32] = [-1, -1]
        if printing {
            let refused = unsafe faderd_pipe(&ends)
            guard refused == 0 else { return (0, -1, refused) }
        }
        var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
        var more = unsafe variables.map { unsafe strdup($0) } + [nil]
        defer { unsafe (words + more).forEach { unsafe free($0) } }
        var process: pid_t = 0
        let refused = unsafe faderd_spawn(&words, &more, ends[1], &process)
        if printing { close(ends[1]) }
        if printing, refused != 0 { close(ends[0]) }
        return (process, ends[0], refused)
    }

    /// How often to check whether a program has ended while its output is still open, in milliseconds.
    private static let lookInterval: Int32 = 50

    /// Reads until the program ends: a process that it started may keep the output open.
    private static func read(_ descriptor: Int32, of process: pid_t, _ isLate: () -> Bool) -> String {
        defer { close(descriptor) }
        var (kept, buffer): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 4096))
        while !isLate() {
            var output = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            // Before `poll`, so that all output is read.
            let hasEnded = hasEnded(process)
            guard unsafe poll(&output, 1, hasEnded ? 0 : lookInterval) > 0 else {
                if hasEnded { break }
                continue
            }
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            kept += buffer[..<count].prefix(mostOutput - kept.count)
            // It may come from a process that prints for ever.
            if hasEnded, kept.count == mostOutput { break }
        }
        return String(decoding: kept, as: UTF8.self)
    }

    /// Whether a process has ended. It remains a zombie, so its id stays its own.
    private static func hasEnded(_ process: pid_t) -> Bool {
        var information = unsafe siginfo_t()
        return unsafe waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT | WNOHANG) == 0 && information.si_signo != 0
    }
}
