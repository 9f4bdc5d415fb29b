internal import FaderAPI
internal import FaderClient
internal import Glibc

/// Hears what controllers send, until a control can be told from it.
struct Listener {
    private let client: DaemonClient
    /// Only this surface; nil: every controller, configured or not.
    private let surface: String?

    init(_ client: DaemonClient, surface: String?) { (self.client, self.surface) = (client, surface) }

    private enum Input: Sendable {
        case begun
        case message(MonitorResource)
        /// Time has passed.
        case tick
        case lost(ClientError)
    }

    /// Waits for a control to be moved and to come to rest.
    ///
    /// - Parameters:
    ///   - prompt: said as soon as a movement would be heard.
    ///   - say: called with a sentence then, when an encoder has been turned to the right, and when nothing could be made of a movement.
    func next(prompt: String, say: (String) -> Void) async throws -> LearnedControl {
        let (inputs, inlet) = AsyncStream.makeStream(of: Input.self)
        let monitor = Task { [client, surface] in
            do throws(ClientError) {
                try await client.monitor(surface: surface, isOfAll: surface == nil, begun: { inlet.yield(.begun) }) { message in
                    inlet.yield(.message(message))
                    return true
                }
            } catch {
                inlet.yield(.lost(error))
            }
        }
        let clock = Task {
            while !Task.isCancelled {
                try await Task.sleep(for: .milliseconds(100))
                inlet.yield(.tick)
            }
        }
        defer {
            monitor.cancel()
            clock.cancel()
        }
        let start = ContinuousClock.now
        var guess = ControlGuess()
        var hint: String?
        for await input in inputs {
            let now = ContinuousClock.now - start
            switch input {
            case .begun: say(prompt)
            case .lost(let error): throw error
            case .message(let message): guess.hear(message, at: now)
            case .tick:
                switch guess.outcome(at: now) {
                case .waiting: continue
                case .tooLittle(let message):
                    // Told once; what comes next is added to it.
                    if hint != message { say(Self.tooLittle(message)) }
                    hint = message
                case .unmappable(let message):
                    say(Self.unmappable(message))
                    guess.startAgain()
                case .turnLeft: say("an encoder: now turn it to the left")
                case .found(let control): return control
                case .unclear(let why): throw Failure(exitCode: 65, sentence: "that is no control that can be learned: \(why)")
                }
            }
        }
        throw Failure(exitCode: 70, sentence: "nothing is heard any more")
    }

    /// What to do where a control sent too little.
    static func tooLittle(_ message: String) -> String {
        "\(message) came, which is too little to tell what it is: move it from end to end, turn it further, or press it again"
    }

    /// What to do where a control sends what no control can be mapped to.
    static func unmappable(_ message: String) -> String {
        "what was moved sends \"\(message)\", which no control can be mapped to; set the device to send a controller, a note, pitch bend, "
            + "a program or pressure there"
    }
}
