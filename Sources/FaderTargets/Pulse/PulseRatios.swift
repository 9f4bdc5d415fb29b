/// How loud each channel is beside the loudest one; kept while the volume is zero, where a server forgets it.
struct PulseRatios: Equatable {
    private var ratios: [Double] = []

    /// Takes in what a thing shows.
    mutating func note(_ volumes: [UInt32]) {
        guard let peak = volumes.max(), peak > 0 else {
            if ratios.count != volumes.count { ratios = volumes.map { _ in 1 } }
            return
        }
        ratios = volumes.map { Double($0) / Double(peak) }
    }

    /// The volumes whose loudest is `peak`.
    func volumes(_ peak: Double) -> [UInt32] {
        let highest = Double(UInt32.max / 2)
        return ratios.map { UInt32(min(max((peak * $0).rounded(), 0), highest)) }
    }
}
