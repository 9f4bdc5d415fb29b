internal import CALSA
internal import Glibc

/// Reads which clients, ports and connections came, went or changed. Owned by the watcher's or the listener's thread.
struct Announcements {
    struct Digest: Equatable {
        var isNews = false
        /// The announcements that show who cut a connection, in order.
        var comings: [Coming] = []
        /// Clients that went; their numbers may belong to others by now.
        var goneClients: [Int] = []
        var gonePorts: [PortAddress] = []
        /// Clients that got a new port.
        var growingClients: [Int] = []
        /// A connection was made or cut by somebody.
        var isRewired = false
        /// Ports that got another reader; the connection is complete.
        var senders: [PortAddress] = []
        /// The kernel dropped announcements: nothing known so far is certain.
        var isIncomplete = false
        /// The errno with which the sequencer is gone for good.
        var loss: Int32?

        enum Coming: Equatable {
            case start(client: Int), exit(client: Int), cut(SequencerLink)
        }

        mutating func noteDrop() { (isNews, isIncomplete) = (true, true) }
    }

    private let handle: SequencerHandle

    /// Subscribes to the announce port, from a port that nobody else can connect to.
    init(_ handle: SequencerHandle) throws(SequencerError) {
        self.handle = handle
        guard let pointer = unsafe handle.pointer else { throw .failed(call: "snd_seq_create_port", errno: EBADF) }
        let port = try handle.check(
            unsafe snd_seq_create_simple_port(
                pointer, "announcements", UInt32(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_NO_EXPORT),
                UInt32(SND_SEQ_PORT_TYPE_APPLICATION)), "snd_seq_create_port")
        try handle.check(
            unsafe snd_seq_connect_from(pointer, port, Int32(SND_SEQ_CLIENT_SYSTEM), SND_SEQ_PORT_SYSTEM_ANNOUNCE),
            "snd_seq_subscribe_port")
    }

    /// Reads all waiting announcements, without blocking.
    func read() -> Digest {
        var digest = Digest()
        digest.loss = unsafe handle.readWaiting { event in
            if let event = unsafe event { unsafe add(event, to: &digest) } else { digest.noteDrop() }
        }
        return digest
    }

    /// An event that is not an announcement is ignored.
    func add(_ event: snd_seq_event_t, to digest: inout Digest) {
        let address = PortAddress(unsafe event.data.addr)
        guard unsafe event.source.client == UInt8(SND_SEQ_CLIENT_SYSTEM), address.client != Int(handle.client) else { return }
        switch snd_seq_event_type(UInt32(unsafe event.type)) {
        case SND_SEQ_EVENT_CLIENT_EXIT:
            digest.goneClients.append(address.client)
            digest.comings.append(.exit(client: address.client))
            digest.isNews = true
        case SND_SEQ_EVENT_PORT_EXIT:
            digest.gonePorts.append(address)
            digest.isNews = true
        case SND_SEQ_EVENT_PORT_START:
            digest.growingClients.append(address.client)
            digest.isNews = true
        case SND_SEQ_EVENT_CLIENT_START:
            digest.comings.append(.start(client: address.client))
            digest.isNews = true
        case SND_SEQ_EVENT_CLIENT_CHANGE, SND_SEQ_EVENT_PORT_CHANGE: digest.isNews = true
        case SND_SEQ_EVENT_PORT_SUBSCRIBED:
            digest.senders.append(PortAddress(unsafe event.data.connect.sender))
            digest.isRewired = true
        case SND_SEQ_EVENT_PORT_UNSUBSCRIBED:
            let connection = unsafe event.data.connect
            digest.comings.append(.cut(SequencerLink(source: PortAddress(connection.sender), destination: PortAddress(connection.dest))))
            digest.isRewired = true
        default: break
        }
    }
}
