internal import FaderModel

/// The numbers of the packets of a universe.
///
/// Lights take a packet for an old one and drop it if its number is the last one that they got, or up to 19 less (ANSI E1.31, section 6.7.2); some
/// do so for up to 127 less. A daemon that was killed is the same source when it is back, and does not know its last number. So the first numbers
/// are a third of all numbers apart: whatever the last one was, one of them is new, and then all that follow are.
struct LightSequence {
    /// How many numbers are so far apart. As many packets follow a change within 50 ms.
    static let leaps = 3
    private static let leap: UInt8 = 85

    private var last: UInt8 = 0
    private var leapsLeft = leaps

    /// The next number. 0 says in Art-Net that there are no sequence numbers.
    mutating func next(in wire: UniverseSpec.Wire) -> UInt8 {
        last &+= leapsLeft > 0 ? Self.leap : 1
        leapsLeft = max(leapsLeft - 1, 0)
        if last == 0, wire == .artnet { last = 1 }
        return last
    }
}
