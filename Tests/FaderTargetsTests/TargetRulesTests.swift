import Testing

@testable import FaderTargets

/// What the rules of a target do that a script cannot say; the scripts are in `Tests/Scripts/targets`.
struct TargetRulesTests {
    @Test func ratiosOfALogarithmicScaleAreCompared() {
        var traits = TargetRules.Traits()
        (traits.halfStep, traits.halfRatio) = (0, 1.0034)
        #expect(traits.isSame(20, 20.05) && traits.isSame(20000, 19950) && traits.isSame(-20, -20.05) && traits.isSame(0, 0))
        #expect(!traits.isSame(20, 21) && !traits.isSame(20, -20) && !traits.isSame(0, 0.001) && !traits.isSame(-.infinity, -1))
    }

    @Test func aLoopIsSlowedDown() {
        var transcript = RulesTranscript()
        _ = transcript.play("0 appears > read\n1 reads 50\n1 ended\n100 tick")
        var (writes, now, isUp) = (0, 200, false)
        // Another program answers every set by moving the value back, and moves the parameter up again.
        while now < 60_000 {
            isUp.toggle()
            var isWritten = transcript.play("\(now) set \(isUp ? 60 : 61)").contains("write")
            while !isWritten {
                now += 10
                isWritten = transcript.play("\(now) tick").contains("write")
            }
            writes += 1
            now += 5
            _ = transcript.play("\(now) done\n\(now) reads 40\n\(now) ended\n\(now) own 40")
            now += 25
        }
        #expect(writes < 40, "without the rule it is 2,000")
        // Nothing is lost: the newest value waits, and is finally set.
        let last = transcript.play("\(now) set 77\n\(now + 60_000) tick")
        #expect(last.hasSuffix("write 77"))
    }
}
