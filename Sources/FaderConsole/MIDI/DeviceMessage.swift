/// A message that is sent unchanged, to put a device into the mode that its profile describes, or out of it.
public enum DeviceMessage: Sendable, Equatable {
    case message(MIDIMessage)
    /// A system exclusive message, from F0 to F7.
    case exclusive([UInt8])

    var byteCount: Int {
        switch self {
        case .message(let message): 3 * message.address.kind.messageCount
        case .exclusive(let bytes): bytes.count
        }
    }
}
