/// Listens to controllers until it is known which control was moved.
enum ControlListener {
    enum Hint: Equatable {
        case listening
        case tooLittle(String)
        case unmappable(String)
        case held(String)
        case turnLeft

        /// The hint as a sentence. `prompt` says what to move.
        func sentence(_ prompt: String) -> String {
            switch self {
            case .listening: prompt
            case .tooLittle(let message): ControlListener.tooLittle(message)
            case .unmappable(let message): ControlListener.unmappable(message)
            case .held(let note): ControlListener.held(note)
            case .turnLeft: ControlListener.turnLeft
            }
        }
    }

    /// Waits until a control was moved and has come to rest. It drives nothing meanwhile. `surface` nil is every controller, configured or
    /// not. `session` borrows the control; it may end once that drives its parameter.
    static func control(
        _ client: DaemonClient, surface: String?, for session: DaemonSession, told: (Hint) -> Void
    ) async throws -> LearnedControl {
        func borrowNext() async throws { _ = try await session.begin(Routes.learnControl, "", LessonRequest(surface: surface)) }
        try await borrowNext()
        let start = ContinuousClock.now
        var guess = ControlGuess()
        var last: Hint?
        // Said once. Further messages are added to the ones so far, and may be those of another control, which is borrowed, too.
        func tellOnce(_ hint: Hint) async throws {
            guard last != hint else { return }
            try await borrowNext()
            told(hint)
            last = hint
        }
        for await heard in Heard.stream(client, surface: surface) {
            let now = ContinuousClock.now - start
            switch heard {
            case .begun: told(.listening)
            case .lost(let error): throw error
            case .message(let message): guess.hear(message, at: now)
            case .tick:
                switch guess.outcome(at: now) {
                case .waiting: continue
                case .tooLittle(let message): try await tellOnce(.tooLittle(message))
                case .unmappable(let message):
                    try await borrowNext()
                    told(.unmappable(message))
                    guess.startAgain()
                case .held(let note): try await tellOnce(.held(note))
                case .turnLeft: told(.turnLeft)
                case .found(let control): return control
                case .unclear(let why): throw Failure(.refused, "that is not a control that can be learned: \(why)")
                }
            }
        }
        throw Failure(.defect, "no more messages arrive from the daemon; try again")
    }

    static func tooLittle(_ message: String) -> String {
        "only \(message) arrived, which is not enough to tell what it is: move it from end to end, turn it further, or press it again"
    }

    /// What to do after something was turned to the right that may also be a button.
    static let turnLeft = "an encoder: now turn it to the left; if it is a button, press it again"

    static func held(_ note: String) -> String {
        "\(note) went down and did not come up: let go of the control; if it is a button that never says so, press it once more; if it is "
            + "the touch sensor of a fader, move that from end to end and let go"
    }

    static func unmappable(_ message: String) -> String {
        if TransportMessage.isName(message) {
            return
                "this button sends \"\(message)\", a command to a recorder, which is not a control; switch it to a note or a controller (CC) on "
                + "the device or in its editor"
        }
        return
            "what was moved sends \"\(message)\", which no control can be mapped to; set the device to send a controller, a note, pitch bend, "
            + "a program or pressure there"
    }
}
