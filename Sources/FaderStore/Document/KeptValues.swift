internal import FaderValues

/// All stored values, with the order in which parameters that are not configured left theirs behind. A plain value; not for the MIDI
/// thread.
///
/// Values of parameters that are not configured have a limit, because nobody would notice them until the file is too large. `trim` removes
/// the oldest first, and those of one age by their ids. A file of an earlier version may hold more, until something is added.
public struct KeptValues: Sendable {
    /// How many values of parameters that are not configured are kept.
    public static let countLimit = 10_000
    /// How many bytes of the file these values may take.
    public static let byteLimit = 4 << 20

    private struct Stored: Sendable, Equatable {
        var value: KeptValue
        /// When the value was left behind or imported, as a count; 0 if its parameter is configured.
        var age: UInt64
    }

    private var stored: [String: Stored]
    private var lastAge: UInt64
    public private(set) var leftBehind: Set<String>
    private var sizeLeftBehind: Int

    /// A value without an age was configured until now, so it counts among the newest.
    public init(_ values: [String: KeptValue], ages: [String: UInt64], isConfigured: (String) -> Bool) {
        // A very high age leaves no room for newer ones, and did not come from counting.
        let ages = ages.filter { $0.value < .max / 2 }
        let newest = (ages.values.max() ?? 0) + 1
        lastAge = newest
        stored = Dictionary(
            uniqueKeysWithValues: values.map { ($0, Stored(value: $1, age: isConfigured($0) ? 0 : ages[$0] ?? newest)) })
        let left = stored.filter { $0.value.age > 0 }
        leftBehind = Set(left.keys)
        sizeLeftBehind = left.reduce(0) { $0 + Self.size($1.key, $1.value.value) }
    }

    private mutating func put(_ id: String, _ new: Stored?) {
        if let old = stored[id], old.age > 0 {
            leftBehind.remove(id)
            sizeLeftBehind -= Self.size(id, old.value)
        }
        stored[id] = new
        if let new, new.age > 0 {
            leftBehind.insert(id)
            sizeLeftBehind += Self.size(id, new.value)
        }
    }

    /// Whether this is stored as the value of a configured parameter.
    public func has(_ id: String, _ value: KeptValue) -> Bool { stored[id] == Stored(value: value, age: 0) }

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

    public mutating func store(_ id: String, _ value: KeptValue) { put(id, Stored(value: value, age: 0)) }

    /// The parameter is configured now. True if it has a value and was not before.
    public mutating func configure(_ id: String) -> Bool {
        guard let left = stored[id], left.age > 0 else { return false }
        put(id, Stored(value: left.value, age: 0))
        return true
    }

    /// Stores a value of a parameter that is not configured, with an age from `nextAge`.
    public mutating func keep(_ id: String, _ value: KeptValue, age: UInt64) { put(id, Stored(value: value, age: age)) }

    /// Gives numbers without a unit that of their parameters, which are configured. True if there were any.
    public mutating func adopt(units: [String: String]) -> Bool {
        var isAny = false
        for (id, unit) in units {
            guard var now = stored[id], now.value.lacksUnit else { continue }
            now.value.unit = unit
            put(id, now)
            isAny = true
        }
        return isAny
    }

    /// Forgets the oldest values of parameters that are not configured beyond the limits, and returns their ids.
    ///
    /// - Parameters:
    ///   - most: how many may stay.
    ///   - bytes: how much of the file they may take.
    public mutating func trim(to most: Int = countLimit, bytes: Int = byteLimit) -> [String] {
        guard leftBehind.count > most || sizeLeftBehind > bytes else { return [] }
        let left = stored.filter { $0.value.age > 0 }.sorted { ($0.value.age, $0.key) > ($1.value.age, $1.key) }
        var size = 0
        let staying = left.prefix(most).prefix { id, entry in
            size += Self.size(id, entry.value)
            return size <= bytes
        }
        let gone = left.dropFirst(staying.count).reversed().map(\.key)
        for id in gone { put(id, nil) }
        return gone
    }

    /// The size of a value's line in the file, never too low.
    public static func size(_ id: String, _ kept: KeptValue) -> Int {
        let size =
            switch kept.value {
            case .number: 25
            case .flag, .nothing: 5
            case .pair: 54
            case .word(let word): quotedSize(word)
            }
        // Blanks, quotes, names of fields, and the largest age.
        return id.utf8.count + size + 56 + (kept.unit.isEmpty ? 0 : quotedSize(kept.unit) + 10)
    }

    private static func quotedSize(_ text: String) -> Int {
        text.utf8.reduce(2) { $0 + ($1 < 0x20 || $1 == 0x7F ? 6 : $1 == 0x22 || $1 == 0x5C ? 2 : 1) }
    }
}

/// Values of parameters that are not configured, ready to be stored in one step.
public struct KeptBatch: Sendable {
    /// Finished entries, sorted by id.
    let entries: [StateEntry]

    /// Values that were left behind at `age`; see `KeptValues`. All are finite or −∞. Many take a while: on a separate thread.
    public init(_ values: [(id: String, value: KeptValue)], age: UInt64) {
        precondition(values.allSatisfy { $0.value.value.isStorable }, "a value that reaches the state is finite or −∞")
        entries = values.map { StateEntry($0.id, $0.value, age: age) }
    }
}
