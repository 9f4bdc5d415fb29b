import FaderTesting
import Testing

@testable import FaderJSON

@Suite struct JSONNumberTests {
    private func read(_ spelling: String) throws -> JSONNumber {
        var number: JSONNumber?
        try JSONReader.readList(Array("[[\(spelling)]]".utf8)) { reader throws(JSONProblem) in
            try reader.beginList()
            number = try reader.numberItem()
            try reader.endList()
        }
        return try #require(number)
    }

    @Test(
        "a number is the double that the standard library makes of it, to the last bit",
        arguments: [
            "0", "-0", "0.0", "-0.0", "1", "-1", "0.1", "0.3", "-6.0", "0.30000000000000004", "20000", "123456789.125", "9007199254740992",
            // Half way between two doubles, and next to it: the even one, and the nearer one.
            "9007199254740993", "9007199254740993.0", "9007199254740993.001", "9007199254740994.999", "9007199254740995",
            "0.50000000000000005551", "4.35", "0.000001", "2.2250738585072014",
            // As many digits as fit, and more.
            "9999999999999999999", "18446744073709551615", "18446744073709551616", "0.9999999999999999999", "0.99999999999999999999",
            "0.0000000000000000001", "0.00000000000000000001", "0.00012345678901234567", "10000000000000000000000.5",
            "1e0", "1e22", "1e23", "-2E-3", "5e-324", "1e-400", "1e400", "-1e400", "0e999",
        ])
    func doubles(spelling: String) throws {
        #expect(try read(spelling).double?.bitPattern == Double(spelling)?.bitPattern)
        #expect(try read(spelling).whole == UInt64(spelling))
    }

    @Test("so are 100,000 random ones, as they are printed and with digits of any number")
    func random() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<50_000 {
            let number = Double.random(in: 0...1, using: &random) * [1, 100, 20_000, -90].randomElement(using: &random)!
            let digits = (0..<Int.random(in: 1...22, using: &random)).map { _ in "\(Int.random(in: 0...9, using: &random))" }.joined()
            for spelling in ["\(number)", "\(UInt32.random(in: 0...200, using: &random)).\(digits)"] {
                let read = try read(spelling).double
                guard read?.bitPattern == Double(spelling)?.bitPattern else {
                    Issue.record("\(spelling) is read as \(String(describing: read))")
                    return
                }
            }
        }
    }
}
