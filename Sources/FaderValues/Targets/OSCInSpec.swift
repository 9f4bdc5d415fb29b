/// `osc:` of a config: which programs may ask for changes over OSC, and who is sent changes.
public struct OSCInSpec: Sendable, Equatable {
    /// A receiver, which is sent changes without asking.
    public struct Receiver: Sendable, Equatable {
        /// A numeric address or a host name.
        public var host: String
        /// The UDP port.
        public var port: Int
        public var only: IDPatterns

        public init(host: String, port: Int, only: IDPatterns = []) {
            self.host = host
            self.port = port
            self.only = only
        }
    }

    /// The UDP port at which programs ask; nil: nobody may ask.
    public var listen: Int?
    /// Packets from all other addresses are dropped.
    public var allow: [AddressRange]
    /// The receivers of changes, in the order of the file.
    public var send: [Receiver]

    /// The section from its parts.
    public init(listen: Int? = nil, allow: [AddressRange] = [], send: [Receiver] = []) {
        self.listen = listen
        self.allow = allow
        self.send = send
    }

    public func admits(_ address: IPAddress) -> Bool { listen != nil && allow.contains { $0.contains(address) } }
}

/// An IP address of either version: one of version 4 as `::ffff:192.168.1.7`.
public struct IPAddress: Sendable, Hashable, BitwiseCopyable {
    let high, low: UInt64

    private init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

    /// An address from its 4 or 16 bytes; nil for another number of bytes.
    public init?(bytes: some Collection<UInt8>) {
        switch bytes.count {
        case 4: self.init(high: 0, low: 0xFFFF << 32 | bytes.reduce(0) { $0 << 8 | UInt64($1) })
        case 16:
            self.init(high: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }, low: bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) })
        default: return nil
        }
    }

    public var isVersion4: Bool { high == 0 && low >> 32 == 0xFFFF }

    /// Its 16 bytes.
    public var bytes: [UInt8] { [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) } } }

    /// All bits after the first `length` are cleared.
    fileprivate func prefix(_ length: Int) -> IPAddress {
        func mask(_ bits: Int) -> UInt64 { bits <= 0 ? 0 : bits >= 64 ? .max : ~(.max >> UInt64(bits)) }
        return IPAddress(high: high & mask(length), low: low & mask(length - 64))
    }
}

/// The addresses with the same prefix: `192.168.1.0/24`.
public struct AddressRange: Sendable, Equatable {
    private let base: IPAddress
    /// In bits, counted for version 6.
    private let length: Int

    /// `length` is in bits of the address's own version. Nil if the address has other bits set, or has fewer bits.
    public init?(_ base: IPAddress, length: Int) {
        let length = base.isVersion4 ? length + 96 : length
        guard (base.isVersion4 ? 96 : 0)...128 ~= length, base.prefix(length) == base else { return nil }
        (self.base, self.length) = (base, length)
    }

    public func contains(_ address: IPAddress) -> Bool { address.prefix(length) == base }
}
