import FaderTesting
import FaderValues
import Testing

@Suite("Units, factors and percentages after typed numbers")
struct UnitTests {
    private func parse(_ typed: String, unit: String) throws -> Double {
        let spec = ParameterSpec(id: "p", minimum: -1e9, maximum: 1e9, unit: unit)
        return try ValueText(spec).parse(typed, current: 0).value
    }

    @Test(
        "a factor multiplies, alone or before the unit",
        arguments: [
            ("2.5k", "Hz", 2500.0), ("2.5 K", "Hz", 2500), ("2.5 kHz", "Hz", 2500), ("2.5khz", "Hz", 2500), ("1M", "Hz", 1e6),
            ("1 MHz", "Hz", 1e6), ("0.1G", "Hz", 1e8), ("5 mHz", "Hz", 0.005), ("800 ms", "s", 0.8), ("3 µs", "s", 3e-6),
            ("3 μs", "s", 3e-6),
            ("3us", "s", 3e-6), ("2k", "", 2000), ("5m", "", 0.005), ("7µ", "", 7e-6), ("2k", "dB", 2000), ("5 m", "V", 0.005),
            ("12 kr", "kr", 12), ("5 mm", "m", 0.005), ("5 m", "m", 5), ("5 km", "m", 5000), ("5M", "m", 5), ("2k+500", "Hz", 2500),
            ("-2.5k", "Hz", -2500), ("2.5k Hz", "Hz", 2500), ("5 k dB", "dB", 5000), ("3 m s", "s", 0.003), ("90 deg", "°", 90),
            ("90°", "°", 90),
            ("2 min", "s", 120), ("2min", "ms", 120_000), ("1.5 MIN", "s", 90), ("2 min", "min", 2), ("1 min + 30 s", "s", 90),
            ("–6 dB", "dB", -6), ("1e3k", "Hz", 1e6),
        ])
    func factors(typed: String, unit: String, value: Double) throws { #expect(try parse(typed, unit: unit) == value) }

    @Test(
        "seconds and hertz are accepted with any factor if the unit has its own factor",
        arguments: [
            ("2 s", "ms", 2000.0), ("2 S", "ms", 2000), ("2 ms", "ms", 2), ("500 µs", "ms", 0.5), ("800 Hz", "kHz", 0.8),
            ("2 MHz", "kHz", 2000),
            ("3 kHz", "kHz", 3), ("3 khz", "kHz", 3), ("4 ms", "µs", 4000), ("4 μs", "µs", 4),
        ])
    func scaledUnits(typed: String, unit: String, value: Double) throws { #expect(try parse(typed, unit: unit) == value) }

    @Test(
        "a letter that could be a factor or the first one of the unit is refused as ambiguous",
        arguments: [
            ("5m", "ms", "m", "\"min\" or \"ms\""), ("5m", "s", "m", "\"min\" or \"ms\""),
            ("5m", "min", "m", "the unit, \"min\", or the number without a factor"),
            ("2k", "kHz", "k", "the unit, \"kHz\", or the number without a factor"),
            ("5k", "kr", "k", "the unit, \"kr\", or the number without a factor"),
            ("1m", "MB", "m", "the unit, \"MB\", or the number without a factor"), ("5 mhz", "Hz", "m", "\"mHz\" or \"MHz\""),
            ("5 MHZ", "Hz", "M", "\"mHz\" or \"MHz\""), ("5g", "g", nil, ""), ("1G", "g", nil, ""),
        ])
    func unclear(typed: String, unit: String, letter: String?, clear: String) throws {
        guard let letter else {
            #expect(try parse(typed, unit: unit).magnitude < 10, "the whole unit is no factor")
            return
        }
        let refusal = #expect(throws: RefusedValue.self) { try parse(typed, unit: unit) }
        #expect(refusal?.reason == .unclearFactor(letter, write: clear))
    }

    @Test(
        "a word that only begins like a unit or a factor is neither",
        arguments: ["5 dBm", "5 dBfs", "5 kg", "5 kilo", "5 d", "5 dB dB", "5 mm"])
    func longer(_ typed: String) {
        #expect(throws: RefusedValue.self) { try parse(typed, unit: "dB") }
    }

    @Test("a factor may precede decibels like any other unit")
    func decibels() throws {
        #expect(try parse("5 mdB", unit: "dB") == 0.005)
        #expect(try parse("5°", unit: "°") == 5)
        #expect(try parse("5 m/s", unit: "m/s") == 5)
        #expect(try parse("10 m/s / 2", unit: "m/s") == 5)
        #expect(try parse("3 Ω", unit: "\u{2126}") == 3)
    }

    @Test(
        "a percentage is a place on the travel",
        arguments: [(0.0, 20.0), (50, 632.4555320336759), (100, 20000), (12.5, 47.42747411323312)])
    func percentages(percent: Double, value: Double) throws {
        let text = ValueText(ParameterSpec(id: "p", minimum: 20, maximum: 20000, unit: "Hz", taper: .log))
        #expect((try text.parse("\(percent)%", current: 20).value / value - 1).magnitude < 1e-12)
        #expect((try text.parse("\(percent) %", current: 20).value / value - 1).magnitude < 1e-12)
    }

    @Test("a percentage that is the unit is a value")
    func percentUnit() throws {
        let text = ValueText(ParameterSpec(id: "p", minimum: 0, maximum: 200, unit: "%"))
        #expect(try text.parse("50%", current: 0).value == 50)
        #expect(try text.parse("50 %", current: 0).value == 50)
        #expect(try text.parse("+=10%", current: 50).value == 60)
    }

    @Test("a percentage beyond the travel is beyond the range")
    func beyond() throws {
        var spec = ParameterSpec(id: "p", minimum: 10, maximum: 20, defaultValue: 15)
        #expect(try ValueText(spec).parse("150%", current: 15) == ParsedNumber(value: 20, wanted: 25))
        #expect(try ValueText(spec).parse("-50%", current: 15) == ParsedNumber(value: 10, wanted: 5))
        let relative = try ValueText(spec).parse("+=60%", current: 15)
        #expect((relative.value, relative.wanted, relative.isRelative) == (20, 21, true))
        spec.outOfRange = .reject
        #expect(throws: RefusedValue.self) { try ValueText(spec).parse("150%", current: 15) }
    }

    @Test("min, max and default are accepted in any case, but words of the parameter take precedence", arguments: ["min", "MIN", " Min "])
    func ends(_ typed: String) throws {
        var spec = ParameterSpec(id: "p", minimum: 10, maximum: 20, defaultValue: 15)
        #expect(try ValueText(spec).parse(typed, current: 12).value == 10)
        #expect(try ValueText(spec).parse("max", current: 12).value == 20)
        #expect(try ValueText(spec).parse("default", current: 12).value == 15)
        spec.format.words = [SpecialWord(12.5, "min")]
        #expect(try ValueText(spec).parse(typed, current: 12).value == 12.5)
    }
}
