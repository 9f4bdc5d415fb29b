internal import FaderModel

/// All stored values, and the order in which those of parameters that are not configured were left behind. A plain value; not for the MIDI
/// thread.
///
/// Values of parameters that are not configured have their own limit, because nobody would notice them until the file is too large. `trim`
/// removes the excess, oldest first. Values that left the configuration or were imported at the same time have the same age, and go in the
/// order of their ids. A file of an earlier version may hold more; the excess is removed only when something is added.
public struct KeptValues: Sendable {
    /// How many values of parameters that are not configured are kept at most.
    public static let countLimit = 200_000
    /// How many bytes of the file these values may take.
    public static let byteLimit = 24 << 20

    private struct Stored: Sendable {
        var value: KeptValue
        /// When the value was left behind or imported, as a count; 0 if its parameter is configured.
        var age: UInt64
    }

    private let countLimit: Int
    private let byteLimit: Int
    private var stored: [String: Stored]
    /// The number of values of parameters that are not configured.
    public private(set) var count = 0
    private var byteCount = 0
    /// The values to trim, oldest first, from `head` on. An item whose age is no longer that of its value is skipped.
    private var queue: [(id: String, age: UInt64)] = []
    private var head = 0
    private var lastAge: UInt64

    /// The stored values, with the ages from the file. A value without an age was configured until now, so it counts among the newest.
    public init(_ values: [String: KeptValue], ages: [String: UInt64], isConfigured: (String) -> Bool) {
        self.init(values, ages: ages, countLimit: Self.countLimit, byteLimit: Self.byteLimit, isConfigured: isConfigured)
    }

    /// The same, with limits that a test chooses.
    package init(
        _ values: [String: KeptValue], ages: [String: UInt64], countLimit: Int, byteLimit: Int, isConfigured: (String) -> Bool
    ) {
        (self.countLimit, self.byteLimit) = (countLimit, byteLimit)
        // An age so high that it leaves no room for newer ones did not come from counting.
        let ages = ages.filter { $0.value < .max / 2 }
        lastAge = (ages.values.max() ?? 0) + 1
        stored = [:]
        stored.reserveCapacity(values.count)
        for (id, value) in values {
            let age = isConfigured(id) ? 0 : ages[id] ?? lastAge
            stored[id] = Stored(value: value, age: age)
            guard age > 0 else { continue }
            count += 1
            byteCount += Self.size(id, value)
            queue.append((id, age))
        }
        queue.sort { ($0.age, $0.id) < ($1.age, $1.id) }
    }

    /// A stored value; nil if there is none.
    public subscript(id: String) -> KeptValue? { stored[id]?.value }

    /// All stored values as last stored, including those of configured parameters.
    public var values: [String: KeptValue] { stored.mapValues(\.value) }

    /// The ages of all stored values; 0 for parameters that are configured.
    public var ages: [String: UInt64] { stored.mapValues(\.age) }

    /// The age for the next values that are left behind, newer than all ages before.
    public mutating func nextAge() -> UInt64 {
        lastAge += 1
        return lastAge
    }

    /// Stores a value of a configured parameter.
    public mutating func store(_ id: String, _ value: KeptValue) { put(id, Stored(value: value, age: 0)) }

    /// Notes that the parameter is configured now. True if it has a value and was not configured before.
    public mutating func configure(_ id: String) -> Bool {
        guard let old = stored[id], old.age > 0 else { return false }
        put(id, Stored(value: old.value, age: 0))
        return true
    }

    /// Stores a value of a parameter that is not configured, with an age from `nextAge`.
    public mutating func keep(_ id: String, _ value: KeptValue, age: UInt64) {
        put(id, Stored(value: value, age: age))
        queue.append((id, age))
    }

    /// Reserves memory for `more` additional values.
    public mutating func reserve(_ more: Int) {
        stored.reserveCapacity(stored.count + more)
        queue.reserveCapacity(queue.count + more)
    }

    /// Gives numbers without a unit the unit of their parameters, which are configured. True if there were any.
    public mutating func adopt(units: [String: String]) -> Bool {
        var isAny = false
        for (id, unit) in units {
            guard var old = stored[id], old.value.lacksUnit else { continue }
            old.value.unit = unit
            put(id, old)
            isAny = true
        }
        return isAny
    }

    private mutating func put(_ id: String, _ new: Stored?) {
        let old = new.map { stored.updateValue($0, forKey: id) } ?? stored.removeValue(forKey: id)
        count(id, old, by: -1)
        count(id, new, by: 1)
    }

    private mutating func count(_ id: String, _ entry: Stored?, by sign: Int) {
        guard let entry, entry.age > 0 else { return }
        count += sign
        byteCount += sign * Self.size(id, entry.value)
    }

    /// Forgets the oldest values of parameters that are not configured, at most `most` per call, and returns their ids; none if the limits
    /// are met.
    public mutating func trim(most: Int) -> [String] {
        var gone: [String] = []
        while gone.count < most, count > countLimit || byteCount > byteLimit, head < queue.count {
            let (id, age) = queue[head]
            head += 1
            guard stored[id]?.age == age else { continue }
            put(id, nil)
            gone.append(id)
        }
        if head > queue.count / 2 {
            queue.removeFirst(head)
            head = 0
        }
        if queue.count > 2 * countLimit + count { queue.removeAll { [stored] in stored[$0.id]?.age != $0.age } }
        return gone
    }

    /// The approximate size in bytes of a value's line in the file, never too low.
    public static func size(_ id: String, _ kept: KeptValue) -> Int {
        let size =
            switch kept.value {
            case .number: 25
            case .flag: 5
            case .pair: 54
            case .word(let word): quotedSize(word)
            }
        // Blanks, quotes, the names of the fields, and the largest age.
        return id.utf8.count + size + 56 + (kept.unit.isEmpty ? 0 : quotedSize(kept.unit) + 10)
    }

    private static func quotedSize(_ text: String) -> Int {
        text.utf8.reduce(2) { $0 + ($1 < 0x20 || $1 == 0x7F ? 6 : $1 == 0x22 || $1 == 0x5C ? 2 : 1) }
    }
}

/// Values of parameters that are not configured, ready for the state file. They are prepared where nobody has to wait, and stored in one
/// step.
public struct KeptBatch: Sendable {
    /// Finished entries, sorted by id.
    let entries: [StateEntry]

    /// Values that were left behind at `age`; see `KeptValues`. This takes a while for many: call it on a separate thread.
    ///
    /// All values are finite or −∞.
    public init(_ values: [(id: String, value: KeptValue)], age: UInt64) {
        precondition(values.allSatisfy { $0.value.value.isStorable }, "a value that reaches the state is finite or −∞")
        entries = values.map { StateEntry($0.id, $0.value, age: age) }
    }
}
