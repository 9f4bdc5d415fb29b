import FaderLocale
import FaderTesting
import FaderValues
import Testing

@Suite("parse(format(x)) is x, to the decimals shown")
struct RoundTripTests {
    static let locales = ["C", "en_US", "sv_SE", "de_DE", "fr_FR", "de_CH", "hi_IN", "ar_EG", "es_ES", "fa_IR", "he_IL", "ne_NP", "gsw_CH"]

    @Test("for random ranges, decimals, formats and values", arguments: locales)
    func numbers(locale: String) throws {
        let symbols = try #require(Locales.symbols(for: locale))
        var random = SeededGenerator(seed: UInt64(locale.utf8.reduce(7) { $0 * 31 + Int($1) }))
        for _ in 0..<200 {
            let spec = Self.spec(&random)
            let viewer = Viewer(symbols: symbols, decimals: Bool.random(using: &random) ? Int.random(in: 0...15, using: &random) : nil)
            let text = ValueText(spec)
            let value = Self.value(of: spec, &random)
            let plain = ValueText(ParameterSpec(id: "p", decimals: spec.decimals, kind: spec.kind)).edit(
                value, for: Viewer(decimals: viewer.decimals))
            let rounded = try #require(value.isFinite ? Double(plain) : value)
            // A value that rounds to one beyond the range is clamped; this is not tested here.
            let expected = value.isFinite ? min(max(rounded, spec.lowestFinite), spec.maximum) : rounded
            for shown in [text.format(value, for: viewer), text.edit(value, for: viewer)] {
                let parsed = try text.parse(shown, current: spec.minimum, for: viewer).value
                #expect(parsed == expected, "\(shown) of \(spec)")
            }
        }
    }

    private static func spec(_ random: inout SeededGenerator) -> ParameterSpec {
        let scale: Double = ([1, 1000, 1e6, 1e12] as [Double]).randomElement(using: &random) ?? 1
        let low = Double.random(in: -1...1, using: &random) * scale
        let isInteger = Int.random(in: 0..<5, using: &random) == 0
        var spec = ParameterSpec(
            id: "p", minimum: isInteger ? low.rounded() : low, maximum: isInteger ? low.rounded() + 1000 : low + scale,
            decimals: isInteger ? 0 : Int.random(in: 0...15, using: &random),
            unit: ["", "dB", "Hz", "%", "ms", "kr", "m/s", "°"].randomElement(using: &random) ?? "", kind: isInteger ? .integer : .number)
        if !isInteger, Int.random(in: 0..<6, using: &random) == 0 {
            (spec.minimum, spec.maximum, spec.taper) = (-Double.infinity, 10, Taper.audio)
        }
        spec.defaultValue = spec.maximum
        spec.format = format(&random)
        return spec
    }

    private static func format(_ random: inout SeededGenerator) -> TextFormat {
        let (prefix, suffix) = (["", "", "$", "ca ", "~"], ["", "", ":00h", " each", "/10"])
        var format = TextFormat(
            prefix: prefix.randomElement(using: &random) ?? "", suffix: suffix.randomElement(using: &random) ?? "",
            showsPlus: Bool.random(using: &random), isGrouped: Bool.random(using: &random))
        if Int.random(in: 0..<4, using: &random) == 0 { (format.negativeSign, format.positiveSign) = ("L", "R") }
        if Int.random(in: 0..<4, using: &random) == 0 {
            format.words = [SpecialWord(0, "off"), SpecialWord(-.infinity, "silent"), SpecialWord(1, "C")]
        }
        return format
    }

    private static func value(of spec: ParameterSpec, _ random: inout SeededGenerator) -> Double {
        guard spec.minimum.isFinite else {
            return Bool.random(using: &random) ? -.infinity : Double.random(in: -120...spec.maximum, using: &random)
        }
        let value =
            switch Int.random(in: 0..<8, using: &random) {
            case 0: spec.minimum
            case 1: spec.maximum
            default: Double.random(in: spec.minimum...spec.maximum, using: &random)
            }
        return spec.kind == .integer ? value.rounded() : value
    }

    @Test("for toggles and choices", arguments: locales)
    func words(locale: String) throws {
        let viewer = Viewer(symbols: try #require(Locales.symbols(for: locale)))
        let options = ["saw", "saw up", "2", "1 234", "min", "+=1"].map { ChoiceOption(id: $0, label: "the \($0)") }
        let specs = [
            ParameterSpec(id: "t", kind: .toggle(off: "on", on: "ljudlös")),
            ParameterSpec(id: "c", maximum: Double(options.count - 1), kind: .choice(options)),
        ]
        for spec in specs {
            let text = ValueText(spec)
            for index in 0...Int(spec.maximum) {
                #expect(try text.parse(text.format(Double(index), for: viewer), current: 0, for: viewer).value == Double(index))
                #expect(try text.parse(text.edit(Double(index), for: viewer), current: 0, for: viewer).value == Double(index))
            }
        }
    }

    @Test("for ranges", arguments: locales)
    func ranges(locale: String) throws {
        let viewer = Viewer(symbols: try #require(Locales.symbols(for: locale)))
        var random = SeededGenerator(seed: 3)
        let part = ParameterSpec(id: "p", minimum: -1e6, maximum: 1e6, decimals: 2, unit: "kr", format: TextFormat(isGrouped: true))
        let compound = CompoundText(CompoundSpec(id: "r", kind: .range(gap: 0, meet: .stop), parts: [0, 1]), parts: [part, part])
        for _ in 0..<200 {
            let ends = [0, 1].map { _ in Double(Int.random(in: -100_000_000...100_000_000, using: &random)) / 100 }.sorted()
            for shown in [compound.format(ends, for: viewer), compound.edit(ends, for: viewer)] {
                #expect(
                    try compound.parse(shown, current: [0, 0], for: viewer) == ParsedCompound(values: ends, isClamped: false), "\(shown)")
            }
        }
    }
}
