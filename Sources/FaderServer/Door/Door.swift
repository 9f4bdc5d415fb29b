package import NIOCore
package import NIOPosix

/// A door for HTTP: who gets a place, who leaves for somebody new, and when strangers are answered. What becomes of a request is up to the
/// connections. Owned by the event loop.
package final class Door<Guest: DoorConnection> {
    package let places: DoorPlaces
    package let pace: StrangerPace
    /// The connections that have a place.
    package private(set) var guests: [ObjectIdentifier: Guest] = [:]
    /// Got no place, and wait for their clients to read why.
    private var turnedAway: Set<ObjectIdentifier> = []
    private var turn: UInt64 = 0
    /// Called with a connection that has just lost its place.
    package var removed: (Guest) -> Void = { _ in }

    package init(_ places: DoorPlaces, on loop: any EventLoop) { (self.places, pace) = (places, StrangerPace(on: loop)) }

    /// Gives a new connection a place, and closes another if there is no room. False if none can be closed.
    package func admit(_ guest: Guest) -> Bool {
        guard makeRoom(for: guest) else { return false }
        guests[ObjectIdentifier(guest)] = guest
        touch(guest)
        guest.arrival = turn
        return true
    }

    private func makeRoom(for guest: Guest) -> Bool {
        // Mostly there is room for anybody.
        if guests.count < places.strangers { return true }
        let present = Array(guests.values)
        switch places.answer(over: guest.isOverTCP, beside: present.map(DoorPlaces.Guest.init)) {
        case .place: return true
        case .placeOf(let index):
            remove(present[index])
            present[index].closeNow()
            return true
        case .none: return false
        }
    }

    /// Tells a client why it got no place, and closes. Only some may wait for that to be read at a time: each has a descriptor.
    package func turnAway(_ guest: Guest, with response: Response) {
        let isLingering = turnedAway.count < places.strangers
        if isLingering { turnedAway.insert(ObjectIdentifier(guest)) }
        guest.answerUnasked(response, lingering: isLingering)
    }

    /// Notes that a connection was used now.
    package func touch(_ guest: Guest) {
        turn += 1
        guest.lastTurn = turn
    }

    /// Removes a connection that is closed, or about to be.
    package func remove(_ guest: Guest) {
        turnedAway.remove(ObjectIdentifier(guest))
        if guests.removeValue(forKey: ObjectIdentifier(guest)) != nil { removed(guest) }
    }

    package func removeAll() { guests = [:] }
}

extension DoorPlaces.Guest {
    fileprivate init(_ guest: DoorConnection) {
        self.init(
            arrival: guest.arrival, lastTurn: guest.lastTurn, isOverTCP: guest.isRemote, isStranger: guest.isStranger,
            canLeave: guest.canLeave)
    }
}

extension ServerBootstrap {
    /// Sets up the socket of a door, and each connection.
    package static func door(
        on loop: any EventLoop, join: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
    ) -> ServerBootstrap {
        ServerBootstrap(group: loop)
            .serverChannelOption(.backlog, value: 256)
            // Accept one at a time, so that each connection sees the places that the one before it took or freed.
            .serverChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelOption(.writeBufferWaterMark, value: .init(low: 32 * 1024, high: 64 * 1024))
            .childChannelInitializer(join)
    }
}
