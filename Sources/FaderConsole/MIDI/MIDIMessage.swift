/// One MIDI message as the ports hand it over: an address and its raw value.
///
/// A plain value: it crosses the rings between the threads unchanged.
public struct MIDIMessage: Hashable, Sendable, BitwiseCopyable, CustomStringConvertible {
    /// What was sent, and on which channel.
    public var address: MessageAddress
    /// 0…`address.kind.maximumRaw`.
    public var raw: UInt32

    /// A message from its parts; `raw` is within the kind's range.
    public init(_ address: MessageAddress, raw: UInt32) {
        self.address = address
        self.raw = raw
    }

    /// As `faderctl monitor` prints it: `cc 7 ch 1 = 64`.
    public var description: String { "\(address) = \(raw)" }
}

extension MessageKind: BitwiseCopyable {}
extension MessageAddress: BitwiseCopyable {}
