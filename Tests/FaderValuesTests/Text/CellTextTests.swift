import FaderTesting
import FaderValues
import Testing

@Suite("Texts in the cells of displays")
struct CellTextTests {
    @Test(
        "labels keep their first word if they can, and always their numbers",
        arguments: [
            ("Master", 7, "Master"), ("Monitors", 7, "Monitor"), ("Channel 12", 7, "Chanl12"), ("Low Cut", 6, "LowCut"),
            ("low cut", 4, "lowC"), ("Reverb Mix", 6, "RevMix"), ("Send 12 to 3", 7, "Sn12To3"), ("Overheads Left", 7, "OverLft"),
            ("EQ 1", 3, "EQ1"), ("Band 3 -12.5", 7, "3 -12.5"), ("1234567 8", 4, "8"), ("12345678", 7, "#######"), ("", 7, ""),
            ("Aux", 0, ""), ("Reverb Mix", 2, "RM"), ("Reverb Mix", 1, "R"), ("a b c d e f g h", 4, "aBCH"), ("//////////", 4, "////"),
            ("  two   words ", 20, "  two   words "),
        ])
    func labels(text: String, width: Int, cell: String) {
        // A text that fits is unchanged.
        #expect(CellText.label(text, width: width) == cell)
    }

    @Test("any label fits, is not empty, and keeps its numbers whole")
    func properties() {
        var random = SeededGenerator(seed: 4)
        let letters = Array("aeioubcdABC 0123456789.,-_/ é日🙂")
        for _ in 0..<20_000 {
            let text = String((0..<Int.random(in: 0...16, using: &random)).compactMap { _ in letters.randomElement(using: &random) })
            let width = Int.random(in: 0...9, using: &random)
            let cell = CellText.label(text, width: width)
            #expect(cell.count <= width || text.count <= width, "\(text) → \(cell)")
            if width > 0, text.contains(where: { !$0.isWhitespace }) { #expect(!cell.isEmpty, "\(text) in \(width)") }
            let numbers = Self.numbers(text)
            for number in Self.numbers(cell) { #expect(numbers.contains(number), "\(text) in \(width) → \(cell)") }
            #expect(CellText.label(cell, width: width) == cell)
        }
    }

    private static func numbers(_ text: String) -> [Substring] { text.split { !"0123456789".contains($0) } }

    @Test(
        "values lose blanks, the unit, and decimals, in this order",
        arguments: [
            (-6.0, 7, "-6.0 dB"), (-6.0, 6, "-6.0dB"), (-6.0, 5, "-6.0"), (-12.34, 3, "-12"), (-12.34, 2, "##"), (-12.34, 9, "-12.3 dB"),
        ])
    func values(value: Double, width: Int, cell: String) {
        let level = ValueText(ParameterSpec(id: "level", minimum: -70, maximum: 6, decimals: 1, unit: "dB"))
        #expect(level.cell(value, width: width) == cell)
    }

    @Test("words and options are abbreviated as labels are")
    func words() {
        let wave = ParameterSpec(
            id: "wave", maximum: 1, step: 1, kind: .choice([ChoiceOption(id: "saw"), ChoiceOption(id: "pwm", label: "Pulse width")]))
        #expect(ValueText(wave).cell(1, width: 7) == "PulseWd")
        let level = ParameterSpec(id: "level", minimum: -.infinity, maximum: 6, decimals: 1, unit: "dB", taper: .audio)
        let write: (String) -> String = { text in String(text.flatMap { $0 == "∞" ? Array("inf") : $0 == "−" ? ["-"] : [$0] }) }
        #expect([7, 6, 4, 3].map { ValueText(level).cell(-.infinity, width: $0, as: write) } == ["-inf dB", "-infdB", "-inf", "###"])
    }
}
