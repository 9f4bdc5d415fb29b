/// Joins the MSB and LSB of a 14-bit value (`cc14`, data entry) without ever jumping in between.
///
/// An MSB is held for a moment; the LSB that follows completes it. A device that never sends an LSB gets its MSB alone when the
/// moment is over, spread over the whole travel (127 is the top); once it is known for that, at once. Rule of the pairing: an MSB
/// resets the LSB, an LSB alone refines the MSB before it (reference: MIDI 1.0 as quoted by the wmidi documentation).
struct Latch14 {
    /// How long an MSB waits for its LSB: three times what a DIN cable needs for both, and several USB frames.
    static let patience = MonotonicTime.Interval.milliseconds(10)
    /// After so many MSBs alone, and no LSB ever, a device is known to send none.
    static let loneMSBsToKnow: UInt8 = 4

    private var msb: UInt8 = 0
    private var hasMSB = false
    private var hasEverSentLSB = false
    private var loneMSBs: UInt8 = 0
    /// When the held MSB is to be taken alone; `.never` while none is held.
    private(set) var deadline = MonotonicTime.never

    /// What an MSB completes at once: the one held before it, or itself on a device that sends no LSB.
    mutating func most(_ value: UInt8, at now: MonotonicTime) -> UInt32? {
        let before = deadline == .never ? nil : alone()
        msb = value
        hasMSB = true
        if !hasEverSentLSB, loneMSBs >= Self.loneMSBsToKnow {
            deadline = .never
            return alone()
        }
        deadline = now + Self.patience
        return before
    }

    /// The value an LSB completes, or nil when no MSB was ever seen.
    mutating func least(_ value: UInt8) -> UInt32? {
        hasEverSentLSB = true
        deadline = .never
        return hasMSB ? UInt32(msb) << 7 | UInt32(value) : nil
    }

    /// The held MSB alone, when its time has come.
    mutating func expire(at now: MonotonicTime) -> UInt32? {
        guard deadline <= now else { return nil }
        deadline = .never
        return alone()
    }

    /// Drops a held MSB: the device is gone, or another number was selected.
    mutating func forget() {
        deadline = .never
        hasMSB = false
    }

    /// An MSB without LSB: low bits 0 where the device knows LSBs, spread (127 → 16383) where it does not.
    private mutating func alone() -> UInt32 {
        guard !hasEverSentLSB else { return UInt32(msb) << 7 }
        if loneMSBs < .max { loneMSBs += 1 }
        let coarse = UInt32(msb)
        guard coarse > 64 else { return coarse << 7 }
        let rest = coarse & 0x3F
        return coarse << 7 | rest << 1 | rest >> 5
    }
}
