import FaderKit
import Glibc
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
        chorus.onPress { press in report("pressed by \(press.by ?? "somebody")") }
        let model = Faders.$shared.withValue(faders) { Model() }
        model.drive = 0.5
        do {
            report("set to \(try await cutoff.set(text: "1.2k").text)")
            try await cutoff.gesture { drag in try await drag.move(to: 0.5) }
            report("typed: \(try await cutoff.field().type("3"))")
            try await cutoff.set(text: "loud")
        } catch let refusal as Refusal {
            report("refused, for example \(refusal.example ?? "")")
        }
        for await change in cutoff.changes { report("\(change.value) \(change.text) \(model.wave)") }
    }

    /// Prints a line at once, into a pipe too.
    static func report(_ line: String) {
        print(line)
        fflush(nil)
    }
}
