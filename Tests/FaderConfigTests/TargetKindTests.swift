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

    @Test("an entry of targets needs the word of a kind")
    func entries() {
        let hint =
            "error: an entry of targets needs \"osc\", such as osc: \"192.168.1.20:10024\", or \"mqtt\", such as mqtt: \"mqtt://homeassistant.local\", "
            + "or \"obs\", such as obs: \"127.0.0.1:4455\", or \"snapcast\", such as snapcast: \"192.168.1.5\", "
            + "or \"home-assistant\", such as home-assistant: \"ws://homeassistant.local:8123\", "
            + "or \"x32\" or \"xair\" or \"wing\" or \"sq\" or \"qu\" or \"ui\" or \"tf\" or \"dm3\" or \"ql\", such as x32: 192.168.1.10, or \"sacn\", such as sacn: {universe: 1}, "
            + "or \"artnet\", such as artnet: {host: 192.168.1.30, universe: 0}"
        expect(
            """
            version: 1
            targets:
              a: 1️⃣{listen: 9000}
              b: 2️⃣{}
              c: 3️⃣{4️⃣ocs: "127.0.0.1:1"}
              d: {osc: "127.0.0.1:1", 5️⃣address: /a}
              e: {osc: 6️⃣nowhere}
              7️⃣f/: {osc: "127.0.0.1:1"}
            parameters:
              one: {target: {osc: 8️⃣nowhere, address: /a}}
              two: {target: {osc: e, address: /a}}
            """,
            [
                "1️⃣ \(hint)", "2️⃣ \(hint)", "3️⃣ \(hint)",
                "4️⃣ error: unknown key \"ocs\" in a target; did you mean \"osc\"?",
                "5️⃣ error: unknown key \"address\" in a target",
                "6️⃣ error: expected HOST:PORT, such as 192.168.1.20:10024, found \"nowhere\"",
                "7️⃣ error: \"f/\" cannot be the name of a target: letters, digits, \"_\", \"-\" and \".\", beginning with a letter or digit",
                "8️⃣ error: there is no \"nowhere\" in targets",
            ])
    }

    @Test("a kind says what it takes, and the message about the others lists those that do")
    func fit() {
        let kinds = { (takes: (any TargetKind.Type) -> Bool) in TargetKinds.all.filter(takes).map { $0.word } }
        #expect(kinds { $0.takesColors } == ["osc", "mqtt", "home-assistant", "sacn", "artnet", "exec"])
        #expect(kinds { $0.takesTexts } == ["osc", "mqtt", "x32", "xair", "wing", "sq", "qu", "ui", "tf", "dm3", "ql"])
    }
}
