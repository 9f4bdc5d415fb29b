/// One direction between a device's port and one of our ports.
struct SequencerLink: Hashable, Sendable {
    var source: PortAddress
    var destination: PortAddress

    var reversed: SequencerLink { SequencerLink(source: destination, destination: source) }
    func touches(client: Int) -> Bool { source.client == client || destination.client == client }
    func touches(_ port: PortAddress) -> Bool { source == port || destination == port }
}

/// Makes and cuts links: the sequencer, or a test's stand-in.
protocol Wiring {
    /// Makes a link; false if somebody else has made it already.
    func connect(_ link: SequencerLink) throws(SequencerError) -> Bool
    /// Cuts a link; does nothing if it does not exist.
    func disconnect(_ link: SequencerLink)
    func isConnected(_ link: SequencerLink) -> Bool
}
