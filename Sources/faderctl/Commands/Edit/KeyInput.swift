internal import Dispatch
internal import Glibc
internal import Synchronization

/// Reads the terminal's keys in the background, and passes them on from a separate queue.
final class KeyInput: @unchecked Sendable {
    // @unchecked: a dispatch source may be used from any thread, which Dispatch does not tell the compiler.
    private let queue = DispatchQueue(label: "keys")
    private let reader = Mutex(KeyReader())
    /// The number of reads so far. An unchanged count shows that nothing followed an escape.
    private let reads = Mutex(0)
    private let source: any DispatchSourceRead
    private let tell: @Sendable ([Key]) -> Void

    /// How long the rest of a control sequence may take, even over a slow line.
    private static let timeout = DispatchTimeInterval.milliseconds(40)

    /// Starts reading. Keys that arrive together are passed on together. An empty list means that the terminal is gone.
    init(tell: @escaping @Sendable ([Key]) -> Void) {
        self.tell = tell
        source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: queue)
        source.setEventHandler { [weak self] in self?.read() }
        source.activate()
    }

    /// Stops reading.
    func stop() { source.cancel() }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(STDIN_FILENO, $0.baseAddress, $0.count) }
        guard count > 0 else {
            if count < 0, errno == EINTR || errno == EAGAIN { return }
            source.cancel()
            return tell([])
        }
        let turn = reads.withLock { reads in
            reads += 1
            return reads
        }
        let (keys, isWaiting) = reader.withLock { ($0.feed(bytes[..<count]), $0.isWaiting) }
        if !keys.isEmpty { tell(keys) }
        guard isWaiting else { return }
        queue.asyncAfter(deadline: .now() + Self.timeout) { [weak self] in
            guard let self, reads.withLock({ $0 }) == turn else { return }
            let keys = reader.withLock { $0.flush() }
            if !keys.isEmpty { tell(keys) }
        }
    }
}
