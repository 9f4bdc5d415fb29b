internal import Dispatch
internal import FaderAPI
internal import FaderClient
internal import Glibc

/// The inputs of a calibration, in order: the control's messages, lines from standard input, and clock ticks.
final class CalibrationInputs {
    enum Input: Sendable {
        case message(MonitorResource, ContinuousClock.Instant)
        /// A line of standard input; nil at the end of the input.
        case line(String?)
        /// A tenth of a second has passed.
        case tick
        case lost(ClientError)
    }

    private let monitor: Task<Void, Never>
    private let clock: Task<Void, any Error>
    private var inputs: AsyncStream<Input>.Iterator
    private let start = ContinuousClock.now
    private var decoder: ReadingDecoder

    /// Starts listening to the surface of a borrowed control, and to standard input.
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
        DispatchQueue(label: "lines").async {
            while let line = readLine() { inlet.yield(.line(line)) }
            inlet.yield(.line(nil))
        }
    }

    deinit {
        monitor.cancel()
        clock.cancel()
    }

    /// The time since the start.
    var now: Duration { ContinuousClock.now - start }

    /// An input, with messages decoded into readings.
    enum Event {
        case reading(Reading)
        case line(String)
        case tick
    }

    /// The next event; throws if no more can come.
    func next() async throws -> Event {
        while let input = await inputs.next() {
            switch input {
            case .message(let message, let moment):
                if let raw = decoder.reading(message) { return .reading(Reading(raw: raw, time: moment - start)) }
            case .line(let line):
                guard let line else {
                    throw Failure(exitCode: 65, sentence: "standard input ended before the calibration did; nothing is written")
                }
                return .line(line)
            case .tick: return .tick
            case .lost(let error): throw error
            }
        }
        throw Failure(exitCode: EX_SOFTWARE, sentence: "nothing is heard any more")
    }
}
