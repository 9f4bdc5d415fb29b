/// The control's messages, lines of standard input, and clock ticks, in order.
final class CalibrationInputs {
    enum Input: Sendable {
        case heard(Heard, ContinuousClock.Instant)
        /// A line of standard input; nil at its end.
        case line(String?)
    }

    private let listening: Task<Void, Never>
    private var inputs: AsyncStream<Input>.Iterator
    private let start = ContinuousClock.now
    private var decoder: ReadingDecoder

    init(_ client: DaemonClient, _ loan: LoanResource) {
        let (stream, inlet) = AsyncStream.makeStream(of: Input.self)
        inputs = stream.makeAsyncIterator()
        decoder = ReadingDecoder(loan)
        listening = Task { for await heard in Heard.stream(client, surface: loan.surface) { inlet.yield(.heard(heard, .now)) } }
        InputLines.each { inlet.yield(.line($0)) }
    }

    deinit { listening.cancel() }

    var now: Duration { ContinuousClock.now - start }

    enum Event {
        case reading(Reading)
        case line(String)
        case tick
    }

    func next() async throws -> Event {
        while let input = await inputs.next() {
            switch input {
            case .heard(.begun, _): continue
            case .heard(.tick, _): return .tick
            case .heard(.lost(let error), _): throw error
            case .heard(.message(let message), let moment):
                if let raw = decoder.reading(message) { return .reading(Reading(raw: raw, time: moment - start)) }
            case .line(let line):
                guard let line else {
                    throw Failure(.refused, "standard input ended before the calibration did; nothing is written")
                }
                return .line(line)
            }
        }
        throw Failure(.defect, "no more messages arrive from the daemon; try again")
    }
}
