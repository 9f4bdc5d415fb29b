/// One MIDI message: an address and its raw value. It crosses the rings between the threads.
public struct MIDIMessage: Hashable, Sendable, BitwiseCopyable, CustomStringConvertible {
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
