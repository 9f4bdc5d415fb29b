/// What a device sends when a hand uses one of its controls, and how it reads what it is sent: the device's side of the conversation, for
/// the virtual surface.
extension EncoderSpec {
    /// The values that an encoder sends for this many detents, to the right if positive, and whether each is of the message that means
    /// down in `next-cc`. `maximum` is the highest value of its message.
    package func values(of detents: Int, maximum: UInt32) -> [(raw: UInt32, isDown: Bool)] {
        var (rest, values) = (abs(detents), [(raw: UInt32, isDown: Bool)]())
        let most = encoding == .direction ? 1 : encoding == .offset ? min(15, Int(center ?? 15)) : 15
        while rest > 0 {
            let count = min(rest, most)
            rest -= count
            let signed = detents < 0 ? -count : count
            let raw = encoding == .offset ? center.map { UInt32(min($0 + signed, Int(maximum))) } : nil
            values.append((raw ?? encoding.encode(signed, of: maximum), encoding == .nextController && detents < 0))
        }
        return values
    }
}
