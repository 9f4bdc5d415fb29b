/// How loud each channel is relative to the loudest one. Kept while the volume is zero, because a server forgets it then.
struct PulseRatios: Equatable {
    private var ratios: [Double] = []

    /// Notes the ratios of a thing's volumes.
    mutating func note(_ volumes: [UInt32]) {
        guard let peak = volumes.max(), peak > 0 else {
            if ratios.count != volumes.count { ratios = volumes.map { _ in 1 } }
            return
        }
        ratios = volumes.map { Double($0) / Double(peak) }
    }

    /// The volumes, of which the loudest is `peak`.
    func volumes(_ peak: Double) -> [UInt32] {
        let highest = Double(UInt32.max / 2)
        return ratios.map { UInt32(min(max((peak * $0).rounded(), 0), highest)) }
    }
}
