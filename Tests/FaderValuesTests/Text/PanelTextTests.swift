import FaderValues
import Testing

@Suite("Colors and meters of panels")
struct PanelTextTests {
    @Test("a color becomes the nearest of eight; a dark one is shown at full brightness")
    func colors() throws {
        for (text, bits) in [
            ("red", 1), ("#ff8800", 3), ("Green", 2), ("#400000", 1), ("#102030", 6), ("black", 0), ("white", 7), ("#777", 7), ("teal", 6),
            ("purple", 5), ("#00f", 4),
        ] { #expect(try #require(StripColor(text)).bits == bits, "\(text)") }
        #expect(StripColor("rot") == nil && StripColor("ff0000") == nil && StripColor("") == nil && StripColor("#ff00") == nil)
        #expect(StripColor("orange")?.text == "#ffa500")
        #expect((0..<8).map { StripColor.name(ofBits: $0) } == ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"])
    }

    @Test("decibels light the same segments as in Ardour; other units follow the travel")
    func meters() {
        let decibels = ValueText(ParameterSpec(id: "level", minimum: -.infinity, maximum: 6, unit: "dB", taper: .audio))
        let values: [Double] = [-.infinity, -90, -60, -50, -40, -30, -20, -12, -6, -3, -0.1, 3, 6]
        #expect(values.map { decibels.meterLevel(of: $0, highest: 13) } == [0, 0, 0, 1, 2, 3, 6, 8, 10, 10, 11, 12, 13])
        #expect(decibels.meterLevel(of: 0, highest: 12) == 10)
        let share = ValueText(ParameterSpec(id: "load"))
        #expect([0, 0.5, 1].map { share.meterLevel(of: $0, highest: 12) } == [0, 6, 12])
    }
}
