import FaderTesting
import FaderValues
import Testing

@Suite("Ranges as text")
struct CompoundTextTests {
    private static func price(_ outOfRange: OutOfRange = .clamp) -> CompoundText {
        let parts = [100.0, 900].map { start in
            ParameterSpec(
                id: "price", minimum: 0, maximum: 1000, defaultValue: start, step: 10, decimals: 0, unit: "kr", outOfRange: outOfRange)
        }
        return CompoundText(CompoundSpec(id: "price", kind: .range(gap: 10, meet: .stop), parts: [0, 1]), parts: parts)
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

    @Test("JSON values: two numbers")
    func accepted() throws {
        #expect(try Self.price().accept(.pair(200, 800), current: [300, 400]).values == [200, 800])
        #expect(throws: RefusedValue.self) { try Self.price().accept(.number(1), current: [300, 400]) }
        #expect(throws: RefusedValue.self) { try Self.price().accept(.pair(.nan, 1), current: [300, 400]) }
        #expect(Self.price().numbers(of: .pair(200, 8000)) == [200, 1000])
        #expect(Self.price().numbers(of: .pair(3, 2)) == nil)
        #expect(Self.price().numbers(of: .pair(.nan, 2)) == nil)
        #expect(Self.price().numbers(of: .word("x")) == nil)
        #expect(throws: RefusedValue.self) { try Self.price().accept(.pair(2, 1), current: [300, 400]) }
        #expect(Self.price().value(of: [100, 900]) == .pair(100, 900))
        #expect(Self.price().clampNotice([0, 1000]) == "clamped to 0…1000 kr (range 0…1000 kr, at least 10 apart)")
    }
}
