internal import FaderSystem
internal import FaderValues
internal import NIOCore

/// A program that receives parameters over OSC, and what still has to be sent to it. Pure: times are arguments.
struct OSCReceiver {
    /// The longest packet that fits into one frame of Ethernet.
    private static let packet = 1400
    /// Longer messages are not sent: three have to fit into a UDP packet.
    private static let longest = 20_000
    /// The most packets that are sent at once.
    private static let burst = 16
    /// Bytes before the elements of a bundle, and before each element.
    private static let (head, mark) = (16, 4)

    let address: SocketAddress
    let host: IPAddress
    var only: IDPatterns
    /// Nil for an entry of `send:`.
    var end: Moment?

    private var wants: [Bool] = []
    /// What waits to be sent, by the state's index. `isOnce`: not again after a rest.
    private var waiting = NewestByKey<Int, (forms: OSCState.Forms, isOnce: Bool)>()
    /// What is sent again after a rest: the last of a movement, because a packet may get lost, and what the program moves itself.
    private var later: [Int: (at: Moment, forms: OSCState.Forms)] = [:]
    /// What the program moves itself. It is not sent to it meanwhile.
    private var own: [Int: (until: Moment, forms: OSCState.Forms)] = [:]

    /// How long after the last message of a movement it counts as over.
    static let rest = Duration.milliseconds(300)

    init(_ address: SocketAddress, _ host: IPAddress, only: IDPatterns, end: Moment?) {
        (self.address, self.host, self.only, self.end) = (address, host, only, end)
    }

    mutating func begin(_ states: [OSCState]) {
        choose(states)
        for index in states.indices { note(.all, at: index, isOnce: true) }
    }

    /// Continues with the states of another configuration. `new` has the forms that are new to the receiver.
    mutating func goOn(_ states: [OSCState], new: [OSCState.Forms]) {
        choose(states)
        for index in states.indices { note(new[index], at: index, isOnce: new[index] == .all) }
    }

    private mutating func choose(_ states: [OSCState]) {
        wants = states.map { only.match($0.id) }
        (waiting, later, own) = (NewestByKey(), [:], [:])
    }

    func waits(at index: Int) -> OSCState.Forms { waiting[index]?.forms ?? [] }

    /// Notes that a state is due. `isOnce`: it is not sent again after a rest.
    mutating func note(_ forms: OSCState.Forms, at index: Int, isOnce: Bool = false) {
        guard !forms.isEmpty, wants[index] else { return }
        waiting.put((forms.union(waits(at: index)), isOnce), for: index)
    }

    /// Notes that the program moves a parameter. After the movement it is sent the result.
    mutating func moves(_ index: Int, _ forms: OSCState.Forms, at now: Moment) {
        guard wants[index] else { return }
        let until = now + Self.rest
        own[index] = (until, forms.union(own[index]?.forms ?? []))
        later[index] = (until, forms.union(later[index]?.forms ?? []))
    }

    func due(at now: Moment) -> Moment? { waiting.isEmpty ? later.values.map(\.at).min() : now }

    mutating func packets(_ states: [OSCState], _ allowance: inout Allowance?, at now: Moment) -> [[UInt8]] {
        for (index, more) in later where more.at <= now {
            (later[index], own[index]) = (nil, nil)
            note(more.forms, at: index, isOnce: true)
        }
        var packets: [[UInt8]] = []
        while packets.count < Self.burst, !waiting.isEmpty {
            let room = allowance?.left(at: now) ?? .infinity
            guard room > 0, let packet = packet(states, min(room, Double(Self.packet)), at: now) else { break }
            allowance?.use(Double(packet.count))
            packets.append(packet)
        }
        return packets
    }

    /// One packet of about `room` bytes; nil if nothing is left to send.
    private mutating func packet(_ states: [OSCState], _ room: Double, at now: Moment) -> [UInt8]? {
        var messages: [[UInt8]] = []
        var count = Self.head
        while let (index, _) = waiting.next, Double(count) < room || messages.isEmpty {
            let encoded = states[index].messages(unknown(at: index, now)).map(OSCCodec.encode).filter { $0.count <= Self.longest }
            let size = encoded.reduce(0) { $0 + Self.mark + $1.count }
            guard messages.isEmpty || count + size <= Self.packet else { break }
            sent(index, at: now)
            messages += encoded
            count += size
        }
        return messages.isEmpty ? nil : messages.count == 1 ? messages[0] : OSCCodec.bundle(messages)
    }

    /// The waiting forms, without those that the program knows because it moves them itself.
    private func unknown(at index: Int, _ now: Moment) -> OSCState.Forms {
        guard let mine = own[index], mine.until > now else { return waits(at: index) }
        return waits(at: index).subtracting(mine.forms)
    }

    private mutating func sent(_ index: Int, at now: Moment) {
        let (forms, former) = (unknown(at: index, now), later[index])
        guard let done = waiting.take(index), !done.isOnce, !forms.isEmpty || former == nil else { return }
        later[index] = (max(now + Self.rest, former?.at ?? now), forms.union(former?.forms ?? []))
    }
}
