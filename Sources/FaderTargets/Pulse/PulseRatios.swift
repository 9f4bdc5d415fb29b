/// The volume of each channel relative to the loudest. It is kept while the volume is zero, because the server forgets it then, and while
/// the server shows what was set last, which is rounded, at low volumes too coarsely.
struct PulseRatios: Equatable {
    private var ratios: [Double] = []
    private var lastSet: [UInt32] = []

    mutating func note(_ volumes: [UInt32]) {
        guard !isLastSet(volumes) else { return }
        lastSet = []
        guard let peak = volumes.max(), peak > 0 else {
            if ratios.count != volumes.count { ratios = volumes.map { _ in 1 } }
            return
        }
        ratios = volumes.map { Double($0) / Double(peak) }
    }

    /// A server that counts in other units may be off by one.
    private func isLastSet(_ volumes: [UInt32]) -> Bool {
        volumes.count == lastSet.count && zip(volumes, lastSet).allSatisfy { max($0, $1) - min($0, $1) <= 1 }
    }

    mutating func volumes(_ peak: Double) -> [UInt32] {
        let highest = Double(UInt32.max / 2)
        lastSet = ratios.map { UInt32(min(max((peak * $0).rounded(), 0), highest)) }
        return lastSet
    }
}
