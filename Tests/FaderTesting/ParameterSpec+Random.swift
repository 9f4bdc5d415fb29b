public import FaderValues
internal import Glibc

extension ParameterSpec {
    /// A random range with a random taper, for property tests.
    public static func random(_ random: inout SeededGenerator) -> ParameterSpec {
        let magnitude = { (random: inout SeededGenerator) in
            Double.random(in: 0.1...10, using: &random) * pow(10, Double(Int.random(in: -6...6, using: &random)))
        }
        switch Int.random(in: 0...3, using: &random) {
        case 0:
            let low = (Bool.random(using: &random) ? 1 : -1) * magnitude(&random)
            return ranged(low, low + max(magnitude(&random), abs(low) * 1e-3))
        case 1:
            let low = magnitude(&random)
            return ranged(low, low * Double.random(in: 1.01...1e6, using: &random), .log)
        case 2:
            let low = Double.random(in: -140...0, using: &random)
            return ranged(low, low + Double.random(in: 0.5...100, using: &random), .audio)
        default:
            var (places, values): ([Double], [Double]) = ([0, 1], [0, 1])
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                places.append(Double.random(in: 0.05...0.95, using: &random))
                values.append(Double.random(in: 0.05...0.95, using: &random))
            }
            let points = zip(places.sorted(), values.sorted()).map { TaperPoint($0, $1 * 200 - 100) }
            return ranged(-100, 100, .points(points))
        }
    }

    private static func ranged(_ minimum: Double, _ maximum: Double, _ taper: Taper = .linear) -> ParameterSpec {
        ParameterSpec(id: "p", minimum: minimum, maximum: maximum, taper: taper)
    }
}
