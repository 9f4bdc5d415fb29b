internal import FaderModel
internal import NIOCore

/// Who is sent parameters over OSC, and what. Pure: times are arguments, the packets are the result, and `deadline` says when to ask for
/// more.
///
/// All subscribers of one host share what it may be sent, and none can take the places of others.
struct OSCFeedback {
    struct Packet: Equatable {
        let to: SocketAddress
        let bytes: [UInt8]
    }

    /// How long a subscription lives.
    static let life = Duration.seconds(60)
    /// The most subscribers, in all and on one host.
    static let (most, mostOfHost) = (64, 8)
    /// The shortest time between two packets with one parameter.
    static let interval = Duration.milliseconds(20)
    /// Bytes for the subscribers of a host: a second, and at once after a rest.
    static let (rate, burst) = (20_000.0, 4_000.0)

    private(set) var states: [OSCState] = []
    private var indices: [String: Int] = [:]
    private var receivers: [OSCReceiver] = []
    /// What the subscribers of each host may still be sent.
    private var budgets: [IPAddress: Allowance] = [:]
    private var lastSent: Moment?

    /// Whether anybody is sent anything.
    var isListenedTo: Bool { !receivers.isEmpty }

    /// The subscribers.
    var subscribers: [SocketAddress] { receivers.filter { $0.end != nil }.map(\.address) }

    /// Receives what has changed, or everything.
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

    /// A program subscribes, or does so again. It is sent everything that it subscribes to.
    mutating func subscribe(_ address: SocketAddress, _ host: IPAddress, _ only: IDPatterns, at now: Moment) {
        // Those of `send:` on that host are sent everything once more, too: nothing says which of them has subscribed.
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

    /// Whether there is room for one more subscriber on a host. It takes the place of the host's own oldest one if the host has enough, or of
    /// the oldest one on the host that has most if there are enough in all.
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

    /// Adds an entry of `send:`.
    mutating func add(_ receiver: OSCReceiver) {
        receivers.removeAll { $0.address == receiver.address }
        receivers.append(receiver)
        receivers[receivers.count - 1].begin(states)
    }

    /// Removes all receivers but these.
    mutating func keep(where isKept: (SocketAddress, IPAddress, _ isSubscriber: Bool) -> Bool) {
        receivers.removeAll { !isKept($0.address, $0.host, $0.end != nil) }
        // What changes meanwhile is not reported.
        if receivers.isEmpty { (states, indices) = ([], [:]) }
        budgets = budgets.filter { host, _ in receivers.contains { $0.host == host && $0.end != nil } }
    }

    /// A program moves a parameter. It is known by its address; unless that is an entry of `send:`, all such entries on its host count as it,
    /// too, because many programs send from another port than they listen at.
    mutating func moves(_ id: String, _ forms: OSCState.Forms, from address: SocketAddress, _ host: IPAddress, at now: Moment) {
        guard let index = indices[id] else { return }
        let isEntry = receivers.contains { $0.address == address && $0.end == nil }
        for number in receivers.indices {
            let receiver = receivers[number]
            let mayBeSame = !isEntry && receiver.end == nil && receiver.host == host
            if receiver.address == address || mayBeSame { receivers[number].moves(index, forms, at: now) }
        }
    }

    /// The packets to send now. Subscriptions that are over end.
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

    /// When to ask for packets again; nil: not before something else happens.
    func deadline(at now: Moment) -> Moment? {
        let dues = receivers.compactMap { receiver -> Moment? in
            guard let due = receiver.due(at: now) else { return receiver.end }
            let allowed = receiver.end == nil ? due : budgets[receiver.host]?.refilled ?? due
            return min(max(due, allowed), receiver.end ?? .seconds(Int64.max / 2))
        }
        return dues.min().map { max($0, (lastSent ?? .zero) + Self.interval) }
    }
}
