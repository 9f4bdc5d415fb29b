internal import CALSA

/// A port of the sequencer: its client's number and its own number. Valid only as long as the client exists.
struct PortAddress: Hashable, Sendable {
    /// The client's number, 0…191.
    var client: Int
    /// The port's number within the client, 0…253.
    var port: Int
}

extension PortAddress {
    var raw: snd_seq_addr_t {
        snd_seq_addr_t(client: UInt8(truncatingIfNeeded: client), port: UInt8(truncatingIfNeeded: port))
    }

    init(_ raw: snd_seq_addr_t) { self.init(client: Int(raw.client), port: Int(raw.port)) }
}
