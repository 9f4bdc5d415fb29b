public import FaderModel

/// All stored values, and the order in which those that nothing configures were left behind. A plain value; not for the MIDI thread.
///
/// Values that nothing configures have a limit of their own, since nobody would notice them until the file is too large. `trim` removes the
/// excess, oldest first: values that left the configuration, or were imported, at the same time have the same age and go in the order of
/// their ids. A file of an earlier version may hold more; the excess is only removed when something is added.
public struct KeptValues: Sendable {
    /// How many values that nothing configures are kept at most.
    public static let countLimit = 200_000
    /// How many bytes of the file these values may take.
    public static let byteLimit = 24 << 20

    private struct Stored: Sendable {
        var value: Value
        /// Since when nothing configures it; 0: something does.
        var age: UInt64
    }

    private let countLimit: Int
    private let byteLimit: Int
    private var stored: [String: Stored]
    /// The number of values that nothing configures.
    public private(set) var count = 0
    private var byteCount = 0
    /// Oldest first, from `head` on; an item whose age is no longer that of its value is skipped.
    private var queue: [(id: String, age: UInt64)] = []
    private var head = 0
    private var lastAge: UInt64

    /// The stored values, with the ages from the file. A value without an age was configured until now, so it counts as the newest.
    public init(_ values: [String: Value], ages: [String: UInt64], isConfigured: (String) -> Bool) {
        self.init(values, ages: ages, countLimit: Self.countLimit, byteLimit: Self.byteLimit, isConfigured: isConfigured)
    }

    /// The same, with limits that a test chooses.
    package init(
        _ values: [String: Value], ages: [String: UInt64], countLimit: Int, byteLimit: Int, isConfigured: (String) -> Bool
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
    public subscript(id: String) -> Value? { stored[id]?.value }

    /// All stored values as last stored, including those of configured parameters.
    public var values: [String: Value] { stored.mapValues(\.value) }

    /// The ages of all stored values; 0 for what something configures.
    public var ages: [String: UInt64] { stored.mapValues(\.age) }

    /// The age for the values that are left behind next: newer than all before.
    public mutating func nextAge() -> UInt64 {
        lastAge += 1
        return lastAge
    }

    /// Takes up a value of a parameter that something configures.
    public mutating func store(_ id: String, _ value: Value) { put(id, Stored(value: value, age: 0)) }

    /// Something configures the parameter now. True if nothing did before.
    public mutating func configure(_ id: String) -> Bool {
        guard let old = stored[id], old.age > 0 else { return false }
        put(id, Stored(value: old.value, age: 0))
        return true
    }

    /// Takes up a value that nothing configures, with an age from `nextAge`.
    public mutating func keep(_ id: String, _ value: Value, age: UInt64) {
        put(id, Stored(value: value, age: age))
        queue.append((id, age))
    }

    /// Reserves memory for `more` additional values.
    public mutating func reserve(_ more: Int) {
        stored.reserveCapacity(stored.count + more)
        queue.reserveCapacity(queue.count + more)
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

    /// Forgets the oldest values that nothing configures, at most `most` per call, and returns their ids; none if the limits are met.
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

/// Values that nothing configures, ready for the state file: prepared where nobody has to wait, taken up in one step.
public struct KeptBatch: Sendable {
    /// Finished entries, sorted by id.
    let entries: [StateEntry]

    /// Values that were left behind at `age`; see `KeptValues`. This takes a while for many: call it on a separate thread.
    ///
    /// All values are finite or −∞.
    public init(_ values: [(id: String, value: Value)], age: UInt64) {
        precondition(values.allSatisfy { $0.value.isStorable }, "a value that reaches the state is finite or −∞")
        entries = values.map { StateEntry($0.id, $0.value, age: age) }
    }
}
