internal import Glibc
internal import Synchronization

/// Where log lines are written. Safe to use from anywhere. A reader that does not read (`less`, a terminal after Ctrl-S) does not block the
/// daemon for long: lines without room are lost, and the first line when there is room again says how many.
final class LogStream: Sendable {
    private struct State {
        var lost = 0
        /// The line before the lost ones was written only in part.
        var isCut = false
        var lastWait: ContinuousClock.Instant?
    }

    private enum Kind {
        case nonBlocking
        /// A write returns at once because of a flag that each write has.
        case socket
        /// A write may wait unless `poll` says that there is room: a file, or a descriptor that could not be opened again.
        case blocking
    }

    private let descriptor: Int32
    private let kind: Kind
    private let notice: @Sendable (Int) -> String
    private let state = Mutex(State())

    /// The most bytes of which a pipe gets all or none in one write.
    private static let piece = Int(PIPE_BUF)
    /// How long a line waits for room, in milliseconds.
    private static let timeout: Int32 = 100
    private static let pause = Duration.seconds(2)

    init(_ descriptor: Int32, notice: @escaping @Sendable (Int) -> String) {
        (self.descriptor, kind) = Self.opened(descriptor)
        self.notice = notice
    }

    /// Writes lines. If lines were lost before, it first says how many.
    func write(_ text: String) {
        state.withLock { state in
            let notice = state.lost > 0 ? Array("\(state.isCut ? "\n" : "")\(self.notice(state.lost))".utf8) : []
            let bytes = notice + Array(text.utf8)
            let written = put(bytes[...], &state.lastWait)
            if written == bytes.count { return (state.lost, state.isCut) = (0, false) }
            let lost = text.utf8.count { $0 == UInt8(ascii: "\n") }
            state.lost = (written < notice.count ? state.lost : 0) + lost
            if written > 0 { state.isCut = written != notice.count }
        }
    }

    /// Says how many lines were lost, if there is room.
    func finish() { write("") }

    /// Writes bytes while there is room for them; returns how many.
    private func put(_ bytes: ArraySlice<UInt8>, _ lastWait: inout ContinuousClock.Instant?) -> Int {
        var rest = bytes
        while !rest.isEmpty {
            if kind == .blocking, !hasRoom(within: 0), !waits(&lastWait) { break }
            let written = writeOnce(rest.prefix(Self.piece))
            if written < 0, errno == EINTR { continue }
            if written < 0, errno == EAGAIN {
                if waits(&lastWait) { continue }
                break
            }
            // If writing fails, there is nowhere else to write.
            guard written > 0 else { return bytes.count }
            rest = rest.dropFirst(written)
        }
        return bytes.count - rest.count
    }

    private func writeOnce(_ bytes: ArraySlice<UInt8>) -> Int {
        unsafe bytes.withUnsafeBytes {
            kind == .socket
                ? unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
                : unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
        }
    }

    /// Waits for room, unless a line has waited a moment ago. Returns whether there is room now.
    private func waits(_ lastWait: inout ContinuousClock.Instant?) -> Bool {
        if let lastWait, ContinuousClock.now - lastWait < Self.pause { return false }
        defer { lastWait = .now }
        return hasRoom(within: Self.timeout)
    }

    private func hasRoom(within timeout: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        while true {
            let ready = unsafe poll(&entry, 1, timeout)
            if ready >= 0 || errno != EINTR { return ready != 0 }
        }
    }

    /// A terminal or a pipe is opened again, because the mode of the original may not be changed: other programs share it.
    private static func opened(_ descriptor: Int32) -> (Int32, Kind) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return (descriptor, .blocking) }
        switch status.st_mode & S_IFMT {
        case S_IFSOCK: return (descriptor, .socket)
        case S_IFIFO, S_IFCHR:
            let own = unsafe open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
            return own >= 0 ? (own, .nonBlocking) : (descriptor, .blocking)
        default: return (descriptor, .blocking)
        }
    }
}
