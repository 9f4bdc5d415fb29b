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
    private static let timeout: Int32 = 100

    init(_ descriptor: Int32, notice: @escaping @Sendable (Int) -> String) {
        self.descriptor = Self.ownDescription(of: descriptor)
        self.notice = notice
    }

    /// Writes lines, after the number of those that were lost.
    func write(_ text: String) {
        state.withLock { state in
            let notice = state.lost > 0 ? Array("\(state.isCut ? "\n" : "")\(self.notice(state.lost))".utf8) : []
            let bytes = notice + Array(text.utf8)
            // A reader who has kept one line waiting keeps no other waiting.
            let written = put(bytes[...], timeout: notice.isEmpty ? Self.timeout : 0)
            if written == bytes.count { return state = State() }
            let lost = text.utf8.count { $0 == UInt8(ascii: "\n") }
            state = State(
                lost: (written < notice.count ? state.lost : 0) + lost, isCut: written == 0 ? state.isCut : written != notice.count)
        }
    }

    /// Says how many lines were lost, if any were and there is room.
    func finish() { write("") }

    /// Writes bytes while there is room for them; returns how many.
    private func put(_ bytes: ArraySlice<UInt8>, timeout: Int32) -> Int {
        var rest = bytes
        while !rest.isEmpty {
            var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            let ready = unsafe poll(&entry, 1, timeout)
            if ready < 0, errno == EINTR { continue }
            if ready == 0 { break }
            let written = unsafe rest.prefix(Self.piece).withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            if written < 0, errno == EAGAIN { break }
            // If writing fails, there is nowhere else to write.
            guard written > 0 else { return bytes.count }
            rest = rest.dropFirst(written)
        }
        return bytes.count - rest.count
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
