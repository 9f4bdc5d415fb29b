import FaderAPI
import FaderConsole
import FaderTesting
import FaderValues
import Testing

@testable import FaderCLI

/// What a walk makes of devices whose controls are known, on a cable that is as busy as cables are.
@Suite("A walk with whole devices")
struct WalkTrialTests {
    /// How a walk with one device came out.
    private struct Outcome {
        var controls = 0
        /// The controls that were learned otherwise than they are, or not at all, with what was learned.
        var wrong: [String] = []
        /// How many were said to be doubtful, and how many of the wrong ones were not.
        var doubtful = 0
        /// Of the doubtful ones, those whose messages faderd sent meanwhile.
        var echoed = 0
        var unsuspected = 0

        static func + (one: Outcome, other: Outcome) -> Outcome {
            Outcome(
                controls: one.controls + other.controls, wrong: one.wrong + other.wrong, doubtful: one.doubtful + other.doubtful,
                echoed: one.echoed + other.echoed,
                unsuspected: one.unsuspected + other.unsuspected)
        }
    }

    /// What plays a device to a walk.
    private struct Trial {
        var device: WalkedDevice
        var walk = SurfaceWalk(.any)
        var now = Duration.zero
        private var nextTick = Duration.zero
        private var nextClock = Duration.zero
        private var nextSensing = Duration.zero

        init(_ device: WalkedDevice) { self.device = device }

        mutating func run() -> Outcome {
            for stage in [SurfaceWalk.Stage.faders, .knobs, .buttons] {
                for control in device.controls.filter({ WalkedDevice.stage(of: $0) == stage }).shuffled(using: &device.random) {
                    learn(control)
                }
                _ = walk.answer("")
            }
            return judged()
        }

        /// Does what the walk says until it has learned something, three times at most.
        private mutating func learn(_ control: ControlSpec) {
            for _ in 0..<3 {
                if perform(control, isLeft: false) { return }
                for _ in 0..<3 where walk.isTurningLeft {
                    // A button that looks like an encoder is pressed again.
                    if perform(control, isLeft: true) { return }
                }
            }
            _ = walk.answer("skip")
        }

        /// Plays one act and the rest after it. True if a control has been learned, or was known already.
        private mutating func perform(_ control: ControlSpec, isLeft: Bool) -> Bool {
            let act = device.doubled(device.act(control, isLeft: isLeft) + device.brush(besides: control), chance: 0.08)
            let length = (act.map(\.time).max() ?? .zero) + .seconds(3)
            let all = act + device.lights(for: length) + device.tremble(for: length, besides: control)
            let begin = now
            var notes: [SurfaceWalk.Note] = []
            for sent in all.enumerated().sorted(by: { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }).map(\.element) {
                notes += pass(until: begin + sent.time)
                if notes.contains(where: Self.isEnd) || !isLeft && walk.isTurningLeft { break }
                notes += hear(sent.message.description, raw: Int(sent.message.raw), isToDevice: sent.isToDevice)
            }
            if !notes.contains(where: Self.isEnd), isLeft || !walk.isTurningLeft { notes += pass(until: max(now, begin + length)) }
            return notes.contains(where: Self.isEnd)
        }

        private static func isEnd(_ note: SurfaceWalk.Note) -> Bool {
            switch note {
            case .control: true
            case .sentence(let sentence): sentence.hasPrefix("that is ") && sentence.contains(" already")
            }
        }

        /// Lets time pass, with the clock and the active sensing of the device, and with the ticks of the walk.
        private mutating func pass(until time: Duration) -> [SurfaceWalk.Note] {
            var notes: [SurfaceWalk.Note] = []
            while true {
                let next = min(nextTick, nextClock, nextSensing)
                guard next <= time else { break }
                now = next
                if next == nextTick {
                    notes += walk.tick(at: now)
                    nextTick += .milliseconds(100)
                } else if next == nextClock {
                    notes += hear("clock")
                    nextClock += .milliseconds(21)
                } else {
                    notes += hear("active sensing")
                    nextSensing += .milliseconds(300)
                }
            }
            now = max(now, time)
            return notes
        }

