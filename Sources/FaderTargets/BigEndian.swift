extension FixedWidthInteger {
    /// Its bytes, the highest first, as all protocols here have them.
    var bigEndianBytes: [UInt8] { stride(from: bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) } }
}
