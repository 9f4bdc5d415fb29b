import FaderConfig
import FaderConsole
import FaderValues
import Testing

@Suite("The label on displays")
struct ShortLabelTests {
    @Test("short is the label on displays, of parts of a compound with the part's word behind it")
    func read() throws {
        let configuration = try configuration(
            """
            version: 1
            parameters:
              bass: {label: Bass Mic Pan, short: BassPan}
              band: {kind: range, label: Filter band, short: Band, max: 10}
              plain: {label: Plain}
            """)
        #expect(configuration.parameters.map(\.displayLabel) == ["BassPan", "Band low", "Band high", "Plain"])
        #expect(configuration.compounds.map(\.short) == ["Band"])
        #expect(configuration.parameters.map(\.label) == ["Bass Mic Pan", "Filter band low", "Filter band high", "Plain"])
    }

    @Test("where it has no effect, or cannot be shown, it is an error")
    func errors() {
        expect(
            """
            version: 1
            parameters:
              a: {label: Bass, short: 1️⃣Bass}
              b: {short: 2️⃣b}
              c: {kind: text, 3️⃣short: Song}
              d: {short: 4️⃣"🥁 1"}
              e: {short: 5️⃣A label of 17 char}
              f: {short: 6️⃣""}
            """,
            [
                "1️⃣ error: short has no effect: displays show the label without it, and it is the same; leave it out",
                "2️⃣ error: short has no effect: displays show the label without it, and it is the same; leave it out",
                "3️⃣ error: short does not fit a text: it is for number, integer, toggle, choice, range, color and trigger",
                #"4️⃣ error: displays cannot show "🥁 1": they have letters, digits and signs of ASCII only"#,
                "5️⃣ error: the short label is longer than 16 characters, the widest cell of a display",
                "6️⃣ error: expected the short label, found an empty text",
            ])
    }
}
