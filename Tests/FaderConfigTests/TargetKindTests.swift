import FaderTargets
import FaderValues
import Testing

@testable import FaderConfig

@Suite("The rows of target kinds, as the config has them")
struct TargetKindTests {
    @Test("every kind has a word of its own, which is a key of its entries")
    func rows() {
        #expect(Set(TargetKinds.words).count == TargetKinds.all.count)
        for kind in TargetKinds.all.naming { #expect(kind.peerKeys.contains(kind.word)) }
    }

    @Test("a kind says what it takes, and the message about the others lists those that do")
    func fit() {
        let kinds = { (takes: (any TargetKind.Type) -> Bool) in TargetKinds.all.filter(takes).map { $0.word } }
        #expect(kinds { $0.takesColors } == ["osc", "mqtt", "home-assistant", "sacn", "artnet", "exec"])
        #expect(kinds { $0.takesTexts } == ["osc", "mqtt", "x32", "xair", "wing", "sq", "qu", "ui", "tf", "dm3", "ql"])
    }
}
