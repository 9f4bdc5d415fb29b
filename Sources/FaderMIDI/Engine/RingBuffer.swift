internal import Synchronization

/// A ring of plain values between two threads: one pushes, one pops, neither waits or allocates.
///
/// `@unchecked Sendable` because only one side touches a slot at a time: the pusher writes it before it publishes the tail, the popper
/// reads it after it has seen that tail and before it publishes the head.
@safe final class RingBuffer<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    private let slots: UnsafeMutablePointer<Element>
    private let mask: Int
    private let head = Atomic<Int>(0)
    private let tail = Atomic<Int>(0)

    /// A ring buffer with room for `capacity` values, a power of two.
    init(capacity: Int) {
        precondition(capacity > 0 && capacity & (capacity - 1) == 0, "a ring's capacity is a power of two")
        unsafe slots = .allocate(capacity: capacity)
        mask = capacity - 1
    }

    deinit { unsafe slots.deallocate() }

    /// Never more than there is room for, as the pushing side sees it. The load is ordered after that side's earlier stores, such as the
    /// flag that it waits for room.
    var room: Int { mask + 1 - (tail.load(ordering: .relaxed) - head.load(ordering: .sequentiallyConsistent)) }

    var isEmpty: Bool { head.load(ordering: .relaxed) == tail.load(ordering: .sequentiallyConsistent) }

    /// Adds a value; false when the ring is full.
    func push(_ element: Element) -> Bool {
        guard room > 0 else { return false }
        let index = tail.load(ordering: .relaxed)
        unsafe (slots + (index & mask)).initialize(to: element)
        tail.store(index + 1, ordering: .sequentiallyConsistent)
        return true
    }

    func pop() -> Element? {
        let index = head.load(ordering: .relaxed)
        guard index != tail.load(ordering: .acquiring) else { return nil }
        let element = unsafe slots[index & mask]
        // Ordered before the popping side checks whether the pushing side waits for room.
        head.store(index + 1, ordering: .sequentiallyConsistent)
        return element
    }
}
