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
}
