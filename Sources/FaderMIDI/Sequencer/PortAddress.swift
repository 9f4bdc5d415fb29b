internal import CALSA

/// Valid only as long as its client exists.
struct PortAddress: Hashable, Sendable {
    /// 0…191.
    var client: Int
    /// Within the client, 0…253.
    var port: Int
}

extension PortAddress {
    var raw: snd_seq_addr_t {
        snd_seq_addr_t(client: UInt8(truncatingIfNeeded: client), port: UInt8(truncatingIfNeeded: port))
    }

    init(_ raw: snd_seq_addr_t) { self.init(client: Int(raw.client), port: Int(raw.port)) }
}
