/// A first-in first-out queue of indices with a fixed capacity; never allocates once made. Each index is in it at most once, ensured by a
/// flag of the element it names. Owned by the MIDI thread.
struct IndexQueue {
    private var slots: [Int32]
    private var head = 0
    private(set) var count = 0

    init(capacity: Int) { slots = [Int32](repeating: 0, count: max(capacity, 1)) }

    var isEmpty: Bool { count == 0 }

    mutating func push(_ index: Int) {
        precondition(count < slots.count, "an index was queued twice")
        slots[wrapped(head + count)] = Int32(truncatingIfNeeded: index)
        count += 1
    }

    mutating func pop() -> Int? {
        guard count > 0 else { return nil }
        let index = Int(slots[head])
        head = wrapped(head + 1)
        count -= 1
        return index
    }

    private func wrapped(_ place: Int) -> Int { place >= slots.count ? place - slots.count : place }
}
