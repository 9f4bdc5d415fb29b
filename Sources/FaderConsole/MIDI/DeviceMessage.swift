/// A message that is sent unchanged: before anything else, to put a device into the mode that its profile describes, or last, to take it
/// out of that mode.
public enum DeviceMessage: Sendable, Equatable {
    /// A single message.
    case message(MIDIMessage)
    /// A system exclusive message, from F0 to F7.
    case exclusive([UInt8])

    /// How many bytes it is on the wire.
    var byteCount: Int {
        switch self {
        case .message(let message): 3 * message.address.kind.messageCount
        case .exclusive(let bytes): bytes.count
        }
    }
}
