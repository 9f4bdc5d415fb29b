import FaderTesting
import FaderValues
import Testing

@Suite("Typed arithmetic and changes of the current value")
struct ArithmeticTests {
    private static let level = ParameterSpec(id: "level", minimum: -1000, maximum: 1000, defaultValue: 5, unit: "dB")
    private let text = ValueText(level)

    @Test(
        "infix with parentheses and one sign before each value",
        arguments: [
            ("(-12+6)/2", -3.0), ("2+3*4", 14), ("(2+3)*4", 20), ("2*-3", -6), ("-(2+3)", -5), ("10-4-3", 3), ("64/4/2", 8), ("5 - -6", 11),
            ("2 × 3", 6), ("8÷2", 4), ("−6 − 2", -8), ("+3", 3), ("((((1))))", 1), ("1/3", 1.0 / 3), ("-6 dB + 3 dB", -3), ("12dB/2", 6),
            ("max - 1", 999), ("(min+max)/2", 0), ("default*2", 10), ("1e2/5", 20), ("- 6", -6), ("2+ +3", 5),
        ])
    func infix(typed: String, value: Double) throws { #expect(try text.parse(typed, current: 1).value == value) }

    @Test(
        "reverse Polish where the last token is an operator",
        arguments: [
            ("12 6 + 2 /", 9.0), ("12 -6 +", 6), ("12 6 -", 6), ("12 6-", 6), ("1 2 3 * +", 7), ("2 3 4 + *", 14), ("-12 6 + 2 /", -3),
            ("12 dB 6 dB +", 18), ("max 1 -", 999), ("1,000 999 -", 1), ("5 +3 +", 8),
        ])
    func reversePolish(typed: String, value: Double) throws { #expect(try text.parse(typed, current: 1).value == value) }

    @Test(
        "a change of the current value",
        arguments: [
            ("+=3", 15.0), ("-=3", 9), ("*=2", 24), ("/=2", 6), ("+= 3 dB", 15), ("+=-3", 9), ("-=(1+2)*2", 6), ("*=1/4", 3),
            ("+=3 4 +", 19), ("−=2", 10), ("+=max", 1000), ("*=50%", 6), ("/=50%", 24), ("+=10%", 212), ("-=10%", -188), ("×=2", 24),
        ])
    func relative(typed: String, value: Double) throws { #expect(try text.parse(typed, current: 12).value == value) }

    @Test(
        "a factor in percent also scales a value in percent; a percentage that is added has the value's unit",
        arguments: [("*=50%", 30.0), ("/=50%", 100), ("*= 50 %", 30), ("*=0.5", 30), ("+=10%", 70), ("50%", 50)])
    func ofPercent(typed: String, value: Double) throws {
        let percent = ValueText(ParameterSpec(id: "p", minimum: 0, maximum: 100, unit: "%"))
        #expect(try percent.parse(typed, current: 60).value == value)
    }

    @Test("a sign alone is not a relative change: -6 is a value", arguments: ["-6", "−6", "- 6"])
    func absolute(_ typed: String) throws { #expect(try text.parse(typed, current: 12).value == -6) }

    @Test(
        "nonsense is refused with its place and the reason",
        arguments: [
            ("(-12+6", "\"(\" at character 1 is never closed"),
            ("3 +", "\"+\" at character 3 needs a number on both sides, or two before it"),
            ("-", "\"-\" at character 1 has nothing after it"),
            ("(3 +", "\"+\" at character 4 has nothing after it"),
            ("1 2", "\"2\" at character 3 follows a number with no operator between"),
            ("+ 1 2", "\"2\" at character 5 follows a number with no operator between"), ("(", "\"(\" at character 1 is never closed"),
            (")", "\")\" at character 1 has no number before it"), ("()", "\")\" at character 2 has no number before it"),
            ("1)", "\")\" at character 2 closes nothing"), ("2(3)", "\"(\" at character 2 follows a number with no operator between"),
            ("(2)3", "\"3\" at character 4 follows a number with no operator between"),
            ("1 2 3 +", "\"+\" at character 7 leaves 2 numbers; one result is expected"),
            ("1 + + *", "\"+\" at character 3 needs a number on both sides, or two before it"),
            ("--6", "\"-\" at character 2 has no number before it"), ("1 ** 2", "\"*\" at character 4 has no number before it"),
            ("*3", "\"*\" at character 1 has no number before it"), ("+=", "\"+=\" at character 1 has nothing after it"),
            ("+==3", "\"=\" at character 3 is not understood here"), ("=3", "\"=\" at character 1 is not understood here"),
            ("(1 2 +)", "\"2\" at character 4 follows a number with no operator between"),
            ("max min", "\"min\" at character 5 follows a number with no operator between"),
            ("5 Hz", "\"Hz\" at character 3 is not the unit of this value, which is dB"),
            ("5 dB dB", "\"dB\" at character 6 has no number before it"),
            ("5x + 1", "\"x\" at character 2 is not the unit of this value, which is dB"),
            ("1,5", "\"1,5\" at character 1 is not written as a number here; write 1.5"),
            ("2 + 1.234,5", "\"1.234,5\" at character 5 is not written as a number here; write 1234.5"),
            ("1.2.3", "\"1.2.3\" at character 1 is not written as a number"),
            ("5 €", "\"€\" at character 3 is not the unit of this value, which is dB"),
        ])
    func refused(typed: String, why: String) {
        let refusal = #expect(throws: RefusedValue.self) { try text.parse(typed, current: 1) }
        #expect(refusal?.reason == .notA(typed, "a number", why: why))
        #expect(refusal?.description.hasPrefix("\"\(typed)\" is not a number: \(why); expected a number in") == true)
    }

    @Test(
        "text that is not arithmetic is refused as not a number",
        arguments: ["loud", "dB", "==", "%", "x y", "é"])
    func words(_ typed: String) {
        let refusal = #expect(throws: RefusedValue.self) { try text.parse(typed, current: 1) }
        #expect(refusal?.reason == .notA(typed, "a number"))
    }

    @Test(
        "more expressions that are refused with a message",
        arguments: ["1 (2) +", "min min - -", "5 default", "1e+", "(-=3)", "+=+=3", "++3", "-+3", "+ =3", "1 +"])
    func others(_ typed: String) {
        let refusal = #expect(throws: RefusedValue.self) { try text.parse(typed, current: 1) }
        guard case .notA(typed, "a number", .some) = refusal?.reason else { return #expect(Bool(false), "\(typed)") }
    }

    @Test(
        "a division by zero is refused as such", arguments: [("1/0", "∞"), ("-1/0", "−∞"), ("0/0", "NaN"), ("/=0", "∞"), ("5 0 /", "∞")])
    func zero(typed: String, result: String) {
        let refusal = #expect(throws: RefusedValue.self) { try text.parse(typed, current: 1) }
        #expect(refusal?.reason == .divisionByZero(result))
        #expect(
            refusal?.description
                == "a division by zero gives \(result); expected a number in -1000.00…1000.00 dB, for example \"5.00 dB\"")
    }

    @Test("an intermediate overflow is refused, whatever the final result", arguments: ["1e308*10", "1e308+1e308", "(1e200*1e200)*0"])
    func overflow(_ typed: String) {
        let refusal = #expect(throws: RefusedValue.self) { try text.parse(typed, current: 1) }
        #expect(refusal?.reason == .notFinite(.infinity))
    }

    @Test("parentheses may be 32 deep, and text 256 characters long")
    func limits() throws {
        let deep = { String(repeating: "(", count: $0) + "1" + String(repeating: ")", count: $0) }
        #expect(try text.parse(deep(32), current: 0).value == 1)
        let tooDeep = #expect(throws: RefusedValue.self) { try text.parse(deep(33), current: 0) }
        #expect(tooDeep?.reason == .tooDeep(limit: 32))
        let long = "1" + String(repeating: "+1", count: 127)
        #expect(try text.parse(long + " ", current: 0).value == 128)
        let tooLong = #expect(throws: RefusedValue.self) { try text.parse(long + "+1", current: 0) }
        #expect(tooLong?.reason == .tooLong(limit: 256))
        #expect(try text.parse(String(repeating: "-", count: 0) + String(repeating: "0", count: 255) + "7", current: 0).value == 7)
    }
}
