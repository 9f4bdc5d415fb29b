import FaderTesting
import FaderValues
import Testing

@testable import FaderConsole

@Suite("Panels: texts, digits, colors and meters")
struct PanelTests {
    /// Two rows of three cells of four characters, four digits, two colors, two meters.
    static func configuration(
        _ panel: PanelSpec = PanelSpec(
            displays: [DisplaySpec(rows: 2, cells: 3, width: 4)], meters: MeterSpec(strips: 2), timecodeDigits: 2, assignmentDigits: 2,
            coloredStrips: 2)
    ) -> Configuration {
        var surface = Desks.surface("desk", Desks.fader(), Desks.fader(number: 2))
        surface.panel = panel
        return Configuration(parameters: [Desks.level], surfaces: [surface])
    }

    static func console(_ configuration: Configuration) -> Console {
        Console(configuration) { WritingProtocol($0, $1, firstControl: $2) }
    }

    @Test(
        "every script of Tests/Scripts/panels comes out as it is written", arguments: try ScriptTest.all(in: "Scripts/panels", on: "panel"))
    func everyScript(script: ScriptTest) throws {
        var (panel, isConnected) = (PanelSpec(), true)
        for words in script.setting[0].split(separator: ", ").map({ $0.split(separator: " ") }) {
            let numbers = words.dropFirst().compactMap { Int($0) }
            switch words[0] {
            case "display": panel.displays = [DisplaySpec(rows: numbers[0], cells: numbers[1], width: numbers[2])]
            case "meters": panel.meters = MeterSpec(strips: numbers[0], falls: true)
            case "still-meters": panel.meters = MeterSpec(strips: numbers[0], falls: false)
            case "timecode": panel.timecodeDigits = numbers[0]
            case "assignment": panel.assignmentDigits = numbers[0]
            case "colors": panel.coloredStrips = numbers[0]
            case "pacing": panel.pacing = numbers[0]
            case "away": isConnected = false
            default: Issue.record("\(script.place): a panel has no \(words[0])")
            }
        }
        let configuration = Self.configuration(panel)
        let failure = script.failure {
            WritingProtocol.readable(
                Transcript.play($0, on: configuration, isConnected: isConnected, console: Self.console(configuration)))
        }
        if let failure { Issue.record("\(failure)") }
    }

    @Test("a reader that is stuck is tried less and less often, and once more when there is something new")
    func stuckReader() {
        let console = Self.console(Self.configuration(PanelSpec(displays: [DisplaySpec(rows: 1, cells: 3, width: 4)])))
        let port = FakePort(surfaces: 1)
        console.connected(0, port.connected[0], at: .ms(1), port: port)
        port.stuck = 0
        console.show(PanelUpdate(0, .cell(0), Array("Vol ".utf8)), at: .ms(2), port: port)
        while console.nextDeadline < .ms(60_000) { console.advance(to: console.nextDeadline, port: port) }
        #expect(port.tries < 100, "\(port.tries) tries in a minute")
        port.stuck = nil
        _ = port.take()
        console.show(PanelUpdate(0, .cell(0), Array("Pan ".utf8)), at: .ms(60_000), port: port)
        console.advance(to: .ms(60_000), port: port)
        #expect(port.take() == ["0: sysex F0 12 00 50 61 6E 20 F7"])
    }

    @Test("a glide of three seconds: motors on time, the newest value at the link's rate, then the last value, then the label")
    func glide() throws {
        var panel = PanelSpec(displays: [DisplaySpec(rows: 1, cells: 3, width: 4)])
        panel.pacing = 500
        // The text is updated as often as the value changes, as the daemon does.
        let moments = (1...150).map { "\(100 + 20 * $0)ms moment desk 0 \(Self.text(Double($0) * 127 / 150))" }
        let script = ["0ms cell desk 0 Vol_", "100ms glide level 127 3000ms"] + moments + ["6000ms wait"]
        let configuration = Self.configuration(panel)
        let played = WritingProtocol.readable(
            Transcript.play(script.joined(separator: "\n"), on: configuration, console: Self.console(configuration)))
        var (now, motors, texts): (Double, [(time: Double, raw: Int)], [(time: Double, text: Substring)]) = (0, [], [])
        for line in played.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words[0].hasSuffix("ms"), let time = Double(words[0].dropLast(2)) { now = time }
            guard words.contains("out"), let last = words.last else { continue }
            if line.contains("cc 1 ch 1"), let raw = Int(last) { motors.append((now, raw)) }
            if line.contains("text 0") { texts.append((now, last)) }
        }
        #expect(motors.allSatisfy { ($0.time - 100).truncatingRemainder(dividingBy: 20) == 0 }, "no motor waits for a text")
        #expect(motors.map(\.raw) == Array(1...127))
        #expect(motors.last?.time == 3100)
        let gliding = texts.filter { $0.time > 100 && $0.time <= 3100 }
        #expect(gliding.count >= 30, "\(gliding.count)")
        #expect(gliding.count * 12 + motors.count * 6 <= 1500 + 12, "what the link carries in three seconds, and one write")
        for text in gliding {
            let (wanted, shown) = ((text.time - 100) / 3000 * 127, Double(text.text.prefix { $0 != "_" }) ?? -1)
            #expect(wanted - shown < 3, "\(text): the newest value, no queue of old ones")
        }
        #expect(texts.suffix(2).map(\.text) == ["127_", "Vol_"])
        #expect(texts.last?.time == 4100)
    }

    private static func text(_ value: Double) -> String { String("\(Int(value.rounded()))___".prefix(4)) }

    @Test("a reload keeps a panel's contents if its layout is unchanged, and forgets them otherwise")
    func reload() {
        let port = FakePort(surfaces: 1)
        let before = Self.configuration()
        let console = Self.console(before)
        console.connected(0, port.connected[0], at: .zero, port: port)
        console.show(PanelUpdate(0, .cell(0), Array("Vol".utf8)), at: .ms(1), port: port)
        console.show(PanelUpdate(0, .cell(1), Array("Pan".utf8)), at: .ms(1), port: port)
        console.advance(to: .ms(1), port: port)
        _ = port.take()

        let same = Self.console(before)
        same.adopt(console, Continuity(from: before, to: before), at: .ms(2), port: port)
        same.show(PanelUpdate(0, .cell(0), Array("Vol".utf8)), at: .ms(2), port: port)
        same.show(PanelUpdate(0, .cell(1), Array("Mix".utf8)), at: .ms(2), port: port)
        same.advance(to: .ms(2), port: port)
        #expect(port.take() == ["0: sysex F0 12 04 4D 69 78 20 F7"])

        let other = Self.configuration(PanelSpec(displays: [DisplaySpec(rows: 1, cells: 2, width: 4)]))
        let next = Self.console(other)
        next.adopt(same, Continuity(from: before, to: other), at: .ms(3), port: port)
        next.advance(to: .ms(3), port: port)
        #expect(port.take() == [])
        next.show(PanelUpdate(0, .cell(1), Array("Mix".utf8)), at: .ms(4), port: port)
        next.advance(to: .ms(4), port: port)
        #expect(port.take() == ["0: sysex F0 12 04 4D 69 78 20 F7"])
        #expect(next.nextDeadline == .never)
    }

}
