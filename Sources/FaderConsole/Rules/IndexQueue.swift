internal import FaderModel

/// A first-in first-out queue of indices with a fixed capacity; never allocates once made. Each index is in it at most once, ensured by a
/// flag of the element it names. Owned by the MIDI thread.
struct IndexQueue<Index: RowIndex> {
    private var slots: [Index]
    private var head = 0
    private(set) var count = 0

    init(capacity: Int) { slots = [Index](repeating: Index(0), count: max(capacity, 1)) }

    var isEmpty: Bool { count == 0 }

    mutating func push(_ index: Index) {
        precondition(count < slots.count, "an index was queued twice")
        slots[wrapped(head + count)] = index
        count += 1
    }

    mutating func pop() -> Index? {
        guard count > 0 else { return nil }
        let index = slots[head]
        head = wrapped(head + 1)
        count -= 1
        return index
    }

    private func wrapped(_ place: Int) -> Int { place >= slots.count ? place - slots.count : place }
}
