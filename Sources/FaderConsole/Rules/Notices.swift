/// Things a person should be told, kept until they are fetched. Never allocates; owned by the MIDI thread.
struct Notices {
    private var slots: InlineArray<8, Notice?> = InlineArray(repeating: nil)
    private var count = 0

    var isEmpty: Bool { count == 0 }

    /// A ninth is dropped. Overruns are one notice, with the newest count.
    mutating func add(_ notice: Notice) {
        if case .overrun = notice {
            for index in slots.indices {
                if case .overrun = slots[index] {
                    slots[index] = notice
                    return
                }
            }
        }
        for index in slots.indices where slots[index] == nil {
            slots[index] = notice
            count += 1
            return
        }
    }

    mutating func pop() -> Notice? {
        guard !isEmpty else { return nil }
        for index in slots.indices {
            guard let notice = slots[index] else { continue }
            slots[index] = nil
            count -= 1
            return notice
        }
        return nil
    }
}
