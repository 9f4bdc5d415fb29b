/// One direction between a device's port and one of our ports.
struct SequencerLink: Hashable, Sendable {
    var source: PortAddress
    var destination: PortAddress

    var reversed: SequencerLink { SequencerLink(source: destination, destination: source) }
    func touches(client: Int) -> Bool { source.client == client || destination.client == client }
    func touches(_ port: PortAddress) -> Bool { source == port || destination == port }
}

/// The sequencer, or a test's stand-in.
protocol Wiring {
    /// False if somebody else has made it already.
    func connect(_ link: SequencerLink) throws(SequencerError) -> Bool
    /// Does nothing if there is none.
    func disconnect(_ link: SequencerLink)
    func isConnected(_ link: SequencerLink) -> Bool
}
