internal import FaderValues

/// The sequence numbers of a universe.
///
/// Lights drop a packet whose number equals the last or is up to 19 less (ANSI E1.31, section 6.7.2), some up to 127 less. A daemon that
/// was killed is the same source afterwards and does not know its last number. So its first numbers are a third of all apart: one of them
/// counts as new, and so do all that follow.
struct LightSequence {
    /// How many of the first numbers are that far apart. At least as many packets are sent within 50 ms of a change.
    static let leaps = 3
    private static let leap: UInt8 = 85

    private var last: UInt8 = 0
    private var leapsLeft = leaps

    /// The next number. In Art-Net, 0 means that there are no sequence numbers.
    mutating func next(in wire: UniverseSpec.Wire) -> UInt8 {
        last &+= leapsLeft > 0 ? Self.leap : 1
        leapsLeft = max(leapsLeft - 1, 0)
        if last == 0, wire == .artnet { last = 1 }
        return last
    }
}
