internal import FaderAPI
internal import FaderValues

/// Why faderd, or FaderKit itself, did not do what a program asked. `description` is a sentence that says what is wrong and what to do.
public struct Refusal: Error, Sendable, Equatable, CustomStringConvertible {
    /// The reasons that a program may want to distinguish.
    public enum Reason: String, Sendable {
        /// It is not a value of this parameter.
        case value
        /// The declaration is wrong: the id, the range, another key, or the name of the program.
        case declaration
        /// The id belongs to the config or to another program, as something else.
        case taken
        /// There is no such parameter, snapshot or edit.
        case unknown
        /// The parameter has changed since; nothing was set.
        case outdated
        /// A hand is on the fader, and it wins; the gesture has ended.
        case inHand
        /// The value is set, but it could not be saved.
        case notSaved
        /// There is no daemon, it has not come back in time, or it has gone before it answered. In the last case the request may have been
        /// carried out. It is not carried out later.
        case away
        /// The daemon cannot do it now, or not at all.
        case unavailable
    }

    /// What kind of refusal it is.
    public let reason: Reason
    /// The parameter it is about; nil if it is about none.
    public let id: String?
    /// The sentence.
    public let description: String
    /// A text that would be accepted; nil where none is known.
    public let example: String?

    init(_ reason: Reason, id: String? = nil, _ sentence: String, example: String? = nil) {
        (self.reason, self.id, self.description, self.example) = (reason, id, sentence, example)
    }

    init(_ error: ClientError, id: String? = nil, to what: Reason = .value) {
        switch error {
        case .problem(let problem): self.init(problem, id: id, to: what)
        default: self.init(.away, id: id, error.sentence)
        }
    }

    private init(_ problem: Problem, id: String?, to what: Reason) {
        let reason: Reason =
            switch problem.kind {
            case .refusedValue, .invalidConfig: what
            case .unknownID, .unknownSnapshot, .nothingToUndo: .unknown
            case .outdated: .outdated
            case .inHand: .inHand
            case .notDurable: .notSaved
            case .tooManyConnections, .revokedKey, .unavailable, .noRoom, .unknownSession, .noVirtualSurface: .unavailable
            case nil: problem.status == 409 && what == .declaration ? .taken : [400, 422].contains(problem.status) ? what : .unavailable
            }
        let more = (problem.diagnostics ?? []).dropFirst().map { "; " + $0.message }.joined()
        self.init(reason, id: id, problem.detail + more, example: problem.example)
    }
}

extension ClientError {
    var sentence: String {
        switch self {
        case .unexpectedAnswer(let reason):
            "the daemon gave an answer that FaderKit does not understand (\(reason)); build the program with the FaderKit of the daemon's version"
        case .notRunning(let tried) where tried.contains(where: { DaemonClient.isOther($0) }):
            "\(tried.filter { DaemonClient.isOther($0) }.joined(separator: ", ")) is not a socket, so no daemon can be there; remove it, or name "
                + "another with FADERD_SOCKET"
        case .problem(let problem) where [400, 404].contains(problem.status):
            "the daemon does not know what FaderKit asks (\(problem.detail)); build the program with the FaderKit of the daemon's version"
        case .notRunning(let tried): "no daemon is running (tried \(tried.joined(separator: ", "))); start faderd"
        case .closed(let path): "the daemon on \(path) closed the connection"
        default: description
        }
    }
}
