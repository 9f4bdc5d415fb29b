extension ValueText {
    /// The highest segment that a value lights: 0 dark … `highest` full.
    ///
    /// Decibels follow the law of Ardour's meters, for which meters of Mackie's kind are made: +6 dB is the end of the scale. Any other
    /// value lights segments in proportion to its position.
    public func meterLevel(of value: Double, highest: Int) -> Int {
        let share = spec.unit.lowercased() == "db" ? Self.deflection(ofDecibels: value) / 115 : position(of: value).fraction
        return min(max(Int((share * Double(highest)).rounded()), 0), highest)
    }

    /// The highest segment that a peak lights, in decibels below full scale. From 0 dB on, where the signal is clipped, all segments are
    /// lit, the overload lamp included.
    public static func meterLevel(ofPeak decibels: Double, highest: Int) -> Int {
        guard decibels < 0 else { return decibels.isNaN ? 0 : highest }
        return min(max(Int((deflection(ofDecibels: decibels) / 115 * Double(highest)).rounded()), 0), highest)
    }

    /// The deflection of the needle, 0…115 %: the law of IEC 60268-18, as in Ardour.
    private static func deflection(ofDecibels value: Double) -> Double {
        switch value {
        case ..<(-70): 0
        case ..<(-60): (value + 70) * 0.25
        case ..<(-50): (value + 60) * 0.5 + 2.5
        case ..<(-40): (value + 50) * 0.75 + 7.5
        case ..<(-30): (value + 40) * 1.5 + 15
        case ..<(-20): (value + 30) * 2 + 30
        case ..<6: (value + 20) * 2.5 + 50
        default: 115
        }
    }
}
