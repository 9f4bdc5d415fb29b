import FaderAPI
import Testing

@testable import FaderCLI

@Suite("Learning a whole controller")
struct SurfaceWalkTests {
    /// Plays messages and answers to a walk.
    private struct Player {
        var walk: SurfaceWalk
        var now = Duration.zero

        init(_ choice: SurfaceWalk.Choice = .any, profiles: [String: String] = [:]) { walk = SurfaceWalk(choice, profiles: profiles) }

        /// Moves a control: messages 10 ms apart, then a rest. Returns the notes of the walk, a control as its line.
        mutating func move(_ messages: [String], client: String? = "Box", port: Int? = nil, surface: String? = nil) -> [String] {
            var notes: [SurfaceWalk.Note] = []
            for message in messages {
                now += .milliseconds(10)
                notes += walk.hear(
                    MonitorResource(
                        time: "", surface: surface, client: surface == nil ? client : nil, port: port,
                        direction: message.hasPrefix(">") ? .sent : .received,
                        message: message.hasPrefix(">") ? String(message.dropFirst(2)) : message,
                        raw: message.split(separator: " ").last.flatMap { Int($0) }, control: surface == nil ? nil : "fader.9"), at: now)
            }
            now += .seconds(1)
            notes += walk.tick(at: now)
            return notes.map(Self.text)
        }

        mutating func type(_ text: String) -> [String] { walk.answer(text)?.map(Self.text) ?? ["over"] }

        private static func text(_ note: SurfaceWalk.Note) -> String {
            switch note {
            case .control(let entry): entry.line
            case .sentence(let sentence): sentence
            }
        }
    }

    private func sweep(_ address: String, _ values: [Int] = [0, 40, 90, 127]) -> [String] { values.map { "\(address) = \($0)" } }
    private func press(_ address: String) -> [String] { sweep(address, [127, 0]) }

