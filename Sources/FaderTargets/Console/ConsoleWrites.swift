/// What a console was sent and is asked for afterwards, because it acknowledges nothing and a packet may be lost. Pure: times are
/// arguments, `deadline` says when to call `take`.
struct ConsoleWrites {
    /// The calm after the last write at an address before the console is asked what it has there.
    static let calm = Duration.milliseconds(300)

    private var last: [String: Moment] = [:]
    private var queue: [(address: String, due: Moment)] = []
    private var head = 0

    /// When to call `take`; nil: not before the next write.
    var deadline: Moment? { head < queue.count ? queue[head].due : nil }

    mutating func wrote(_ address: String, at now: Moment) {
        if last.updateValue(now, forKey: address) == nil { queue.append((address, now + Self.calm)) }
    }

    mutating func take(at now: Moment) -> [String] {
        var addresses: [String] = []
        while head < queue.count, queue[head].due <= now {
            let address = queue[head].address
            head += 1
            guard let written = last[address] else { continue }
            if written + Self.calm > now {
                queue.append((address, written + Self.calm))
            } else {
                last[address] = nil
                addresses.append(address)
            }
        }
        if head * 2 > queue.count {
            queue.removeFirst(head)
            head = 0
        }
        return addresses
    }

    mutating func forget() { self = ConsoleWrites() }
}
