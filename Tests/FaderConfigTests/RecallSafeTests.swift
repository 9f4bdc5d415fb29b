import FaderConfig
import FaderConsole
import FaderValues
import Testing

@Suite("recall-safe")
struct RecallSafeTests {
    @Test("every kind can have it, a type can bring it, and the parts of a compound have that of the compound")
    func read() throws {
        let configuration = try configuration(
            """
            version: 1
            types: {safe: {recall-safe: true}}
            parameters:
              a: {recall-safe: true}
              b: {kind: text, recall-safe: true}
              c: {kind: range, max: 10, recall-safe: true}
              d: {type: safe}
              e: {type: safe, recall-safe: false}
              f: {kind: toggle}
            """)
        #expect(configuration.parameters.filter(\.isRecallSafe).map(\.id) == ["a", "b", "c.low", "c.high", "d"])
    }
}
