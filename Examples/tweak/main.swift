internal import FaderKit
internal import Glibc

// A voice of a synthesizer with six parameters on the faders of whatever surface is there. It says what it would play. Its faders go with it.

/// The shape of the oscillator.
enum Wave: String, CaseIterable { case sine, saw, square }

/// The sound as the audio thread would read it: a lock, no `await`.
struct Voice {
    @Fader("tweak.wave", label: "Wave") var wave = Wave.saw
    @Fader("tweak.tune", .number(-12...12, unit: "st", decimals: 1), label: "Tune") var tune = 0.0
    @Fader("tweak.cutoff", .frequency(), label: "Cutoff") var cutoff = 800.0
    @Fader("tweak.drive", .percent, label: "Drive") var drive = 20.0
    @Fader("tweak.attack", .time(1...2_000), label: "Attack") var attack = 10.0
    @Fader("tweak.level", .decibel(upTo: 6), label: "Level") var level = -6.0

    var description: String {
        "\(wave) \($tune.text) cutoff \($cutoff.text) drive \($drive.text) attack \($attack.text) level \($level.text)"
    }
}

let voice = Voice()
let faders = Faders.shared

/// Prints a line at once, also into a pipe.
@Sendable func say(_ line: String) {
    print(line)
    fflush(nil)
}

// One task for each thing that is followed; each gets the newest, never a backlog.
await withDiscardingTaskGroup { tasks in
    tasks.addTask {
        for await status in faders.statuses {
            say("\(status)")
            for problem in faders.problems { say("\(problem)") }
        }
    }
    tasks.addTask { for await change in voice.$cutoff.changes { say("cutoff \(change.value) \(change.text)") } }
    tasks.addTask { for await change in voice.$level.changes { say("level \(change.value) \(change.text)") } }
}
