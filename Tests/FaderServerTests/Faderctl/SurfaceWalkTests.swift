import FaderAPI
import FaderTesting
import Testing

@testable import FaderCLI

@Suite("Learning a whole controller")
struct SurfaceWalkTests {
    @Test("every script of Tests/Scripts/walks comes out as it is written", arguments: try ScriptTest.all(in: "Scripts/walks", on: nil))
    func everyScript(script: ScriptTest) {
        let failure = script.failure { text in
            var player = Player()
            let acts = text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("> ") }
            return acts.flatMap { [$0] + player.outcome(of: $0).map { "> \($0)" } }.joined(separator: "\n")
        }
        if let failure { Issue.record("\(failure)") }
    }

    /// Plays messages and answers to a walk.
    private struct Player {
        private var walk = SurfaceWalk(.any, profiles: [:])
        private var now = Duration.zero
        private var client: String? = "Box"
        private var port: Int?
        private var surface: String?

        mutating func outcome(of act: String) -> [String] {
            let words = act.split(separator: " ", maxSplits: 1).map(String.init)
            let rest = words.count > 1 ? words[1] : ""
            switch words[0] {
            case "walk-of-surface": walk = SurfaceWalk(.surface(rest), profiles: [:])
            case "walk-of-client": walk = SurfaceWalk(.client(rest), profiles: [:])
            case "walk-with-profile-of": walk = SurfaceWalk(.any, profiles: [rest: "my-box"])
            case "from-client": (client, port, surface) = (rest, nil, nil)
            case "from-port": port = Int(rest)
            case "from-surface": (client, port, surface) = (nil, nil, rest)
            case "wait":
                now += .seconds(Int(rest) ?? 0)
                return walk.tick(at: now).map(Self.text)
            case "type": return walk.answer(rest.replacing("\"", with: ""))?.map(Self.text) ?? ["over"]
            case "doubts": return walk.doubts.map { "\($0.id): \($0.reason)" }
            case "table": return walk.table
            case "learned": return walk.learned.map { "\($0.id)\($0.control.hasMotor ? ", motor" : "")" }
            case "prompt": return [walk.prompt]
            default: return hear(act)
            }
            return []
        }

        /// Hears a message with several values, 10 ms apart.
        private mutating func hear(_ act: String) -> [String] {
            let isSent = act.hasPrefix("sent ")
            let parts = (isSent ? act.dropFirst("sent ".count) : act[...]).split(separator: " = ")
            return (parts.count > 1 ? parts[1].split(separator: ", ").map { Int($0) } : [nil]).flatMap { raw in
                now += .milliseconds(10)
                let message = MonitorResource(
                    time: "", surface: surface, client: client, port: port, direction: isSent ? .sent : .received,
                    message: raw.map { "\(parts[0]) = \($0)" } ?? String(parts[0]), raw: raw, control: surface == nil ? nil : "fader.9")
                return walk.hear(message, at: now).map(Self.text)
            }
        }

        private static func text(_ note: SurfaceWalk.Note) -> String {
            switch note {
            case .control(let entry): entry.line
            case .sentence(let sentence): sentence
            }
        }
    }
}
