public enum EngineError: Error, Equatable, CustomStringConvertible {
    case stopped
    case busy

    public var description: String {
        switch self {
        case .stopped: "the MIDI thread has stopped"
        case .busy: "too many requests at once; try again"
        }
    }
}