        private mutating func hear(_ words: String, raw: Int? = nil, isToDevice: Bool = false) -> [SurfaceWalk.Note] {
            walk.hear(
                MonitorResource(time: "", client: "Box", direction: isToDevice ? .sent : .received, message: words, raw: raw), at: now)
        }

        /// Compares what was learned with what the device has.
        private func judged() -> Outcome {
            var outcome = Outcome(controls: device.controls.count)
            var learned = walk.learned.map(\.control)
            outcome.doubtful = learned.count { $0.doubt != nil }
            outcome.echoed = learned.count { $0.doubt?.hasPrefix("faderd sent") ?? false }
            for control in device.controls {
                let wanted = Self.words(of: control)
                guard let place = learned.firstIndex(where: { Self.words(of: $0) == wanted }) else {
                    let like = learned.first { $0.anyValue == "\(control.input.anyValue)" }
                    outcome.wrong.append("\(device.name) \(control.id): \(wanted), learned \(like.map(Self.words) ?? "nothing")")
                    outcome.unsuspected += like?.doubt == nil ? 1 : 0
                    continue
                }
                learned.remove(at: place)
            }
            return outcome
        }

        /// What can be heard of a control: a motor only if a touch sensor goes with it.
        private static func words(of control: ControlSpec) -> String {
            let kind = control.encoder.map { "encoder \($0.encoding.rawValue)" } ?? (ButtonRule.isButton(control) ? "button" : "fader")
            // How a button turns its values around cannot be heard.
            let isTurned = control.isInverted && control.encoder != nil
            return "\(control.input) \(kind)\(isTurned ? " inverted" : "")\(control.isLSBFirst ? " LSB first" : "")"
                + (control.touch.map { " motor touch \($0)" } ?? "")
        }

        private static func words(of control: LearnedControl) -> String {
            let kind = control.relative.map { "encoder \($0)" } ?? control.kind
            return "\(control.input) \(kind)\(control.isInverted ? " inverted" : "")\(control.isLSBFirst ? " LSB first" : "")"
                + (control.hasMotor ? " motor" : "") + (control.touch.map { " touch \($0)" } ?? "")
        }
    }

    /// No shipped profile has NRPNs.
    private static let parameters =
        "{" + (1...8).map { "fader.\($0): {input: nrpn \(300 + $0) ch 2}" }.joined(separator: ", ")
        + ", encoder.1: {input: nrpn 20 ch 2, relative: twos}, button.1: {input: note 9 ch 2}}"

    private static let devices: [(name: String, controls: String?)] =
        [
            "x-touch", "x-touch-compact", "bcf2000", "generic-cc14", "midi-fighter-twister-relative", "killamix-mini-relative",
            "nanokontrol2",
            "apc40-mk2", "launch-control-xl", "mpd218", "fcb1010",
        ].map { ($0, nil) } + [("nrpn", parameters)]

    @Test("of a hundred controls at most one is learned wrong, with lights, brushed sensors, doubled messages and trembling faders")
    func trial() throws {
        var total = Outcome()
        for (name, controls) in Self.devices {
            var trial = Trial(try WalkedDevice(name, controls: controls, seed: 1))
            let outcome = trial.run()
            // docs/learn.md has these lines.
            print(
                "➜ \(name): \(outcome.controls) controls, \(outcome.wrong.count) wrong, \(outcome.doubtful) doubtful, \(outcome.echoed) for echoes"
            )
            for line in outcome.wrong { print("    \(line)") }
            total = total + outcome
        }
        print(
            "➜ all: \(total.controls) controls, \(total.wrong.count) wrong, \(total.unsuspected) of them not doubtful, \(total.doubtful) doubtful"
        )
        #expect(total.controls > 800)
        #expect(total.wrong.count * 100 <= total.controls, "\(total.wrong)")
        #expect(total.unsuspected * 200 <= total.controls, "most of the wrong ones are said to be doubtful")
    }
}
