/// Joins the MSB and LSB of a 14-bit value (`cc14`, data entry) without ever jumping in between.
///
/// An MSB waits briefly for the LSB that completes it. If a device never sends LSBs, its MSB is used alone when that time is over, spread
/// over the whole travel (127 is the top). Once the device is known to send none, its MSBs are used at once. Pairing: an MSB resets the
/// LSB, and an LSB alone refines the MSB before it (reference: MIDI 1.0 as quoted by the wmidi documentation).
struct Joiner14 {
    /// How long an MSB waits for its LSB: three times what a DIN cable needs for both, and several USB frames.
    static let timeout = MonotonicTime.Interval.milliseconds(10)
    /// After this many lone MSBs, and never an LSB, the device is known to send none.
    static let loneMSBsToKnow: UInt8 = 4

    private var msb: UInt8 = 0
    /// The last LSB of a device that sends it first, and whether the MSB that completes it is still expected.
    private var (lsb, isLSBHeld): (UInt8, Bool) = (0, false)
    private var hasMSB = false
    private var hasEverSentLSB = false
    private var loneMSBs: UInt8 = 0
    /// When the held MSB is to be used alone.
    private(set) var deadline = MonotonicTime.never

    /// Returns a value if there is one now: that of an MSB that was still waiting, or of this one if the device sends no LSBs.
    mutating func most(_ value: UInt8, at now: MonotonicTime) -> UInt32? {
        let before = deadline == .never ? nil : alone()
        msb = value
        hasMSB = true
        if !hasEverSentLSB, loneMSBs >= Self.loneMSBsToKnow {
            deadline = .never
            return alone()
        }
        deadline = now + Self.timeout
        return before
    }

    /// Returns the value that it completes, or nil if there has been no MSB yet.
    mutating func least(_ value: UInt8) -> UInt32? {
        hasEverSentLSB = true
        deadline = .never
        return hasMSB ? UInt32(msb) << 7 | UInt32(value) : nil
    }

    /// Takes an LSB of a device that sends the LSB before its MSB.
    mutating func leastFirst(_ value: UInt8, at now: MonotonicTime) {
        (lsb, isLSBHeld) = (value, true)
        deadline = now + Self.timeout
    }

    /// Returns the value that it completes. Without an LSB before it, the last one counts.
    mutating func mostLast(_ value: UInt8) -> UInt32 {
        (msb, hasMSB, isLSBHeld, deadline) = (value, true, false, .never)
        return UInt32(msb) << 7 | UInt32(lsb)
    }

    /// Returns the value of a waiting MSB alone, once its time is up; or that of an LSB whose MSB has not changed.
    mutating func expire(at now: MonotonicTime) -> UInt32? {
        guard deadline <= now else { return nil }
        deadline = .never
        guard isLSBHeld else { return alone() }
        isLSBHeld = false
        return hasMSB ? UInt32(msb) << 7 | UInt32(lsb) : nil
    }

    /// Drops a held MSB: the device is gone, or another number was selected.
    mutating func forget() {
        deadline = .never
        hasMSB = false
        isLSBHeld = false
    }

    /// An MSB without an LSB: the low bits are 0 if the device sends LSBs, otherwise the value is spread (127 → 16383).
    private mutating func alone() -> UInt32 {
        guard !hasEverSentLSB else { return UInt32(msb) << 7 }
        if loneMSBs < .max { loneMSBs += 1 }
        let coarse = UInt32(msb)
        guard coarse > 64 else { return coarse << 7 }
        let rest = coarse & 0x3F
        return coarse << 7 | rest << 1 | rest >> 5
    }
}
