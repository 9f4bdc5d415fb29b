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

    @Test("it is true or false, and a part cannot have its own")
    func errors() {
        expect(
            parameters(
                """
                a: {recall-safe: 1️⃣yes}
                b: {2️⃣recal-safe: true}
                """),
            [
                "1️⃣ error: recall-safe must be true or false, found \"yes\"; did you mean \"true\"?",
                "2️⃣ error: unknown key \"recal-safe\" in a parameter; did you mean \"recall-safe\"?",
            ])
        expect(
            parameters(
                """
                a: {kind: range, max: 10}
                1️⃣a.low: {recall-safe: true}
                """),
            ["1️⃣ error: a.low is a part of the range a (line 3, column 3); give one of them another id"])
    }
}
