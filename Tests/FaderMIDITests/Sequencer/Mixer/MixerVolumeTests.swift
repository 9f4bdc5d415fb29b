import Testing

@testable import FaderMIDI

@Suite("The travel of a card's volume, as alsamixer shows it") struct MixerVolumeTests {
    @Test(
        "a wide range follows the cube root of the gain, down to silence",
        arguments: [(0, 1.0), (-600, 0.794), (-1800, 0.501), (-6000, 0.1), (MixerVolume.silence, 0.0)])
    func wide(hundredths: Int, travel: Double) {
        #expect(abs(MixerVolume.travel(of: hundredths, in: MixerVolume.silence...0) - travel) < 0.001)
    }

    @Test("a range that ends above silence still begins at 0")
    func shortened() {
        #expect(MixerVolume.travel(of: -4500, in: -4500...300) == 0)
        #expect(MixerVolume.travel(of: 300, in: -4500...300) == 1)
        #expect(abs(MixerVolume.travel(of: -1500, in: -4500...300) - 0.407) < 0.001)
    }

    @Test("a channel of which nobody can tell how far it is below the loudest is as loud")
    func balance() {
        #expect(MixerVolume.balance(of: 0.5, below: 1, isInDecibels: false) == 0.5)
        #expect(MixerVolume.balance(of: 0, below: 0, isInDecibels: false) == 1)
        #expect(MixerVolume.balance(of: -12, below: -6, isInDecibels: true) == 6)
    }

    @Test("24 dB or less are linear")
    func linear() { #expect(MixerVolume.travel(of: -600, in: -1200...0) == 0.5) }

    @Test("travel to decibels and back is the identity", arguments: [-4500...300, -1200...0, MixerVolume.silence...0, -10350...0])
    func inverse(range: ClosedRange<Int>) {
        for hundredths in stride(from: max(range.lowerBound, -10000), through: range.upperBound, by: 50) {
            let back = MixerVolume.decibels(at: MixerVolume.travel(of: hundredths, in: range), in: range)
            #expect(Int(back.rounded()) == hundredths)
        }
    }

    @Test("the bottom of a range that ends in silence is silence, not an overflow")
    func silence() { #expect(MixerVolume.decibels(at: 0, in: MixerVolume.silence...0) == -.infinity) }
}
