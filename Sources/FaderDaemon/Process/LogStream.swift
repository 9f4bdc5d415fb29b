internal import Glibc
internal import Synchronization

/// Where log lines are written. Safe to use from anywhere.
///
/// Nobody waits long for a reader that does not read, such as `less` on a pipe or a terminal after Ctrl-S. Lines without room are lost, and
/// their number is the first line when there is room again.
final class LogStream: Sendable {
    private struct State {
        var lost = 0
        /// Whether the line before those that were lost was written in part.
        var isCut = false
    }

    private let descriptor: Int32
    /// The line that says how many lines were lost.
    private let notice: @Sendable (Int) -> String
    private let state = Mutex(State())

    /// What can be written to a pipe at once if there is any room.
    private static let piece = Int(PIPE_BUF)
    /// How long a line waits for room, in milliseconds.
    private static let patience: Int32 = 100

    init(_ descriptor: Int32, notice: @escaping @Sendable (Int) -> String) {
        self.descriptor = Self.ownDescription(of: descriptor)
        self.notice = notice
    }

    /// Writes lines.
    func write(_ text: String) {
        state.withLock { state in
            let bytes = Array(text.utf8)
            let lines = bytes.count { $0 == UInt8(ascii: "\n") }
            guard tellLoss(&state) else { return state.lost += lines }
            let rest = put(bytes[...], patience: Self.patience)
            if !rest.isEmpty { state = State(lost: lines, isCut: rest.count < bytes.count) }
        }
    }

    /// Says how many lines were lost, if any were and there is room.
    func finish() { state.withLock { _ = tellLoss(&$0) } }

    /// Returns whether nothing is lost, or that was said.
    private func tellLoss(_ state: inout State) -> Bool {
        guard state.lost > 0 else { return true }
        guard put(Array("\(state.isCut ? "\n" : "")\(notice(state.lost))".utf8)[...], patience: 0).isEmpty else { return false }
        state = State()
        return true
    }

    /// Writes bytes while there is room for them; returns the rest.
    private func put(_ bytes: ArraySlice<UInt8>, patience: Int32) -> ArraySlice<UInt8> {
        var rest = bytes
        while !rest.isEmpty {
            var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            let ready = unsafe poll(&entry, 1, patience)
            if ready < 0, errno == EINTR { continue }
            if ready == 0 { return rest }
            let written = unsafe rest.prefix(Self.piece).withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            if written < 0, errno == EAGAIN { return rest }
            // If writing fails, there is nowhere else to write.
            guard written > 0 else { return [] }
            rest = rest.dropFirst(written)
        }
        return rest
    }

    /// A terminal or a pipe that is opened again, so that a write does not wait where `poll` was wrong. The mode of the original may not be
    /// changed, because other programs share it.
    private static func ownDescription(of descriptor: Int32) -> Int32 {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, [S_IFIFO, S_IFCHR].contains(status.st_mode & S_IFMT) else { return descriptor }
        let own = unsafe open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        return own >= 0 ? own : descriptor
    }
}
