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
        "a value is shown with its decimals, correctly rounded, and its unit",
        arguments: [
            (-6.0, 1, "-6.0 dB"), (0.05, 1, "0.1 dB"), (0.25, 1, "0.2 dB"), (0.35, 1, "0.3 dB"), (2.5, 0, "2 dB"), (3.5, 0, "4 dB"),
            (1e22, 0, "10000000000000000000000 dB"), (1e23, 0, "99999999999999991611392 dB"),
        ])
    func format(value: Double, decimals: Int, expected: String) {
        #expect(text { $0.decimals = decimals }.format(value) == expected)
    }

    @Test("0 to 15 decimals are the digits of the exact binary value", arguments: 0...15)
    func decimals(count: Int) {
        // The first digits of the double nearest to 0.1.
        let digits = "1000000000000000055511151231257827"
        let expected = count == 0 ? "0" : "0." + digits.prefix(count)
        #expect(text { $0.decimals = count }.edit(0.1) == expected)
        #expect(text { $0.decimals = count }.edit(0.1).count == (count == 0 ? 1 : count + 2))
    }

    @Test(
        "the longest numbers fit",
        arguments: [Double.greatestFiniteMagnitude, -Double.greatestFiniteMagnitude, Double.leastNonzeroMagnitude])
    func longest(value: Double) {
        let shown = text { $0.decimals = 15 }.edit(value)
        #expect(shown.split(separator: ".")[1].count == 15)
        #expect(Double(shown) == (value.magnitude < 1 ? 0 : value))
    }

    @Test("negative zero is shown as zero")
    func negativeZero() {
        #expect(text().format(-0.0) == "0.0 dB")
        #expect(text().format(-0.04) == "0.0 dB")
        #expect(text().format(-0.06) == "-0.1 dB")
        #expect(text { $0.decimals = 0 }.edit(-0.3) == "0")
    }

    @Test("without a unit there is no blank")
    func noUnit() {
        #expect(text { $0.unit = "" }.format(-6) == "-6.0")
        #expect(text { $0.unit = "" }.range() == "-70.0…6.0")
        #expect(text().range() == "-70.0…6.0 dB")
    }

    @Test(
        "typed text is a number, with the unit or without, in any case, with any white space around",
        arguments: [
            "-6", "-6.0", "-6 dB", "-6dB", "-6 DB", " -6  db ", "−6 dB", "-6.", "-06", "-0.6e1", "-60E-1", "\t-6\u{00A0}dB\n",
        ])
    func parses(_ typed: String) throws { #expect(try text().parse(typed, current: 0) == ParsedNumber(value: -6, wanted: -6)) }

    @Test("more forms of a number", arguments: [("+3", 3.0), (".5", 0.5), ("0", 0), ("-0", 0), ("1e-999", 0), ("5e0", 5)])
    func numbers(typed: String, value: Double) throws {
        #expect(try text().parse(typed, current: 0).value == value)
    }

    @Test("a typed value keeps all its digits: it is not snapped to the step")
    func notSnapped() throws {
        #expect(try text { $0.step = 0.5 }.parse("-5.87", current: 0).value == -5.87)
    }

    @Test("a unit that could be part of a number is still a unit")
    func numericUnits() throws {
        #expect(try text { $0.unit = "e" }.parse("5 e", current: 0).value == 5)
        #expect(try text { $0.unit = "%" }.parse("5%", current: 0).value == 5)
        #expect(try text { $0.unit = "°C" }.parse("5 °c", current: 0).value == 5)
    }

    @Test(
        "a text that is not a number is refused with an example for this parameter",
        arguments: [
            "abc", "dB", "6 Hz", "1,5", "--6", "6-", "1e", "0x10", "0x1p3", "1_000", "1 2", "+", "-", ".", "e5", "٣", "½", "6 dB dB",
            "1.2.3",
        ])
    func refuses(_ typed: String) {
        #expect(throws: RefusedValue.self) { try text().parse(typed, current: 0) }
        do throws(RefusedValue) {
            _ = try text().parse(typed, current: 0)
        } catch {
            #expect(error.description.hasPrefix("\"\(typed)\" is not a number"))
            #expect(error.description.hasSuffix("; expected a number in -70.0…6.0 dB, for example \"-12.0 dB\""))
        }
    }

    @Test("an empty text is refused as such", arguments: ["", "   ", "\t\n", "\u{200E}"])
    func empty(_ typed: String) {
        #expect(refusal(typed) == "no value given; expected a number in -70.0…6.0 dB, for example \"-12.0 dB\"")
    }

    @Test(
        "a number that is not finite is refused as such, never clamped",
        arguments: [
            ("inf", "too large"), ("-inf", "too small"), ("Infinity", "too large"), ("+infinity", "too large"), ("nan", "not a number"),
            ("NaN", "not a number"), ("1e999", "too large"), ("-1e999", "too small"), ("inf dB", "too large"), ("−∞ dB", "too small"),
            ("inf - inf", "not a number"),
        ])
    func notFinite(typed: String, shown: String) {
        let expected = "the value is \(shown); expected a number in -70.0…6.0 dB, for example \"-12.0 dB\""
        #expect(refusal(typed) == expected)
    }

    private func refusal(_ typed: String) -> String? {
        do throws(RefusedValue) {
            _ = try text().parse(typed, current: 0)
            return nil
        } catch {
            return error.description
        }
    }

    @Test(
        "halves are rounded to the even digit",
        arguments: [(0.5, 0, "0"), (1.5, 0, "2"), (2.5, 0, "2"), (0.125, 2, "0.12"), (0.375, 2, "0.38")])
    func ties(value: Double, decimals: Int, expected: String) { #expect(text { $0.decimals = decimals }.edit(value) == expected) }

    @Test("text beyond the range is clamped, and the result says so")
    func clamps() throws {
        let parsed = try text().parse("20", current: 0)
        #expect(parsed.value == 6)
        #expect(parsed.wanted == 20)
        #expect(parsed.isClamped)
        #expect(text().clampNotice(6) == "clamped to 6.0 dB (range -70.0…6.0 dB)")
        #expect(try !text().parse("6", current: 0).isClamped)
        #expect(try text().parse("-1e300", current: 0).value == -70)
    }

    @Test(
        "an end that is shown rounded can be typed as it is shown, whatever happens beyond the range",
        arguments: [(OutOfRange.clamp, false), (.reject, false), (.clamp, true)])
    func roundedEnds(outOfRange: OutOfRange, wraps: Bool) throws {
        let text = text { spec in
            (spec.minimum, spec.maximum, spec.decimals, spec.outOfRange, spec.isCircle) = (0.1, 2.6, 0, outOfRange, wraps)
        }
        for (typed, end) in [("0", 0.1), ("3", 2.6), ("3 dB", 2.6), ("0.0", 0.1)] {
            let parsed = try text.parse(typed, current: 1)
            #expect(parsed.value == end && !parsed.isClamped, "\(typed)")
        }
        #expect(try text.parse("0.0", current: 1, for: Viewer(decimals: 0)).value == 0.1)
        let beyond = try? text.parse("3.1", current: 1)
        #expect(beyond?.value != 2.6 || beyond?.isClamped == true)
    }

    @Test("text beyond the range is refused with a message if the parameter rejects it")
    func rejects() {
        let rejecting = text { $0.outOfRange = .reject }
        let refusal = #expect(throws: RefusedValue.self) { try rejecting.parse("20 dB", current: 0) }
        #expect(refusal?.description == "20 is out of range; expected a number in -70.0…6.0 dB, for example \"-12.0 dB\"")
        #expect(refusal?.reason == .outOfRange("20"))
        #expect(throws: Never.self) { try rejecting.parse("6", current: 0) }
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
