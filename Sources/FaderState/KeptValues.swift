public import FaderCore

/// All stored values, and the order in which those were left behind that nothing configures now. A plain value; not for the MIDI thread.
///
/// Values that nothing configures have a limit of their own, since nobody would miss them before the file is too large. What is too much
/// goes by `trim`, oldest first: what left the configuration, or was imported, at the same time has the same age, and goes in the order of
/// ids. A file of an earlier version may hold more; that only goes when something is added.
public struct KeptValues: Sendable {
    /// The most values kept that nothing configures.
    public static let countLimit = 200_000
    /// The most bytes that these take in the file.
    public static let byteLimit = 24 << 20

    private var values: [String: Value]
    /// Of those that nothing configures.
    private var ages: [String: UInt64] = [:]
    private var byteCount = 0
    /// Oldest first, from `head` on; what is not of its age any more is passed over.
    private var queue: [(id: String, age: UInt64)] = []
    private var head = 0
    private var lastAge: UInt64

    /// The stored values, with the ages that the file had. What is without one was configured until now, so it is the newest.
    public init(_ stored: [String: Value], ages: [String: UInt64], isConfigured: (String) -> Bool) {
        values = stored
        // An age that leaves no newer ones was not made by counting.
        let ages = ages.filter { $0.value < .max / 2 }
        lastAge = (ages.values.max() ?? 0) + 1
        for (id, value) in stored where !isConfigured(id) {
            let age = ages[id] ?? lastAge
            self.ages[id] = age
            byteCount += Self.size(id, value)
            queue.append((id, age))
        }
        queue.sort { ($0.age, $0.id) < ($1.age, $1.id) }
    }

    /// A stored value; nil where there is none.
    public subscript(id: String) -> Value? { values[id] }

    /// All stored values, also those of parameters that are configured, as they were when they were stored last.
    public var all: [String: Value] { values }

    /// The ages of those that nothing configures.
    public var keptAges: [String: UInt64] { ages }

    /// How many values there are that nothing configures.
    public var count: Int { ages.count }

    /// The age of what is left behind next, newer than all before.
    public mutating func nextAge() -> UInt64 {
        lastAge += 1
        return lastAge
    }

    /// Takes up a value of a parameter that something configures.
    public mutating func store(_ id: String, _ value: Value) {
        configure(id)
        values[id] = value
    }

    /// Something configures the parameter now. True if nothing did before.
    @discardableResult
    public mutating func configure(_ id: String) -> Bool {
        guard ages.removeValue(forKey: id) != nil else { return false }
        if let value = values[id] { byteCount -= Self.size(id, value) }
        return true
    }

    /// Takes up a value that nothing configures, as one of an age that `nextAge` gave.
    public mutating func keep(_ id: String, _ value: Value, age: UInt64) {
        configure(id)
        values[id] = value
        ages[id] = age
        byteCount += Self.size(id, value)
        queue.append((id, age))
    }

    /// Forgets the oldest values of those that nothing configures, `most` at a time: their ids, none when there is room.
    public mutating func trim(most: Int) -> [String] {
        var gone: [String] = []
        while gone.count < most, ages.count > Self.countLimit || byteCount > Self.byteLimit, head < queue.count {
            let (id, age) = queue[head]
            head += 1
            guard ages[id] == age else { continue }
            configure(id)
            values[id] = nil
            gone.append(id)
        }
        if head > queue.count / 2 {
            queue.removeFirst(head)
            head = 0
        }
        if queue.count > 2 * Self.countLimit + ages.count { queue.removeAll { ages[$0.id] != $0.age } }
        return gone
    }

    /// About the bytes of a value's line in the file, never fewer.
    public static func size(_ id: String, _ value: Value) -> Int {
        let size =
            switch value {
            case .number: 25
            case .flag: 5
            case .pair: 54
            case .word(let word): word.utf8.reduce(2) { $0 + ($1 < 0x20 || $1 == 0x7F ? 6 : $1 == 0x22 || $1 == 0x5C ? 2 : 1) }
            }
        // Blanks, quotes, the names of the fields, and the largest age.
        return id.utf8.count + size + 56
    }
}
