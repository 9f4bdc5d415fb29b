import FaderTesting
import Testing

@testable import FaderValues

@Suite("Numbers with fixed decimals")
struct FixedNumberTests {
    @Test("short numbers are written as by printf, including halves and numbers next to them")
    func likePrintf() {
        var random = SeededGenerator(seed: 7)
        var wrong: [Double] = []
        for _ in 0..<15_000 {
            let decimals = Int.random(in: -1...8, using: &random)
            let half = Double(Int.random(in: 0...20_000, using: &random)) / 2000
            let values = [
                Double.random(in: -1000...1000, using: &random), Double.random(in: -1e13...1e13, using: &random), half, half.nextUp,
                -half.nextDown, Double(Int.random(in: 0...1 << 53, using: &random)) / 1024,
                2.5e-7 * Double(Int.random(in: 0...9, using: &random)),
            ]
            for value in values where FixedNumber(value, decimals: decimals) != FixedNumber(exactly: value, decimals: decimals) {
                wrong.append(value)
            }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    }
}
