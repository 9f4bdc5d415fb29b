/// One direction between a device's port and a port of ours.
struct Link: Hashable, Sendable {
    /// Who sends.
    var source: PortAddress
    /// Who receives.
    var destination: PortAddress

    /// Whether a client is at either end.
    func touches(client: Int) -> Bool { source.client == client || destination.client == client }
    /// Whether a port is at either end.
    func touches(_ port: PortAddress) -> Bool { source == port || destination == port }
}

/// What makes and cuts links: the sequencer, or a test's stand-in.
protocol Wiring {
    /// Makes a link; false if somebody else has made it already.
    func connect(_ link: Link) throws(SequencerError) -> Bool
    /// Cuts a link; does nothing if it does not exist.
    func disconnect(_ link: Link)
    /// Whether a link is there.
    func isConnected(_ link: Link) -> Bool
}
