extension FixedWidthInteger {
    /// The most significant first, as in all protocols here.
    var bigEndianBytes: [UInt8] { stride(from: bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) } }
}
