internal import Glibc

/// Converts between a card's volumes and what people read: decibels, or the fraction of the travel that alsamixer shows.
///
/// The travel is that of `volume_mapping.c` in alsa-utils: the cube root of the gain; linear in decibels for 24 dB or less; linear in the
/// driver's numbers if it does not know decibels.
struct MixerVolume {
    private let side: MixerSide
    private let range: ClosedRange<Int>
    /// In hundredths of a decibel.
    private let decibels: ClosedRange<Int>?
    private let isInDecibels: Bool

    /// libasound's level for a lowest volume that is silent (`SND_CTL_TLV_DB_GAIN_MUTE`), in hundredths.
    static let silence = -9_999_999
    private static let longestLinear = 2400

    /// Nil if the control has no volume, or none in decibels where those are wanted.
    init?(_ side: MixerSide, isInDecibels: Bool) {
        guard side.hasVolume, let range = side.range else { return nil }
        self.side = side
        self.range = range
        self.isInDecibels = isInDecibels
        decibels = side.decibelRange
        if isInDecibels, decibels == nil { return nil }
    }

    var lowest: Int { range.lowerBound }

    func number(of volume: Int) throws(MixerError) -> Double {
        guard let decibels else { return Double(volume - range.lowerBound) / Double(range.count - 1) }
        let hundredths = try side.decibels(of: volume)
        let isSilent = hundredths <= Self.silence
        if isInDecibels { return isSilent ? -.infinity : Double(hundredths) / 100 }
        return isSilent ? 0 : Self.travel(of: hundredths, in: decibels)
    }

    func volume(nearest number: Double) throws(MixerError) -> Int {
        guard let decibels else {
            return range.lowerBound + Int((min(max(number, 0), 1) * Double(range.count - 1)).rounded())
        }
        let wanted = isInDecibels ? number * 100 : Self.decibels(at: number, in: decibels)
        guard wanted > Double(decibels.lowerBound) else { return range.lowerBound }
        guard wanted < Double(decibels.upperBound) else { return range.upperBound }
        return try side.volume(nearest: Int(wanted.rounded()))
    }

    /// How far a channel is below the loudest: in dB, or as a fraction of its travel; 1 if the loudest is at 0, too, where it is unknown.
    static func balance(of number: Double, below peak: Double, isInDecibels: Bool) -> Double {
        if isInDecibels { return peak - number }
        return peak > 0 ? number / peak : 1
    }

    static func travel(of hundredths: Int, in range: ClosedRange<Int>) -> Double {
        let below = Double(hundredths - range.lowerBound) / Double(range.upperBound - range.lowerBound)
        if range.upperBound - range.lowerBound <= longestLinear { return min(max(below, 0), 1) }
        let gain = pow(10, Double(hundredths - range.upperBound) / 6000)
        let floor = floorGain(range)
        return min(max((gain - floor) / (1 - floor), 0), 1)
    }

    static func decibels(at travel: Double, in range: ClosedRange<Int>) -> Double {
        let travel = min(max(travel, 0), 1)
        if range.upperBound - range.lowerBound <= longestLinear {
            return Double(range.lowerBound) + travel * Double(range.upperBound - range.lowerBound)
        }
        let floor = floorGain(range)
        // The logarithm of 0 is −∞, below every range.
        return 6000 * log10(travel * (1 - floor) + floor) + Double(range.upperBound)
    }

    private static func floorGain(_ range: ClosedRange<Int>) -> Double {
        range.lowerBound <= silence ? 0 : pow(10, Double(range.lowerBound - range.upperBound) / 6000)
    }
}
