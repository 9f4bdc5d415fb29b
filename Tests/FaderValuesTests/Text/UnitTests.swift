import FaderTesting
import FaderValues
import Testing

@Suite("Percentages of a travel")
struct UnitTests {
    @Test(
        "a percentage is a place on the travel",
        arguments: [(0.0, 20.0), (50, 632.4555320336759), (100, 20000), (12.5, 47.42747411323312)])
    func percentages(percent: Double, value: Double) throws {
        let text = ValueText(ParameterSpec(id: "p", minimum: 20, maximum: 20000, unit: "Hz", taper: .log))
        #expect((try text.parse("\(percent)%", current: 20).value / value - 1).magnitude < 1e-12)
        #expect((try text.parse("\(percent) %", current: 20).value / value - 1).magnitude < 1e-12)
    }
}
