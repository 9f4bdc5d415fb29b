import FaderTesting
import FaderValues
import Testing

@Suite("Ranges as text")
struct CompoundTextTests {
    private static func price(_ outOfRange: OutOfRange = .clamp, gap: Double = 10) -> CompoundText {
        let parts = [100.0, 900].map { start in
            ParameterSpec(
                id: "price", minimum: 0, maximum: 1000, defaultValue: start, step: 10, decimals: 0, unit: "kr", outOfRange: outOfRange)
        }
        return CompoundText(CompoundSpec(id: "price", kind: .range(gap: gap, meet: .stop), parts: [0, 1]), parts: parts)
    }

    private func refusal(_ text: CompoundText, _ typed: String) -> String? {
        do throws(RefusedValue) {
            _ = try text.parse(typed, current: [300, 400])
            return nil
        } catch {
            return error.description
        }
    }

    @Test("a range is shown with one unit and edited with two dots")
    func shown() {
        #expect(Self.price().format([100, 900]) == "100…900 kr")
        #expect(Self.price().edit([100, 900]) == "100..900")
        #expect(Self.price().value(of: [100, 900]) == .pair(100, 900))
        #expect(Self.price().clampNotice([0, 1000]) == "clamped to 0…1000 kr (range 0…1000 kr, at least 10 apart)")
    }

    @Test("one end alone stops at the other, or is refused if the range rejects what it does not take")
    func oneEnd() throws {
        let number = { (value: Double) in ParsedNumber(value: value, wanted: value) }
        #expect(try Self.price().fitted(number(395), end: 0, current: [300, 400]).number.value == 390)
        #expect(try Self.price().fitted(number(200), end: 1, current: [300, 400]).number.value == 310)
        for (value, end, message) in [
            (395.0, 0, "395 leaves no room beside the other end, which is at 400 kr; expected at most 390 kr"),
            (200, 1, "200 leaves no room beside the other end, which is at 300 kr; expected at least 310 kr"),
        ] {
            let refusal = #expect(throws: RefusedValue.self) {
                try Self.price(.reject).fitted(number(value), end: end, current: [300, 400])
            }
            #expect(refusal?.description == message)
        }
        #expect(try Self.price(.reject).fitted(number(390), end: 0, current: [300, 400]).number.value == 390)
    }

    @Test(
        "both ends at once, in every way there is",
        arguments: [
            "200..800", "200…800", "200 … 800 kr", "200...800", "200 kr .. 800 KR", "200 - 800", "200 – 800", "200–800", "200 − 800",
            "20%..80%",
            "100*2..1600/2", "-=100..+=400", "200 .. 400 2 *",
        ])
    func both(_ typed: String) throws {
        let isRelative = typed.contains("=")
        #expect(
            try Self.price().parse(typed, current: [300, 400])
                == ParsedCompound(values: [200, 800], isClamped: false, isRelative: isRelative))
    }

    @Test(
        "one end, or a change of both",
        arguments: [
            ("200..", [200.0, 400]), ("..800", [300, 800]), ("+=50", [350, 450]), ("-=10%", [200, 300]), ("*=2", [600, 800]),
            ("default", [100, 900]), ("min..max", [0, 1000]), ("default..", [100, 400]),
        ])
    func partly(typed: String, values: [Double]) throws {
        #expect(try Self.price().parse(typed, current: [300, 400]).values == values)
    }

    @Test(
        "a text without two ends is refused",
        arguments: [
            "200", "200 800", "200-800", "..", "…", "1..2..3", "1–2–3", "..800 200 -=0", "1 - 2 - 3", "max", "50%", "a..b", "200 .. 800 Hz",
            "1....2",
        ])
    func refused(_ typed: String) {
        let sentence = refusal(Self.price(), typed) ?? ""
        #expect(
            sentence.hasSuffix("; expected two numbers, range 0…1000 kr, at least 10 apart, for example \"100…900 kr\""), "\(sentence)")
    }

    @Test("crossed ends are refused, with the same ends in the right order")
    func crossed() {
        #expect(
            refusal(Self.price(), "800..200")
                == "the lower end 800 is above the upper end 200; expected the lower end first, for example \"200…800\"")
        #expect(throws: RefusedValue.self) { try Self.price().accept(.pair(2, 1), current: [300, 400]) }
        #expect(throws: RefusedValue.self) { try Self.price().parse("5000..2000", current: [300, 400]) }
    }

    @Test(
        "the gap is kept: the upper end moves, and the lower one if there is no more room",
        arguments: [("200..205", [200.0, 210]), ("995..1000", [990, 1000]), ("1000..1000", [990, 1000]), ("0..0", [0, 10])])
    func gap(typed: String, values: [Double]) throws {
        #expect(try Self.price().parse(typed, current: [300, 400]) == ParsedCompound(values: values, isClamped: true))
        #expect(refusal(Self.price(.reject), typed)?.hasPrefix("the ends are closer than 10; expected two numbers") == true)
    }

    @Test("a rounding error does not break a decimal gap")
    func decimalGap() throws {
        let text = Self.price(.reject, gap: 0.1)
        #expect(try text.parse("0.2..0.3", current: [0, 1]).values == [0.2, 0.3])
        #expect(try text.parse("999.8..999.9", current: [0, 1]).values == [999.8, 999.9])
    }

    @Test("ends beyond the range are clamped or refused")
    func beyond() throws {
        #expect(try Self.price().parse("-5..2000", current: [300, 400]) == ParsedCompound(values: [0, 1000], isClamped: true))
        #expect(refusal(Self.price(.reject), "-5..20")?.hasPrefix("-5 is out of range; expected two numbers") == true)
    }

    @Test("a number with an en dash as a minus sign is not a range", arguments: ["–6", "200–", "— 6"])
    func dash(_ typed: String) {
        #expect(throws: RefusedValue.self) { try Self.price().parse(typed, current: [300, 400]) }
    }

    @Test("JSON values: two numbers")
    func accepted() throws {
        #expect(try Self.price().accept(.pair(200, 800), current: [300, 400]).values == [200, 800])
        #expect(throws: RefusedValue.self) { try Self.price().accept(.number(1), current: [300, 400]) }
        #expect(throws: RefusedValue.self) { try Self.price().accept(.pair(.nan, 1), current: [300, 400]) }
        #expect(Self.price().numbers(of: .pair(200, 8000)) == [200, 1000])
        #expect(Self.price().numbers(of: .pair(3, 2)) == nil)
        #expect(Self.price().numbers(of: .pair(.nan, 2)) == nil)
        #expect(Self.price().numbers(of: .word("x")) == nil)
    }
}
