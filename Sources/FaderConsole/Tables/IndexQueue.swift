internal import FaderValues

/// First in, first out, with a fixed capacity; never allocates after initialization. Each index is in it at most once, which a flag in the
/// element it names ensures. Owned by the MIDI thread.
struct IndexQueue<Index: RowIndex>: ~Copyable {
    private let slots: Table<Index>
    private var head = 0
    private(set) var count = 0

    init(capacity: Int) { slots = Table([Index](repeating: Index(0), count: max(capacity, 1))) }

    var isEmpty: Bool { count == 0 }

    mutating func push(_ index: Index) {
        precondition(count < slots.count, "an index was queued twice")
        slots[at: wrapped(head + count)] = index
        count += 1
    }

    mutating func pop() -> Index? {
        guard count > 0 else { return nil }
        let index = slots[at: head]
        head = wrapped(head + 1)
        count -= 1
        return index
    }

    private func wrapped(_ place: Int) -> Int { place >= slots.count ? place - slots.count : place }
}
