/// The places for connections, and who leaves when there is none for a new one.
///
/// Anybody on the machine or the network can connect over TCP, so a connection there is a stranger's until it has shown the token or a key.
/// Strangers have few places of their own, and the one that came first leaves for a new one: a client with the token, or a browser with its
/// key, has shown it long before it is the oldest. Nobody who came over TCP takes a place that is kept for the Unix socket, or closes a
/// connection there.
package struct DoorPlaces {
    package let all: Int
    /// Those that connections over TCP may have together.
    package let tcp: Int
    /// Those that strangers may have together.
    package let strangers: Int

    /// A connection as far as places are concerned.
    struct Guest: Equatable {
        /// Rises with each new connection.
        var arrival: UInt64
        /// Rises with each use of any connection.
        var lastTurn: UInt64
        var isOverTCP = false
        /// It came over TCP and has not yet shown the token or a key.
        var isStranger = false
        /// Whether it can be closed to make room.
        var canLeave = true
    }

    enum Answer: Equatable {
        case place
        /// A place, once the guest with this index has left.
        case placeOf(Int)
        case none
    }

    /// A quarter is kept for the Unix socket, and another quarter is for strangers.
    package init(_ all: Int) { self.init(all: all, tcp: max(1, all - all / 4), strangers: max(1, all / 4)) }

    package init(all: Int, tcp: Int, strangers: Int) { (self.all, self.tcp, self.strangers) = (all, tcp, strangers) }

    func answer(over isOverTCP: Bool, beside guests: [Guest]) -> Answer {
        func leaves(_ isCandidate: (Guest) -> Bool, by age: KeyPath<Guest, UInt64>) -> Answer? {
            guests.indices.filter { guests[$0].canLeave && isCandidate(guests[$0]) }.min {
                guests[$0][keyPath: age] < guests[$1][keyPath: age]
            }
            .map { .placeOf($0) }
        }
        let isFull = guests.count >= all
        guard isOverTCP else {
            return isFull ? leaves(\.isStranger, by: \.arrival) ?? leaves({ _ in true }, by: \.lastTurn) ?? .none : .place
        }
        if guests.count(where: \.isStranger) >= strangers { return leaves(\.isStranger, by: \.arrival) ?? .none }
        guard isFull || guests.count(where: \.isOverTCP) >= tcp else { return .place }
        return leaves(\.isStranger, by: \.arrival) ?? leaves(\.isOverTCP, by: \.lastTurn) ?? .none
    }
}
