import FaderAPI
import Testing

@testable import FaderCLI

@Suite struct ModeCheckTests {
    private static func profile(_ name: String, _ inputs: [String], touch: String? = nil) -> ProfileResource {
        ProfileResource(
            name: name, title: name, file: "", valid: true,
            controls: inputs.enumerated().map { .init(id: "c.\($0 + 1)", input: $1, touch: touch) })
    }

    @Test(
        "a message tells the mode only if the chosen profile or the others know it, not both",
        arguments: [
            ("pitchbend ch 1 = 8192", ModeCheck.Finding.fits("c.1")), ("note 104 ch 1 = 127", .fits("c.1")),
            ("program ch 1 = 3", .fits("c.3")), ("program ch 1 = 4", .isOf(["b"])), ("cc 70 ch 1 = 5", .isOf(["b", "c"])),
            // Both have it, and nobody.
            ("note 0 ch 1 = 127", .unclear), ("cc 70 ch 2 = 5", .unclear), ("cc 7 ch 1 = 5", .unclear), ("system exclusive", .unclear),
        ])
    func finding(message: String, finding: ModeCheck.Finding) {
        let check = ModeCheck(
            Self.profile("a", ["pitchbend ch 1", "note 0 ch 1", "program ch 1 = 3"], touch: "note 104 ch 1"),
            [Self.profile("b", ["cc 70 ch 1", "note 0 ch 1", "program ch 1 = 4"]), Self.profile("c", ["cc 70 ch 1"])])
        #expect(check.finding(message) == finding)
    }
}
