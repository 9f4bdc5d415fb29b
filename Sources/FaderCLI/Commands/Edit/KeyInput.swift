internal import Dispatch
internal import Glibc

/// Passes the terminal's keys on from a queue of its own.
final class KeyInput: @unchecked Sendable {
    // @unchecked: a dispatch source may be used from any thread, which Dispatch does not declare; only the queue uses the variables.
    private let queue = DispatchQueue(label: "keys")
    private let source: any DispatchSourceRead
    private var reader = TerminalKeyReader()
    /// How often something was read. If that stays the same, nothing followed an escape.
    private var reads = 0
    private let tell: @Sendable ([Key]) -> Void

    /// How long the rest of a control sequence may take, even over a slow line.
    private static let timeout = DispatchTimeInterval.milliseconds(40)

    /// Keys that arrive together are passed on together. An empty list means that the terminal is gone.
    init(tell: @escaping @Sendable ([Key]) -> Void) {
        self.tell = tell
        source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: queue)
        source.setEventHandler { [weak self] in self?.read() }
        source.activate()
    }

    func stop() { source.cancel() }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(STDIN_FILENO, $0.baseAddress, $0.count) }
        guard count > 0 else {
            if count < 0, errno == EINTR || errno == EAGAIN { return }
            source.cancel()
            return tell([])
        }
        reads += 1
        let keys = reader.feed(bytes[..<count])
        if !keys.isEmpty { tell(keys) }
        guard reader.isWaiting else { return }
        queue.asyncAfter(deadline: .now() + Self.timeout) { [weak self, turn = reads] in
            guard let self, reads == turn else { return }
            let keys = reader.flush()
            if !keys.isEmpty { tell(keys) }
        }
    }
}
