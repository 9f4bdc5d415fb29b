import FaderTesting
import FaderValues
import Testing

@Suite("Random typed text")
struct TextFuzzTests {
    private static let pieces = [
        "-", "+", "*", "/", "=", "(", ")", "1", "0", "12", "999", ".", ",", "e", "E9", "dB", "Hz", "inf", "nan", " ", "−", "×", "x", "é",
        "\u{0301}", "９", "\0", "🎚", "%", "k", "M", "m", "µ", "min", "max", "default", "..", "…", "#", "ff", "hsl(", "L", "R", "off", "∞",
        "\u{202F}", "\u{A0}", "'", "’", "٣", "\u{061C}", "+=", "-=", "*=", "/=", "1e308", "\n", "$", "heads", "ta", "–", "deg", " min",
        "USD", "€", "red", "hsl(", "1.234", ", 50%)",
    ]

    private static let specs: [ParameterSpec] = [
        Desks.master,
        ParameterSpec(id: "a", minimum: -.infinity, maximum: 10, unit: "dB", taper: .audio),
        ParameterSpec(id: "b", minimum: 20, maximum: 20000, unit: "Hz", taper: .log, outOfRange: .reject),
        ParameterSpec(id: "c", maximum: 23, decimals: 0, kind: .integer, format: TextFormat(prefix: "$", suffix: "%")),
        ParameterSpec(id: "d", kind: .toggle(off: "off", on: "ta")),
        ParameterSpec(id: "e", maximum: 1, kind: .choice([ChoiceOption(id: "heads"), ChoiceOption(id: "tails", label: "min max")])),
        ParameterSpec(
            id: "f", minimum: -50, maximum: 50, format: TextFormat(negativeSign: "L", positiveSign: "R", words: [SpecialWord(0, "off")])),
        special(ParameterSpec(id: "g", minimum: -500, maximum: 500, decimals: 3, unit: "$")) {
            $0.currency = CurrencyNames(code: "USD", signs: ["$", "US$"])
        },
        special(ParameterSpec(id: "h", maximum: 360, unit: "°")) { $0.isCircle = true },
        ParameterSpec(id: "i", maximum: 1000, unit: "ms"),
    ]

    private static func special(_ spec: ParameterSpec, _ change: (inout ParameterSpec) -> Void) -> ParameterSpec {
        var spec = spec
        change(&spec)
        return spec
    }

    private static let dollarFirst = MoneyPattern(
        plain: MoneyPattern.Sides(before: "¤", behind: ""), signed: MoneyPattern.Sides(before: "¤-", behind: ""))

    private static let symbols = [
        NumberSymbols.plain, NumberSymbols(decimal: ",", grouping: "\u{A0}", minus: "−"), NumberSymbols(decimal: ",", grouping: "."),
        NumberSymbols(decimal: "٫", grouping: "٬", minus: "\u{061C}-", zero: "٠", secondaryGroupSize: 2),
    ]

    @Test("never traps, and accepted values are within the range", arguments: 0..<8)
    func values(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<1200 {
            let spec = Self.specs.randomElement(using: &random) ?? Desks.master
            var viewer = Viewer(symbols: Self.symbols.randomElement(using: &random) ?? .plain)
            if Bool.random(using: &random) { viewer.symbols.money = Self.dollarFirst }
            let typed = Self.text(&random)
            let text = ValueText(spec)
            do throws(RefusedValue) {
                let parsed = try text.parse(typed, current: spec.defaultValue, for: viewer)
                #expect(parsed.value >= spec.minimum && parsed.value <= spec.maximum, "\(typed)")
                if spec.kind == .integer { #expect(parsed.value == parsed.value.rounded(), "\(typed)") }
                #expect(!text.format(parsed.value, for: viewer).isEmpty)
            } catch {
                #expect(error.description.contains("; expected "), "\(typed)")
                #expect(error.example.map { (try? text.parse($0, current: 0, for: viewer)) != nil } == true, "\(error)")
            }
        }
    }

    @Test("digits with or without a dot give the same value on the fast path and, with a blank, on the general path")
    func digits() {
        var random = SeededGenerator(seed: 42)
        let symbols = Self.symbols + [NumberSymbols(decimal: ".", grouping: ","), NumberSymbols(decimal: ".", grouping: "’")]
        var numbers = 0
        for _ in 0..<4000 {
            let text = ValueText(Self.specs.randomElement(using: &random) ?? Desks.master)
            let viewer = Viewer(symbols: symbols.randomElement(using: &random) ?? .plain)
            let count = Int.random(in: 1...17, using: &random)
            let typed = String((0..<count).map { _ in "0123456789.".randomElement(using: &random) ?? "0" })
            func parse(_ typed: String) -> Result<ParsedNumber, RefusedValue> {
                Result { () throws(RefusedValue) in try text.parse(typed, current: 0, for: viewer) }
            }
            let read = parse(typed)
            if case .success = read { numbers += 1 }
            #expect(read == parse(typed + " "), "\(typed)")
        }
        #expect(numbers > 1000)
    }

    @Test("never traps for compounds either", arguments: 0..<4)
    func compounds(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let range = CompoundText(
            CompoundSpec(id: "r", kind: .range(gap: 3, meet: .push), parts: [0, 1]), parts: [Desks.master, Desks.master])
        let part = ParameterSpec(id: "p", maximum: 100)
        let color = CompoundText(CompoundSpec(id: "c", kind: .color, parts: [0, 1, 2]), parts: [part, part, part])
        for _ in 0..<1000 {
            let viewer = Viewer(symbols: Self.symbols.randomElement(using: &random) ?? .plain)
            let typed = Self.text(&random) + ["", "..", " - "][Int.random(in: 0...2, using: &random)] + Self.text(&random)
            if let parsed = try? range.parse(typed, current: [-20, -10], for: viewer) {
                #expect(parsed.values[1] - parsed.values[0] >= 3 - 1e-9, "\(typed)")
                #expect(parsed.values.allSatisfy { (-70...6).contains($0) }, "\(typed)")
            }
            if let parsed = try? color.parse(typed, current: [1, 2, 3], for: viewer) {
                #expect(parsed.values.allSatisfy { (0...360).contains($0) }, "\(typed)")
            }
        }
    }

    /// A text of meaningful pieces, or of random bytes.
    private static func text(_ random: inout SeededGenerator) -> String {
        if Int.random(in: 0..<4, using: &random) == 0 {
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
            return String(decoding: bytes, as: UTF8.self)
        }
        let longest = Int.random(in: 0..<20, using: &random) == 0 ? 120 : 8
        return (0..<Int.random(in: 0...longest, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }
}
