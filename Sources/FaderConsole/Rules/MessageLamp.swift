/// A lamp with messages of its own, as the console stores it, with what each message last said. Owned by the MIDI thread.
struct MessageLamp {
    /// Means that nothing is known. It is not the raw value of any lamp: those have 28 bits.
    private static let unknown = UInt32.max

    let spec: LampSpec
    /// What each of its messages last said.
    private var sent = InlineArray<4, UInt32>(repeating: unknown)
    /// Some of its messages have been sent, and the rest waits.
    var isUnderway = false

    init(_ spec: LampSpec) { self.spec = spec }

    mutating func forget() {
        sent = InlineArray(repeating: Self.unknown)
        isUnderway = false
    }

    /// A color is not sent to a lamp that is dark.
    func mustSend(_ place: Int, _ raw: UInt32) -> Bool {
        let mask = spec.messages[place].mask
        if spec.isDark(raw), !spec.messages[place].has(.value) { return false }
        return sent[place] == Self.unknown || sent[place] & mask != raw & mask
    }

    mutating func note(_ place: Int, _ raw: UInt32) { sent[place] = raw }

    mutating func adopt(_ old: MessageLamp) { (sent, isUnderway) = (old.sent, old.isUnderway) }
}
