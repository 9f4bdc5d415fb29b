/// Reports that wait for `nextReport` because their parameter changed again under another number. Never allocates after initialization.
/// Owned by the MIDI thread.
struct ReportQueue {
    /// More changes with different numbers than happen between two looks of the owner, 10 ms apart.
    static let capacity = 256

    private var slots: [ParameterReport] = []
    private var head = 0
    private(set) var isEmpty = true

    init() { slots.reserveCapacity(Self.capacity) }

    /// Adds a report. Returns false if there is no room.
    mutating func push(_ report: ParameterReport) -> Bool {
        guard slots.count < Self.capacity else { return false }
        slots.append(report)
        isEmpty = false
        return true
    }

    /// The oldest. Room is freed only when all have been removed, and callers remove them all at once.
    mutating func pop() -> ParameterReport? {
        guard !isEmpty else { return nil }
        let report = slots[head]
        head += 1
        if head == slots.count {
            slots.removeAll(keepingCapacity: true)
            head = 0
            isEmpty = true
        }
        return report
    }
}
