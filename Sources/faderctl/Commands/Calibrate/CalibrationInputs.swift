internal import Dispatch
internal import FaderAPI
internal import FaderClient
internal import Glibc
internal import Synchronization

/// What happens during a calibration, in its order: what the control sends, Return on standard input, and time.
final class CalibrationInputs {
    enum Input: Sendable {
        case message(MonitorResource, ContinuousClock.Instant)
        /// A line of standard input; nil at its end.
        case line(String?)
        /// A tenth of a second has passed.
        case tick
        case lost(ClientError)
    }

    private let monitor: Task<Void, Never>
    private let clock: Task<Void, any Error>
    private let lines: LineInput
    private var inputs: AsyncStream<Input>.Iterator
    private let start = ContinuousClock.now
    private var decoder: ReadingDecoder

    /// Begins to listen to a surface.
    init(_ client: DaemonClient, _ loan: LoanResource) {
        let (stream, inlet) = AsyncStream.makeStream(of: Input.self)
        inputs = stream.makeAsyncIterator()
        decoder = ReadingDecoder(loan)
        monitor = Task {
            do throws(ClientError) {
                try await client.monitor(surface: loan.surface) { message in
                    inlet.yield(.message(message, .now))
                    return true
                }
            } catch {
                inlet.yield(.lost(error))
            }
        }
        clock = Task {
            while !Task.isCancelled {
                try await Task.sleep(for: .milliseconds(100))
                inlet.yield(.tick)
            }
        }
        lines = LineInput { inlet.yield(.line($0)) }
    }

    deinit {
        monitor.cancel()
        clock.cancel()
        lines.stop()
    }

    /// The time since the beginning.
    var now: Duration { ContinuousClock.now - start }

    /// What a moment brought.
    enum Event {
        case reading(Reading)
        case line(String)
        case tick
    }

    /// The next event; throws where nothing more can come.
    func next() async throws -> Event {
        while let input = await inputs.next() {
            switch input {
            case .message(let message, let moment):
                if let raw = decoder.reading(message) { return .reading(Reading(raw: raw, time: moment - start)) }
            case .line(let line):
                guard let line else {
                    throw Failure(exitCode: 65, sentence: "standard input has ended before the calibration has; nothing is written")
                }
                return .line(line)
            case .tick: return .tick
            case .lost(let error): throw error
            }
        }
        throw Failure(exitCode: EX_SOFTWARE, sentence: "nothing is heard any more")
    }
}

/// Reads standard input line by line in the background.
private final class LineInput: @unchecked Sendable {
    // @unchecked: a dispatch source may be used from any thread, which Dispatch does not tell the compiler.
    private let source: any DispatchSourceRead
    private let rest = Mutex<[UInt8]>([])

    /// Begins to read. A nil line means that no other follows.
    init(tell: @escaping @Sendable (String?) -> Void) {
        let queue = DispatchQueue(label: "lines")
        source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: queue)
        source.setEventHandler { [weak self] in self?.read(tell) }
        source.activate()
        // Dispatch says nothing of /dev/null, which has ended.
        if Self.isDevice { queue.async { [weak self] in self?.read(tell) } }
    }

    /// Whether standard input is a device, and no terminal.
    private static var isDevice: Bool {
        var status = stat()
        guard isatty(STDIN_FILENO) == 0, unsafe fstat(STDIN_FILENO, &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFCHR
    }

    func stop() { source.cancel() }

    private func read(_ tell: (String?) -> Void) {
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(STDIN_FILENO, $0.baseAddress, $0.count) }
        guard count > 0 else {
            if count < 0, errno == EINTR || errno == EAGAIN { return }
            source.cancel()
            return tell(nil)
        }
        let lines = rest.withLock { rest in
            rest += bytes[..<count]
            let parts = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let lines = parts.dropLast().map { String(decoding: $0, as: UTF8.self) }
            rest = Array(parts.last ?? [])
            return lines
        }
        for line in lines { tell(line) }
    }
}
