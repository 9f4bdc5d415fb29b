internal import FaderValues
internal import NIOCore

/// The receivers of parameters over OSC, and what they are sent. Pure: times are arguments, `deadline` says when to ask for more packets.
///
/// All subscribers of one host share a budget, and no host can take the places of others.
struct OSCFeedback {
    struct Packet: Equatable {
        let to: SocketAddress
        let bytes: [UInt8]
    }

    static let life = Duration.seconds(60)
    /// The most subscribers, in all and on one host.
    static let (most, mostOfHost) = (64, 8)
    /// The shortest time between two packets with one parameter.
    static let interval = Duration.milliseconds(20)
    /// Bytes for the subscribers of a host: per second, and at once after a rest.
    static let (rate, burst) = (20_000.0, 4_000.0)

    private(set) var states: [OSCState] = []
    private var indices: [String: Int] = [:]
    private var receivers: [OSCReceiver] = []
    private var budgets: [IPAddress: Allowance] = [:]
    private var lastSent: Moment?

    var isListenedTo: Bool { !receivers.isEmpty }

    var subscribers: [SocketAddress] { receivers.filter { $0.end != nil }.map(\.address) }

    mutating func receive(_ update: OSCUpdate) {
        guard isListenedTo else { return }
        guard update.isWhole else {
            for (index, state) in update.states where states.indices.contains(index) && states[index].id == state.id {
                let forms = state.difference(from: states[index])
                states[index] = state
                for receiver in receivers.indices { receivers[receiver].note(forms, at: index) }
            }
            return
        }
        let (former, formerIndices) = (states, indices)
        states = update.states.map(\.state)
        indices = Dictionary(states.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        for receiver in receivers.indices {
            let new = states.map { state -> OSCState.Forms in
                guard let index = formerIndices[state.id] else { return .all }
                return state.difference(from: former[index]).union(receivers[receiver].waits(at: index))
            }
            receivers[receiver].goOn(states, new: new)
        }
    }

    /// A program subscribes, for the first time or again. It is sent everything that it subscribes to.
    mutating func subscribe(_ address: SocketAddress, _ host: IPAddress, _ only: IDPatterns, at now: Moment) {
        // So are entries of `send:` on that host: any of them may be the program that subscribed.
        for index in receivers.indices where receivers[index].host == host && receivers[index].end == nil { receivers[index].begin(states) }
        if let index = receivers.firstIndex(where: { $0.address == address }) {
            guard receivers[index].end != nil else { return }
            (receivers[index].only, receivers[index].end) = (only, now + Self.life)
            return receivers[index].begin(states)
        }
        guard makeRoom(for: host) else { return }
        if budgets[host] == nil { budgets[host] = Allowance(perSecond: Self.rate, most: Self.burst, at: now) }
        add(OSCReceiver(address, host, only: only, end: now + Self.life))
    }

    /// Makes room for one more subscriber. At the limit of a host, its oldest one makes room; at the limit in all, the oldest of the host
    /// with the most. False if there is no room.
    private mutating func makeRoom(for host: IPAddress) -> Bool {
        let counts = receivers.filter { $0.end != nil }.reduce(into: [:]) { $0[$1.host, default: 0] += 1 }
        let own = counts[host] ?? 0
        guard own >= Self.mostOfHost || counts.values.reduce(0, +) >= Self.most else { return true }
        guard own < Self.mostOfHost else { return removeOldest(of: host) }
        guard let (largest, count) = counts.max(by: { $0.value < $1.value }), count > own + 1 else { return false }
        return removeOldest(of: largest)
    }

    private mutating func removeOldest(of host: IPAddress) -> Bool {
        let own = receivers.indices.filter { receivers[$0].host == host && receivers[$0].end != nil }
        guard let oldest = own.min(by: { receivers[$0].end ?? .zero < receivers[$1].end ?? .zero }) else { return false }
        receivers.remove(at: oldest)
        return true
    }

    mutating func add(_ receiver: OSCReceiver) {
        receivers.removeAll { $0.address == receiver.address }
        receivers.append(receiver)
        receivers[receivers.count - 1].begin(states)
    }

    mutating func keep(where isKept: (SocketAddress, IPAddress, _ isSubscriber: Bool) -> Bool) {
        receivers.removeAll { !isKept($0.address, $0.host, $0.end != nil) }
        // Without receivers changes are not reported, so the states would be out of date.
        if receivers.isEmpty { (states, indices) = ([], [:]) }
        budgets = budgets.filter { host, _ in receivers.contains { $0.host == host && $0.end != nil } }
    }

    /// A program, known by its address, moves a parameter. Unless the address is an entry of `send:`, all entries on its host count as the
    /// program: many listen on another port than they send from.
    mutating func moves(_ id: String, _ forms: OSCState.Forms, from address: SocketAddress, _ host: IPAddress, at now: Moment) {
        guard let index = indices[id] else { return }
        let isEntry = receivers.contains { $0.address == address && $0.end == nil }
        for number in receivers.indices {
            let receiver = receivers[number]
            let mayBeSame = !isEntry && receiver.end == nil && receiver.host == host
            if receiver.address == address || mayBeSame { receivers[number].moves(index, forms, at: now) }
        }
    }

    mutating func packets(at now: Moment) -> [Packet] {
        if receivers.contains(where: { $0.end.map { $0 <= now } ?? false }) {
            receivers.removeAll { $0.end.map { $0 <= now } ?? false }
            keep { _, _, _ in true }
        }
        var packets: [Packet] = []
        for index in receivers.indices {
            var budget = receivers[index].end == nil ? nil : budgets[receivers[index].host]
            let bytes = receivers[index].packets(states, &budget, at: now)
            if let budget { budgets[receivers[index].host] = budget }
            packets += bytes.map { Packet(to: receivers[index].address, bytes: $0) }
        }
        if !packets.isEmpty { lastSent = now }
        return packets
    }

    func deadline(at now: Moment) -> Moment? {
        let dues = receivers.compactMap { receiver -> Moment? in
            guard let due = receiver.due(at: now) else { return receiver.end }
            let allowed = receiver.end == nil ? due : budgets[receiver.host]?.refilled ?? due
            return min(max(due, allowed), receiver.end ?? .seconds(Int64.max / 2))
        }
        return dues.min().map { max($0, (lastSent ?? .zero) + Self.interval) }
    }
}
