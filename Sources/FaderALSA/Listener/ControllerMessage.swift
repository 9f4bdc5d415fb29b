public import FaderConsole

/// A message from a controller that belongs to no surface.
public struct ControllerMessage: Sendable, Equatable {
    /// The name of the controller's client.
    public var client: String
    /// Which of the client's ports sent it, from 0; nil if there is only one.
    public var port: Int?
    /// What it sent.
    public var content: Content
    /// How often the sequencer dropped messages before this one, because they were not read in time.
    public var missed: UInt64

    /// What was sent.
    public enum Content: Sendable, Equatable {
        /// A message that a control can use.
        case message(MIDIMessage)
        /// A system exclusive message, or a piece of one: its length in bytes.
        case systemExclusive(length: Int)
        /// Another message: its status byte and its length in bytes.
        case other(status: UInt8, length: Int)

        /// The MIDI content of an event; nil if it has none.
        init?(_ event: SequencerEvent) {
            switch event {
            case .message(let message): self = .message(message)
            case .systemExclusive(let length): self = .systemExclusive(length: length)
            case .other(let status, let length): self = .other(status: status, length: length)
            case .subscribed, .unsubscribed, .settled, .ignored: return nil
            }
        }
    }
}
