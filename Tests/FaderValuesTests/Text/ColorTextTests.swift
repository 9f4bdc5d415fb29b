import FaderTesting
import FaderValues
import Testing

@Suite("Colors as text")
struct ColorTextTests {
    private let tint = CompoundText(
        CompoundSpec(id: "tint", kind: .color, parts: [0, 1, 2]),
        parts: [
            ParameterSpec(id: "tint.hue", maximum: 360, defaultValue: 32, decimals: 0, unit: "°"),
            ParameterSpec(id: "tint.saturation", maximum: 100, defaultValue: 100, decimals: 0, unit: "%"),
            ParameterSpec(id: "tint.lightness", maximum: 100, defaultValue: 50, decimals: 0, unit: "%"),
        ])

    private func hexadecimal(_ red: Int, _ green: Int, _ blue: Int) -> String {
        "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private func isKept(_ color: String) -> Bool {
        guard let numbers = tint.numbers(of: .word(color)), zip(numbers, [360.0, 100, 100]).allSatisfy({ (0...$1).contains($0) }) else {
            return false
        }
        return tint.format(numbers) == color && tint.value(of: numbers) == .word(color)
    }

    @Test("a typed color has no trace of the arithmetic", arguments: ["#ff8800", "#123456", "#00aaff", "#00ffff", "#66ff00", "#fe0102"])
    func rounded(hexadecimal: String) throws {
        let numbers = try #require(tint.numbers(of: .word(hexadecimal)))
        for number in numbers { #expect("\(number)".count <= 13, "\(number)") }
    }

    @Test("#rrggbb → hue, saturation, lightness → #rrggbb is the identity on a grid of all colors")
    func grid() {
        var wrong: [String] = []
        for red in stride(from: 0, through: 255, by: 5) {
            for green in stride(from: 0, through: 255, by: 5) {
                for blue in stride(from: 0, through: 255, by: 5) where !isKept(hexadecimal(red, green, blue)) {
                    wrong.append(hexadecimal(red, green, blue))
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    }

    @Test("and of random colors", arguments: 0..<4)
    func random(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<5000 {
            let color = Int.random(in: 0...0xFFFFFF, using: &random)
            let text = hexadecimal(color >> 16, color >> 8 & 255, color & 255)
            #expect(isKept(text), "\(text)")
        }
    }

    @Test(
        "well-known colors",
        arguments: [
            ("#ff0000", [0.0, 100, 50]), ("#00ff00", [120, 100, 50]), ("#0000ff", [240, 100, 50]), ("#ff8800", [32, 100, 50]),
            ("#ffffff", [0, 0, 100]), ("#000000", [0, 0, 0]), ("#ff00ff", [300, 100, 50]), ("#804040", [0, 33.333333, 37.647059]),
        ])
    func known(color: String, numbers: [Double]) {
        let found = tint.numbers(of: .word(color)) ?? []
        #expect(zip(found, numbers).allSatisfy { ($0 - $1).magnitude < 1e-5 }, "\(found)")
        #expect(tint.edit(numbers) == color)
    }

    @Test("parts beyond their range are clamped, and any numbers at all make a color")
    func beyond() throws {
        #expect(try tint.parse("hsl(400, 100%, 50%)", current: [1, 2, 3]) == ParsedCompound(values: [360, 100, 50], isClamped: true))
        #expect(tint.format([360, 100, 50]) == "#ff0000")
        #expect(tint.format([.nan, .infinity, -1]).count == 7)
        #expect(throws: RefusedValue.self) { try tint.accept(.pair(1, 2), current: [0, 0, 0]) }
        #expect(try tint.accept(.word("#ff8800"), current: [0, 0, 0]).values == [32, 100, 50])
        // A value is what the refusal of another one says.
        for color in ["tomato", "Tomato", "hsl(9, 100%, 64%)", "#f80"] {
            #expect(try tint.accept(.word(color), current: [0, 0, 0]) == tint.parse(color, current: [0, 0, 0]))
        }
        #expect(throws: RefusedValue.self) { try tint.accept(.word("tomatoe"), current: [0, 0, 0]) }
        #expect(tint.numbers(of: .word("red")) == nil)
    }

    @Test("as a value, too, a gray keeps the hue, and black and white keep the saturation", arguments: ["#808080", "#000000", "#ffffff"])
    func grayValue(color: String) throws {
        let now = [240.0, 80, 50]
        #expect(try tint.accept(.word(color), current: now) == tint.parse(color, current: now))
        #expect(try tint.accept(.word(color), current: now).values[0] == 240)
    }
}
