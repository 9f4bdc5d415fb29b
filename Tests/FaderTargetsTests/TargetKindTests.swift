import FaderValues
import Testing

@testable import FaderTargets

@Suite("The rows of target kinds")
struct TargetKindTests {
    @Test("targets are the same if their kind and all of its keys are")
    func equality() {
        let (plain, index) = (MixerTargetSpec(card: "PCH", control: "Master"), MixerTargetSpec(card: "PCH", control: "Master", index: 1))
        #expect(TargetSpec(plain) == TargetSpec(plain))
        #expect(TargetSpec(plain) != TargetSpec(index))
        #expect(TargetSpec(plain) != TargetSpec(ExecTargetSpec(arguments: ["alsa PCH Master"])))
        // Two programs that differ only in their arguments have one name, but are two targets.
        let (one, two) = (TargetSpec(ExecTargetSpec(arguments: ["run", "1"])), TargetSpec(ExecTargetSpec(arguments: ["run", "2"])))
        #expect(one != two && one.name == two.name && one.identity != two.identity)
        #expect(one.kind == "exec" && !one.runsAtStart)
        #expect(TargetSpec(ExecTargetSpec(arguments: ["run"], runsAtStart: true)).runsAtStart)
    }
}
