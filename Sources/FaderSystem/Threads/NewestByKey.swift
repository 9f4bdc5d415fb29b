/// Values that wait: only the newest of each key, in the order in which the keys came. A newer value keeps the place of the older.
public struct NewestByKey<Key: Hashable, Value> {
    private var places: [Key: Int] = [:]
    /// Nil where a value was taken out of order.
    private(set) var slots: [(key: Key, value: Value)?] = []
    private var first = 0
    private let most: Int

    /// - Parameter most: the most keys that can wait; left out if the caller's keys are limited anyway.
    public init(most: Int = .max) { self.most = most }

    public var isEmpty: Bool { places.isEmpty }
    public var count: Int { places.count }

    public subscript(key: Key) -> Value? { places[key].flatMap { slots[$0]?.value } }

    /// The key that came first, and its value, which both stay; nil if there is none.
    public var next: (key: Key, value: Value)? { first < slots.count ? slots[first] : nil }

    /// Replaces the value that waits under the key, or puts it after all others. False if there is no room for another key.
    @discardableResult
    public mutating func put(_ value: Value, for key: Key) -> Bool {
        if let place = places[key] {
            slots[place] = (key, value)
            return true
        }
        guard places.count < most else { return false }
        if slots.count >= 2 * places.count + 16 { compact() }
        places[key] = slots.count
        slots.append((key, value))
        return true
    }

    public mutating func take(_ key: Key) -> Value? {
        guard let place = places.removeValue(forKey: key) else { return nil }
        defer {
            slots[place] = nil
            while first < slots.count, slots[first] == nil { first += 1 }
        }
        return slots[place]?.value
    }

    public mutating func takeFirst() -> Value? { next.flatMap { take($0.key) } }

    public mutating func takeAll() -> [(key: Key, value: Value)] {
        defer { self = Self(most: most) }
        return slots.compactMap(\.self)
    }

    private mutating func compact() {
        (slots, first) = (slots.filter { $0 != nil }, 0)
        for (place, slot) in slots.enumerated() { if let slot { places[slot.key] = place } }
    }
}

extension NewestByKey: Sendable where Key: Sendable, Value: Sendable {}
