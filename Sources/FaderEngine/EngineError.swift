/// Why an engine cannot take a request.
public enum EngineError: Error, Equatable, CustomStringConvertible {
    /// It was stopped.
    case stopped
    /// Too many requests at once.
    case busy

    /// The sentence for a person.
    public var description: String {
        switch self {
        case .stopped: "the MIDI thread has stopped"
        case .busy: "too many requests at once; try again"
        }
    }
}
