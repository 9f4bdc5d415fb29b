internal import FaderModel
internal import NIOCore

/// A program that is sent parameters over OSC, and what it has still to be sent. Pure: times are arguments.
struct OSCReceiver {
    /// The longest packet that fits into one frame of Ethernet.
    private static let packet = 1400
    /// A longer message is not sent: three of them have to fit into a packet of UDP.
    private static let longest = 20_000
    /// The most packets at once.
    private static let burst = 16
    /// Bytes in front of the elements of a bundle, and in front of each.
    private static let (head, mark) = (16, 4)

    let address: SocketAddress
    let host: IPAddress
    var only: IDPatterns
    /// When a subscription ends; nil: it is an entry of `send:`.
    var end: Moment?

    /// For each state, whether it wants it.
    private var wants: [Bool] = []
    /// What of the states waits to be sent, and whether it is not sent once more after a rest.
    private var waiting: [Int: (forms: OSCState.Forms, isOnce: Bool)] = [:]
    /// The indices of what waits, oldest first.
    private var order: [Int] = []
    private var first = 0
    /// What is sent once more after a rest: what was sent last in a movement, because a packet may get lost, and what it moves itself.
    private var later: [Int: (at: Moment, forms: OSCState.Forms)] = [:]
    /// What it moves itself, and is not sent meanwhile.
    private var own: [Int: (until: Moment, forms: OSCState.Forms)] = [:]

    /// How long after the last message of a movement it counts as over.
    static let rest = Duration.milliseconds(300)

    init(_ address: SocketAddress, _ host: IPAddress, only: IDPatterns, end: Moment?) {
        (self.address, self.host, self.only, self.end) = (address, host, only, end)
    }

    /// Has to be sent everything.
    mutating func begin(_ states: [OSCState]) {
        choose(states)
        for index in states.indices { note(.all, at: index, isOnce: true) }
    }

    /// Goes on with the states of another configuration, of which these are new to it.
    mutating func goOn(_ states: [OSCState], new: [OSCState.Forms]) {
        choose(states)
        for index in states.indices { note(new[index], at: index, isOnce: new[index] == .all) }
    }

    private mutating func choose(_ states: [OSCState]) {
        wants = states.map { only.match($0.id) }
        (waiting, order, first, later, own) = ([:], [], 0, [:], [:])
    }

    /// What of a state waits to be sent.
    func waits(at index: Int) -> OSCState.Forms { waiting[index]?.forms ?? [] }

    /// Notes that a state is to be sent.
    ///
    /// - Parameter isOnce: whether it is not sent once more after a rest.
    mutating func note(_ forms: OSCState.Forms, at index: Int, isOnce: Bool = false) {
        guard !forms.isEmpty, wants[index] else { return }
        if waiting[index] == nil { order.append(index) }
        waiting[index] = (forms.union(waits(at: index)), isOnce)
    }

    /// Notes that it moves a parameter. After that it is sent where it is.
    mutating func moves(_ index: Int, _ forms: OSCState.Forms, at now: Moment) {
        guard wants[index] else { return }
        let until = now + Self.rest
        own[index] = (until, forms.union(own[index]?.forms ?? []))
        later[index] = (until, forms.union(later[index]?.forms ?? []))
    }

    /// When there is something to send; nil: nothing.
    func due(at now: Moment) -> Moment? { first < order.count ? now : later.values.map(\.at).min() }

    /// The next packets.
    ///
    /// - Parameter allowance: how many bytes it may be sent; nil: any number.
    mutating func packets(_ states: [OSCState], _ allowance: inout Allowance?, at now: Moment) -> [[UInt8]] {
        for (index, more) in later where more.at <= now {
            (later[index], own[index]) = (nil, nil)
            note(more.forms, at: index, isOnce: true)
        }
        var packets: [[UInt8]] = []
        while packets.count < Self.burst, first < order.count {
            let room = allowance?.left(at: now) ?? .infinity
            guard room > 0, let packet = packet(states, min(room, Double(Self.packet)), at: now) else { break }
            allowance?.use(Double(packet.count))
            packets.append(packet)
        }
        if first == order.count { (order, first) = ([], 0) }
        return packets
    }

    /// One packet of about so many bytes; nil if nothing is left.
    private mutating func packet(_ states: [OSCState], _ room: Double, at now: Moment) -> [UInt8]? {
        var messages: [[UInt8]] = []
        var count = Self.head
        while first < order.count, Double(count) < room || messages.isEmpty {
            let index = order[first]
            let encoded = states[index].messages(unknown(at: index, now)).map(OSCCodec.encode).filter { $0.count <= Self.longest }
            let size = encoded.reduce(0) { $0 + Self.mark + $1.count }
            guard messages.isEmpty || count + size <= Self.packet else { break }
            first += 1
            sent(index, at: now)
            messages += encoded
            count += size
        }
        return messages.isEmpty ? nil : messages.count == 1 ? messages[0] : OSCCodec.bundle(messages)
    }

    /// What of a waiting state it does not know already because it moves it.
    private func unknown(at index: Int, _ now: Moment) -> OSCState.Forms {
        guard let mine = own[index], mine.until > now else { return waits(at: index) }
        return waits(at: index).subtracting(mine.forms)
    }

    private mutating func sent(_ index: Int, at now: Moment) {
        let (forms, former) = (unknown(at: index, now), later[index])
        guard let done = waiting.removeValue(forKey: index), !done.isOnce, !forms.isEmpty || former == nil else { return }
        later[index] = (max(now + Self.rest, former?.at ?? now), forms.union(former?.forms ?? []))
    }
}