    @Test("faders, knobs, encoders and buttons get ids of their kind, in the order of their moves")
    func kinds() {
        var player = Player()
        #expect(player.move(sweep("cc 1 ch 1")) == ["this is Box", "fader.1  cc 1 ch 1  7 bits"])
        #expect(player.move(sweep("pitchbend ch 2", [0, 800, 9000])) == ["fader.2  pitchbend ch 2  14 bits"])
        #expect(player.type("") == [])
        #expect(player.move(sweep("cc 20 ch 1")) == ["knob.1  cc 20 ch 1  7 bits"])
        #expect(
            player.move(sweep("cc 21 ch 1", [1, 1, 1])) == ["an encoder: now turn it to the left; if it is a button, press it again"])
        #expect(player.walk.prompt == "encoder.1: now turn it to the left")
        #expect(player.move(sweep("cc 21 ch 1", [127, 127])) == ["encoder.1  cc 21 ch 1  encoder, twos"])
        #expect(player.type("") == [])
        #expect(player.move(press("note 16 ch 1")) == ["button.1  note 16 ch 1  pressed"])
        #expect(player.type("") == ["over"])
        #expect(player.walk.learned.map(\.id) == ["fader.1", "fader.2", "knob.1", "encoder.1", "button.1"])
        #expect(player.walk.table.first == "CONTROL    SENDS           IS")
    }

    @Test("pedals on one controller are told apart, even the first one, which looked like an ordinary button")
    func pedals() {
        var player = Player()
        #expect(player.move(["cc 80 ch 1 = 127"]) == ["this is Box", "button.1  cc 80 ch 1  pressed"])
        #expect(
            player.move(["cc 80 ch 1 = 100", "cc 80 ch 1 = 100"]) == [
                "button.1  cc 80 ch 1 = 127  pressed", "button.2  cc 80 ch 1 = 100  pressed",
            ])
        #expect(player.move(["cc 80 ch 1 = 127"]) == ["that is button.1 already"])
        #expect(player.move(["program ch 1 = 3"]) == ["button.3  program ch 1 = 3  pressed"])
        #expect(player.move(["program ch 1 = 4"]) == ["button.4  program ch 1 = 4  pressed"])
        #expect(player.move(["program ch 1 = 3"]) == ["that is button.3 already"])
        #expect(player.move(press("note 9 ch 1")) == ["button.5  note 9 ch 1  pressed"])
    }

    @Test("where a step cannot be finished, it says what is missing, once, and the walk goes on")
    func stuck() {
        var player = Player()
        #expect(player.move(["note 104 ch 1 = 127"]) == [])
        player.now += .seconds(2)
        let told = player.walk.tick(at: player.now)
        #expect(told.count == 2, "\(told)")
        guard case .sentence(let missing)? = told.first, case .sentence(let mode)? = told.last else { return }
        #expect(missing.hasPrefix("note 104 ch 1 went down and did not come up") && missing.hasSuffix("To go on without it, type skip"))
        #expect(mode.contains("a mode called Mackie Control or MCU"))
        #expect(player.walk.tick(at: player.now + .seconds(9)) == [])
        #expect(player.type("skip") == ["fader.1 is left out"])
        _ = player.move(sweep("cc 21 ch 1", [1, 1, 1]))
        player.now += .seconds(10)
        guard case .sentence(let left)? = player.walk.tick(at: player.now).first else {
            Issue.record("nothing was said")
            return
        }
        #expect(left.hasPrefix("turning it to the left sent nothing"))
        #expect(player.walk.tick(at: player.now + .seconds(10)) == [])
        #expect(player.type("skip") == ["encoder.1 is left out"])
        #expect(player.move(sweep("cc 7 ch 1")) == ["this is Box", "fader.2  cc 7 ch 1  7 bits"])
    }

    @Test("names, skip, undo and motor")
    func answers() {
        var player = Player()
        #expect(player.type("gain") == ["nothing has been learned yet that could be called \"gain\"; move a control first"])
        #expect(player.type("undo") == ["nothing has been learned yet"])
        #expect(player.type("motor") == ["nothing has been learned yet"])
        _ = player.move(sweep("cc 1 ch 1"))
        #expect(player.type("motor") == ["fader.1  cc 1 ch 1  7 bits, motor"])
        #expect(player.type("skip") == ["fader.2 is left out"])
        #expect(player.move(sweep("cc 3 ch 1")) == ["fader.3  cc 3 ch 1  7 bits"])
        #expect(player.type("fader.1") == ["there is a fader.1 already; fader.3 keeps its name"])
        #expect(player.type("fader.2") == ["there is a fader.2 already; fader.3 keeps its name"])
        #expect(player.type("Main Fader").first?.hasPrefix("\"Main Fader\" cannot be the name of a control") == true)
        #expect(player.type(" main ") == ["main  cc 3 ch 1  7 bits"])
        #expect(player.type("=undo") == ["undo  cc 3 ch 1  7 bits"])
        #expect(player.type("undo") == ["undo is forgotten; it can be moved again"])
        #expect(player.type("undo") == ["fader.2 is not left out any more"])
        #expect(player.move(sweep("cc 3 ch 1")) == ["fader.2  cc 3 ch 1  7 bits"])
        #expect(player.type("done") == ["over"])
        #expect(player.walk.learned.map(\.control.hasMotor) == [true, false])
    }

    @Test("encoders that send notes and NRPNs; what an NRPN sends without its number belongs to it")
    func otherEncoders() {
        var player = Player()
        let hint = "an encoder: now turn it to the left; if it is a button, press it again"
        #expect(player.move(sweep("note 30 ch 1", [65, 65, 66])) == [hint])
        #expect(player.move(sweep("note 30 ch 1", [63, 63])) == ["this is Box", "encoder.1  note 30 ch 1  encoder, offset"])
        #expect(player.move(["cc 99 ch 1 = 2", "cc 98 ch 1 = 44"] + sweep("cc 6 ch 1", [1, 1, 1])) == [hint])
        #expect(player.move(sweep("cc 6 ch 1", [127, 127])) == ["encoder.2  nrpn 300 ch 1  encoder, twos"])
        #expect(player.move(sweep("cc 6 ch 1", [1, 1, 1])) == [hint])
        #expect(player.move(sweep("cc 6 ch 1", [127, 127])) == ["that is encoder.2 already"])
        #expect(player.move(press("note 30 ch 1")) == ["that is encoder.1 already, but this time it looks like something else: pressed"])
    }

    @Test("a half-learned encoder is dropped by undo and skip, and by turning another control")
    func halfWay() {
        var player = Player()
        let right = sweep("cc 21 ch 1", [1, 1, 1])
        _ = player.move(right)
        #expect(player.type("undo") == ["the encoder is forgotten"])
        _ = player.move(right)
        #expect(player.type("skip") == ["encoder.1 is left out"])
        _ = player.move(right)
        let other = player.move(sweep("cc 22 ch 1", [127, 127]))
        #expect(other.first?.hasPrefix("that is not a control that can be learned: to the right it sends \"cc 21 ch 1\"") == true)
        #expect(!player.walk.isTurningLeft)
    }

    @Test("no message is learned twice: not a control moved again, half of a pair, a data entry, a touch sensor")
    func overlaps() {
        var player = Player()
        _ = player.move([1, 30, 90].flatMap { ["cc 7 ch 1 = \($0)", "cc 39 ch 1 = \($0 / 2)"] })
        #expect(player.move(sweep("cc 39 ch 1")) == ["that is fader.1 already"])
        _ = player.move([5, 60, 120].flatMap { ["cc 99 ch 2 = 2", "cc 98 ch 2 = 44", "cc 6 ch 2 = \($0)"] })
        #expect(player.move(sweep("cc 6 ch 2")) == ["that is fader.2 already"])
        #expect(player.move(sweep("cc 6 ch 3")) == ["fader.3  cc 6 ch 3  7 bits"])
        let touched = ["note 104 ch 1 = 127"] + sweep("pitchbend ch 1", [0, 900, 9000]) + ["note 104 ch 1 = 0"]
        #expect(player.move(press("note 104 ch 1")) == ["button.1  note 104 ch 1  pressed"])
        #expect(
            player.move(touched) == [
                "button.1 was the touch sensor of this fader, and is not a button",
                "fader.4  pitchbend ch 1  14 bits, motor, touch note 104 ch 1",
                "it looks like a controller in a mode called Mackie Control or MCU, which need not be learned: "
                    + "\"faderctl surfaces add mackie-control\" uses it with its profile",
            ])
        #expect(player.move(press("note 104 ch 1")) == ["that is the touch sensor of fader.4"])
        _ = player.move(sweep("cc 50 ch 1", [1, 1, 1]))
        #expect(player.move(sweep("cc 51 ch 1", [1, 1, 1])) == ["encoder.1  cc 50 ch 1  encoder, next-cc"])
        #expect(player.move(sweep("cc 51 ch 1")) == ["that is encoder.1 already, but this time it looks like something else: 7 bits"])
    }

    @Test("what may be something else is doubtful, with the reason, until it is moved again without a doubt")
    func doubts() {
        var player = Player()
        func doubts() -> [String] { player.walk.doubts.map { "\($0.id): \($0.reason)" } }
        _ = player.move(sweep("cc 1 ch 1", [50, 60, 70]))
        #expect(doubts() == ["fader.1: it moved through 21 of 128 values, which is less than half of its travel"])
        #expect(player.walk.table.last == "fader.1  cc 1 ch 1  7 bits, doubtful")
        #expect(player.move(sweep("cc 1 ch 1")) == ["that is fader.1 already"])
        #expect(doubts() == [])
        _ = player.move(["cc 80 ch 1 = 127"])
        #expect(doubts() == ["button.1: it was pressed once, and sent no release"])
        _ = player.move(["cc 80 ch 1 = 127", "cc 80 ch 1 = 0"])
        #expect(doubts() == [])
        _ = player.move([0, 40, 90].flatMap { ["cc 3 ch 1 = \($0)", "cc 9 ch 1 = \($0 / 2)"] } + sweep("cc 3 ch 1"))
        #expect(doubts() == ["fader.2: cc 9 ch 1 moved with it"])
        _ = player.type("undo")
        _ = player.move(["> cc 81 ch 1 = 127", "cc 81 ch 1 = 127", "cc 81 ch 1 = 127", "cc 81 ch 1 = 0"])
        #expect(doubts() == ["button.2: faderd sent the same message meanwhile, so what it sent may be incomplete"])
    }

    @Test("a touch sensor is what is on around the movement, also a controller; a finger that brushes another one does no harm")
    func sensors() {
        var player = Player()
        let around = ["cc 101 ch 1 = 127"] + sweep("cc 1 ch 1") + ["cc 101 ch 1 = 0"]
        #expect(player.move(around).last == "fader.1  cc 1 ch 1  7 bits, motor, touch cc 101 ch 1")
        let brushed = ["note 105 ch 1 = 127"] + sweep("cc 2 ch 1", [0, 20]) + press("note 104 ch 1") + sweep("cc 2 ch 1", [60, 100])
        #expect(player.move(brushed + ["note 105 ch 1 = 0"]).last == "fader.2  cc 2 ch 1  7 bits, motor, touch note 105 ch 1")
        #expect(
            player.move(sweep("cc 4 ch 1", [0, 20]) + press("note 104 ch 1") + sweep("cc 4 ch 1", [60, 100])) == [
                "fader.3  cc 4 ch 1  7 bits"
            ])
        #expect(player.walk.doubts.isEmpty)
        #expect(player.move(press("note 16 ch 1") + press("note 105 ch 1")) == ["button.1  note 16 ch 1  pressed"])
        let two = ["note 9 ch 1 = 127", "note 8 ch 1 = 127"] + sweep("cc 5 ch 1") + ["note 9 ch 1 = 0", "note 8 ch 1 = 0"]
        #expect(player.move(two) == ["fader.4  cc 5 ch 1  7 bits, motor, touch note 8 ch 1"])
        #expect(
            player.walk.doubts.map(\.reason) == [
                "note 8 ch 1 and note 9 ch 1 went on and off with it, and only one can be its touch sensor"
            ])
    }

    @Test("a partly learned control is complete after being moved again")
    func more() {
        var player = Player()
        _ = player.move(sweep("cc 7 ch 1"))
        _ = player.type("main")
        let pair = [1, 30, 90].flatMap { ["cc 7 ch 1 = \($0)", "cc 39 ch 1 = \($0 / 2)"] }
        #expect(player.move(pair) == ["main  cc14 7 ch 1  14 bits"])
        let touched = ["note 104 ch 1 = 127"] + pair + ["note 104 ch 1 = 0"]
        #expect(player.move(touched) == ["main  cc14 7 ch 1  14 bits, motor, touch note 104 ch 1"])
        #expect(player.move(pair) == ["that is main already"])
        #expect(player.walk.learned.count == 1)
    }

    @Test("only one port of one controller at a time; a known one is reported")
    func others() {
        var player = Player(profiles: ["Box": "my-box"])
        #expect(
            player.move(sweep("cc 1 ch 1"), port: 2) == [
                "this is Box port 2", "there is a profile for it, my-box: \"faderctl surfaces add my-box\" uses it",
                "fader.1  cc 1 ch 1  7 bits",
            ])
        #expect(
            player.move(sweep("cc 2 ch 1"), port: 1)
                == ["Box port 1 is ignored: one surface has one port, and this walk is for Box port 2"])
        #expect(player.move(sweep("cc 2 ch 1"), port: 1) == [], "told once")
        #expect(
            player.move(sweep("cc 2 ch 1"), client: "Other")
                == ["Other is ignored: one controller at a time, and this walk is for Box port 2"])
        #expect(player.walk.learned.count == 1)
    }

    @Test("only the chosen controller is learned, without its own feedback and the controls in the config")
    func chosen() {
        var player = Player(.surface("desk"))
        #expect(player.move(sweep("cc 1 ch 1")) == [], "another client")
        #expect(player.move(sweep("cc 1 ch 1", [3, 50, 90]).flatMap { ["> \($0)", $0] }, surface: "desk") == [], "echoes")
        #expect(player.move(sweep("cc 1 ch 1"), surface: "desk") == ["this is desk", "fader.1  cc 1 ch 1  7 bits"])
        var other = Player(.client("Box"))
        #expect(other.move(sweep("cc 1 ch 1"), surface: "desk") == [])
        #expect(other.move(sweep("cc 1 ch 1")).count == 2)
    }

    @Test("unmappable and insufficient messages are explained once")
    func hints() {
        var player = Player()
        #expect(player.move(["start"]).first?.hasPrefix("this button sends \"start\", a command to a recorder, which is not") == true)
        #expect(player.move(["cc 1 ch 1 = 64"]).first?.hasPrefix("only cc 1 ch 1 arrived, which is not enough to tell what it is") == true)
        #expect(player.move(["cc 1 ch 1 = 65"]) == [])
        #expect(player.move(sweep("cc 1 ch 1")).last == "fader.1  cc 1 ch 1  7 bits")
    }
}
