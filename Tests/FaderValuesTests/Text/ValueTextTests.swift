import FaderTesting
import FaderValues
import Testing

@Suite("Numbers as text, with no locale")
struct ValueTextTests {
    private func text(_ change: (inout ParameterSpec) -> Void = { _ in }) -> ValueText {
        var spec = Desks.master
        change(&spec)
        return ValueText(spec)
    }

    @Test(
        "the longest numbers fit",
        arguments: [Double.greatestFiniteMagnitude, -Double.greatestFiniteMagnitude, Double.leastNonzeroMagnitude])
    func longest(value: Double) {
        let shown = text { $0.decimals = 15 }.edit(value)
        #expect(shown.split(separator: ".")[1].count == 15)
        #expect(Double(shown) == (value.magnitude < 1 ? 0 : value))
    }

    @Test("the text for editing is read as the same value")
    func roundTrip() throws {
        var random = SeededGenerator(seed: 7)
        let shown = text { $0.decimals = 3 }
        for _ in 0..<2000 {
            let value = (Double.random(in: -70...6, using: &random) * 1000).rounded() / 1000
            #expect(try shown.parse(shown.edit(value), current: 0).value == value)
            #expect(try shown.parse(shown.format(value), current: 0).value == value)
        }
    }

    @Test(
        "a number with a minus sign below a range without negative numbers says how to take it away; elsewhere it is a number like any other"
    )
    func takingAway() throws {
        func form(_ minimum: Double, _ outOfRange: OutOfRange = .clamp, kind: ParameterKind = .number) -> ValueText {
            ValueText(ParameterSpec(id: "a", minimum: minimum, maximum: 100, decimals: 0, unit: "%", outOfRange: outOfRange, kind: kind))
        }
        for (text, hint) in [("-5", "5"), ("−5 %", "5 %"), (" - 2.5", "2.5")] {
            #expect(form(0).takeAwayHint(text) == "to take away \(hint), write -=\(hint)", "\(text)")
        }
        #expect(form(20, kind: .integer).takeAwayHint("-5") == "to take away 5, write -=5")
        for text in ["5", "-=5", "--5", "-", "-x", "-0", "+5", "", "5-6"] { #expect(form(0).takeAwayHint(text) == nil, "\(text)") }
        #expect(form(-20).takeAwayHint("-50") == nil)
        do throws(RefusedValue) {
            _ = try form(0, .reject).parse("-5", current: 50)
            Issue.record("it was not refused")
        } catch {
            #expect(error.description.hasSuffix("; to take away 5, write -=5"), "\(error.description)")
        }
    }
}
