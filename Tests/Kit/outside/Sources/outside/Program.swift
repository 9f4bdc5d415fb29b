import FaderKit
import Observation

enum Wave: String, CaseIterable { case sine, saw }

@Observable
final class Model {
    @ObservationIgnored @Fader("outside.drive", 0...1) var drive = 0.2
    @ObservationIgnored @Fader("outside.wave") var wave = Wave.saw
}

@main
struct Program {
    static func main() async throws {
        let faders = try await Faders(by: "outside")
        let cutoff = try await faders.declare("outside.cutoff", .frequency(20...20_000), default: 800)
        let chorus = try await faders.declare(trigger: "outside.chorus")
        chorus.onPress { press in print(press.by ?? "somebody") }
        let model = Faders.$shared.withValue(faders) { Model() }
        model.drive = 0.5
        do {
            try await cutoff.set(text: "1.2k")
            try await cutoff.gesture { drag in try await drag.move(to: 0.5) }
            print(try await cutoff.field().type("3"))
        } catch let refusal as Refusal {
            print(refusal, refusal.example ?? "")
        }
        for await change in cutoff.changes { print(change.value, change.text, model.$wave.text) }
    }
}
