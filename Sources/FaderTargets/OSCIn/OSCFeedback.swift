internal import FaderModel
internal import NIOCore

/// Who is sent parameters over OSC, and what. Pure: times are arguments, the packets are the result, and `deadline` says when to ask for
/// more.
///
/// A subscriber's address may be forged, so it is sent little until something else has come from it, and all subscribers of one host share
/// what it may be sent.
struct OSCFeedback {
    struct Packet: Equatable {
        let to: SocketAddress
        let bytes: [UInt8]
    }

    private struct Host {
        var allowance: Allowance?
        /// Whether something has come from it after its first subscription.
        var isProven = false
    }

    /// How long a subscription lives.
    static let life = Duration.seconds(60)
    /// The most subscribers.
    static let most = 64
    /// The shortest time between two packets with one parameter.
    static let interval = Duration.milliseconds(20)
    /// Bytes a second for the subscribers of a host, before and after it has sent again.
    static let (firstRate, rate) = (2_000.0, 20_000.0)
    /// Bytes at once, after a rest.
    static let (firstBurst, burst) = (400.0, 4_000.0)

    private(set) var states: [OSCState] = []
    private var indices: [String: Int] = [:]
    private var receivers: [OSCReceiver] = []
    private var hosts: [IPAddress: Host] = [:]
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
        guard receivers.count(where: { $0.end != nil }) < Self.most else { return }
        if hosts[host] == nil { hosts[host] = Host(allowance: Allowance(perSecond: Self.firstRate, most: Self.firstBurst, at: now)) }
        add(OSCReceiver(address, host, only: only, end: now + Self.life))
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
        hosts = hosts.filter { host, _ in receivers.contains { $0.host == host && $0.end != nil } }
    }

    /// Something has come from a host, to which it did not subscribe with the same packet.
    mutating func heard(from host: IPAddress) {
        guard hosts[host]?.isProven == false else { return }
        hosts[host]?.isProven = true
        hosts[host]?.allowance?.raise(perSecond: Self.rate, most: Self.burst)
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
            var allowance = receivers[index].end == nil ? nil : hosts[receivers[index].host]?.allowance
            let isLimited = allowance != nil
            let bytes = receivers[index].packets(states, &allowance, at: now)
            if isLimited { hosts[receivers[index].host]?.allowance = allowance }
            packets += bytes.map { Packet(to: receivers[index].address, bytes: $0) }
        }
        if !packets.isEmpty { lastSent = now }
        return packets
    }

    /// When to ask for packets again; nil: not before something else happens.
    func deadline(at now: Moment) -> Moment? {
        let dues = receivers.compactMap { receiver -> Moment? in
            guard let due = receiver.due(at: now) else { return receiver.end }
            let allowed = receiver.end == nil ? due : hosts[receiver.host]?.allowance?.refilled ?? due
            return min(max(due, allowed), receiver.end ?? .seconds(Int64.max / 2))
        }
        return dues.min().map { max($0, (lastSent ?? .zero) + Self.interval) }
    }
}
