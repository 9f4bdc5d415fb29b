import FaderAPI
import FaderTesting
import Testing

@testable import FaderCLI

@Suite("Guessing a control from its messages")
struct ControlGuessTests {
    @Test("every script of Tests/Scripts/guesses comes out as it is written", arguments: try ScriptTest.all(in: "Scripts/guesses", on: nil))
    func everyScript(script: ScriptTest) {
        if let failure = script.failure(Self.play) { Issue.record("\(failure)") }
    }

    private static func play(_ script: String) -> String {
        var (guess, now, known) = (ControlGuess(), Duration.zero, String?.none)
        return script.split(separator: "\n").map { line -> String in
            switch line.prefix(while: { $0 != " " }) {
            case "rest":
                now += .seconds(1)
                return "rest > \(outcome(&guess, at: now))"
            case "say": break
            case "again": (guess, now, known) = (ControlGuess(), .zero, nil)
            case "known": known = String(line.dropFirst("known ".count))
            case "pause": now += .milliseconds(300)
            default:
                let isSent = line.hasPrefix("sent ")
                let parts = (isSent ? line.dropFirst("sent ".count) : line).split(separator: " = ")
                for raw in parts.count > 1 ? parts[1].split(separator: ", ").map({ Int($0) }) : [nil] {
                    now += .milliseconds(10)
                    guess.hear(
                        MonitorResource(
                            time: "", surface: "desk", client: nil, direction: isSent ? .sent : .received,
                            message: raw.map { "\(parts[0]) = \($0)" } ?? String(parts[0]), raw: raw, control: known), at: now)
                }
            }
            return String(line)
        }.joined(separator: "\n")
    }

    private static func outcome(_ guess: inout ControlGuess, at now: Duration) -> String {
        switch guess.outcome(at: now) {
        case .waiting: "waiting"
        case .tooLittle(let message): "too little: \(message)"
        case .held(let message): "held: \(message)"
        case .unmappable(let message): "unmappable: \(message)"
        case .turnLeft: "left"
        case .unclear(let why): "unclear: \(why)"
        case .found(let control): control.known.map { "known \($0)" } ?? "\(control.kind) \(control.entry)"
        }
    }

    @Test(
        "how far a fader went short of an end of its message",
        arguments: [
            ([0, 15300], 16383, "it went from 0 to 15300, and its message goes from 0 to 16383"),
            ([0, 16256], 16383, "it went from 0 to 16256"),
            ([0, 16383], 16383, nil), ([40, 16380], 16383, nil), ([0, 100], 127, "it went from 0 to 100"),
            ([3, 127], 127, "it went from 3"),
            ([0, 127], 127, nil),
        ] as [([Int], Int, String?)])
    func reach(values: [Int], maximum: Int, told: String?) {
        let shortcoming = Reach(values, of: maximum)?.shortcoming
        #expect(told.map { shortcoming?.hasPrefix($0) == true } ?? (shortcoming == nil), "\(shortcoming ?? "")")
    }

    @Test("the second movement of a fader of 14 bits counts with the first, and the lower half of its ends is not known")
    func reaches() {
        var reach = Reach(upper: [0, 60, 100])
        #expect(reach?.shortcoming?.contains("to 12927") == true)
        if let more = Reach(upper: [90, 127]) { reach?.add(more) }
        #expect(reach?.shortcoming == nil)
    }

    @Test("a system exclusive message of a transport is named")
    func transport() {
        for (bytes, name) in [
            ("F0 7F 7F 06 01 F7", "MMC stop"), ("F0 7F 00 06 44 06 01 21 00 00 00 00 F7", "MMC locate"),
            ("F0 7F 7F 06 55 F7", "MMC command 85"), ("F0 7F 7F 04 01 00 40 F7", "sysex, 8 bytes"),
        ] {
            #expect(TransportMessage.name("sysex, 8 bytes", bytes: bytes) == name)
        }
    }

    @Test("ids are the next free ones of their kind")
    func ids() {
        let control = LearnedControl(sender: Sender(), input: "cc 1 ch 1")
        #expect(control.id(besides: ["fader.1", "fader.3"]) == "fader.2")
    }

    @Test("a fader that sends what a Mackie Control sends is told to have a profile")
    func mackie() {
        var control = LearnedControl(sender: Sender(client: "Project Mix", port: 2), input: "pitchbend ch 3", touch: "note 106 ch 1")
        #expect(control.mackieAdvice?.contains("surfaces add mackie-control --match 'Project Mix' --port 2\"") == true)
        control.touch = "note 104 ch 1"
        #expect(control.mackieAdvice == nil, "the touch note of another strip")
        control = LearnedControl(sender: Sender(surface: "desk"), input: "pitchbend ch 1", touch: "note 104 ch 1")
        #expect(control.mackieAdvice == nil, "a surface of the config")
    }
}
