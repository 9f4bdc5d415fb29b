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

    private func check(
        _ script: String, _ configuration: Configuration = Self.configuration(), isConnected: Bool = true,
        at location: SourceLocation = #_sourceLocation
    ) {
        let played = Transcript.play(script, on: configuration, isConnected: isConnected, console: Self.console(configuration))
        #expect(WritingProtocol.readable(played) == script, sourceLocation: location)
    }

    @Test("only changed cells are sent, and neighbouring ones in one message")
    func differences() {
        check(
            """
            0ms cell desk 0 ab__
            cell desk 1 cd__
            cell desk 2 ef__
            cell desk 3 gh__
            out desk: text 0 ab__cd__ef__
            out desk: text 12 gh__
            1ms cell desk 0 ab__
            2ms cell desk 0 xy__
            cell desk 1 cd__
            cell desk 2 zz__
            out desk: text 0 xy__
            out desk: text 8 zz__
            3ms wait
            """)
    }

    @Test("a moment lasts a second from its last update; then the cell is as it was, or as it was set meanwhile")
    func moments() {
        check(
            """
            0ms cell desk 0 Vol_
            out desk: text 0 Vol_
            100ms moment desk 0 -6__
            out desk: text 0 -6__
            600ms moment desk 0 -7__
            out desk: text 0 -7__
            1600ms out desk: text 0 Vol_
            2000ms moment desk 0 -8__
            out desk: text 0 -8__
            2500ms cell desk 0 Pan_
            out desk: text 0 Pan_
            4000ms wait
            """)
    }

    @Test("motors are sent before texts, even if there was no room for them at first")
    func motorsFirst() {
        check(
            """
            0ms cell desk 0 Vol_
            set level 100
            out desk: cc 1 ch 1 = 100
            out desk: cc 2 ch 1 = 100
            out desk: text 0 Vol_
            10ms port wouldBlock
            set level 5
            cell desk 0 Pan_
            30ms port sent
            writable
            out desk: cc 1 ch 1 = 5
            out desk: cc 2 ch 1 = 5
            35ms out desk: text 0 Pan_
            60ms wait
            """)
    }

    @Test("without room a text waits; later the newest is sent")
    func noRoom() {
        check(
            """
            0ms port wouldBlock
            cell desk 0 Vol_
            3ms cell desk 0 Pan_
            4ms port sent
            5ms out desk: text 0 Pan_
            20ms wait
            """)
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

    @Test("a paced link is sent a message only when it has transmitted the one before, motors included")
    func pacing() {
        // 4 bytes of text in a frame of 8, at 1,000 bytes a second: one cell at a time, 12 ms each; a motor takes 3 ms.
        var panel = PanelSpec(displays: [DisplaySpec(rows: 1, cells: 3, width: 4)])
        panel.pacing = 1000
        check(
            """
            10ms cell desk 0 aaaa
            cell desk 1 bbbb
            cell desk 2 cccc
            out desk: text 0 aaaa
            12ms set level 9
            out desk: cc 1 ch 1 = 9
            out desk: cc 2 ch 1 = 9
            28ms out desk: text 4 bbbb
            40ms out desk: text 8 cccc
            60ms wait
            """, Self.configuration(panel))
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

    @Test("a cell that changes all the time does not keep the others of a paced link waiting")
    func turns() {
        var panel = PanelSpec(displays: [DisplaySpec(rows: 1, cells: 3, width: 4)])
        panel.pacing = 1000
        check(
            """
            10ms cell desk 0 a1__
            cell desk 2 c1__
            out desk: text 0 a1__
            15ms cell desk 0 a2__
            22ms out desk: text 8 c1__
            25ms cell desk 0 a3__
            34ms out desk: text 0 a3__
            60ms wait
            """, Self.configuration(panel))
    }

    @Test("a reconnected or reset panel is sent everything again, and nothing is sent without a connection")
    func repaint() {
        check(
            """
            0ms cell desk 0 Vol_
            cell desk 8 =04,01
            5ms connect desk
            out desk: cc 1 ch 1 = 0
            out desk: cc 2 ch 1 = 0
            out desk: text 0 Vol_
            out desk: sysex F0 72 04 01 F7
            7ms disconnect desk
            cell desk 0 Pan_
            10ms connect desk
            out desk: cc 1 ch 1 = 0
            out desk: cc 2 ch 1 = 0
            out desk: text 0 Pan_
            out desk: sysex F0 72 04 01 F7
            15ms reset desk
            out desk: cc 1 ch 1 = 0
            out desk: cc 2 ch 1 = 0
            out desk: text 0 Pan_
            out desk: sysex F0 72 04 01 F7
            30ms wait
            """, isConnected: false)
    }

    @Test("each changed digit is sent in its own message, and the others are not sent")
    func digits() {
        check(
            """
            0ms cell desk 6 _1
            out desk: cc 64 ch 1 = 32
            out desk: cc 65 ch 1 = 49
            5ms cell desk 6 =B1,31
            out desk: cc 64 ch 1 = 113
            6ms cell desk 7 __
            moment desk 7 FX
            out desk: cc 66 ch 1 = 6
            out desk: cc 67 ch 1 = 24
            1006ms out desk: cc 66 ch 1 = 32
            out desk: cc 67 ch 1 = 32
            1100ms wait
            """)
    }

    @Test("a meter is sent changes at most every 50 ms, with peaks; the same level is repeated only before the device lets it fall")
    func meters() {
        check(
            """
            1ms meter desk 1 0
            out desk: pressure ch 1 = 0
            5ms meter desk 1 5
            51ms out desk: pressure ch 1 = 5
            70ms meter desk 1 12
            80ms meter desk 1 3
            101ms out desk: pressure ch 1 = 12
            151ms out desk: pressure ch 1 = 3
            200ms meter desk 1 3
            310ms meter desk 1 3
            360ms meter desk 1 3
            out desk: pressure ch 1 = 3
            400ms meter desk 2 4
            out desk: pressure ch 1 = 20
            500ms meter desk 1 0
            out desk: pressure ch 1 = 0
            600ms meter desk 1 0
            5000ms wait
            """)
    }

    @Test("a meter without updates falls, if the device does not let it fall itself")
    func fallingMeters() {
        check(
            """
            0ms meter desk 1 2
            out desk: pressure ch 1 = 2
            300ms out desk: pressure ch 1 = 1
            400ms meter desk 1 2
            out desk: pressure ch 1 = 2
            700ms out desk: pressure ch 1 = 1
            1000ms out desk: pressure ch 1 = 0
            5000ms wait
            """, Self.configuration(PanelSpec(meters: MeterSpec(strips: 1, falls: false))))
    }

    @Test("a cell that is given the same content anew keeps its moment; that content as a moment ends it")
    func sameContent() {
        check(
            """
            0ms cell desk 0 Pan_
            out desk: text 0 Pan_
            100ms moment desk 0 L20_
            out desk: text 0 L20_
            200ms cell desk 0 Pan_
            300ms moment desk 0 Pan_
            out desk: text 0 Pan_
            5000ms wait
            """)
    }

    @Test("a failure of the system is reported once, and the next change is tried again")
    func refusal() {
        check(
            """
            0ms port failed
            cell desk 0 Vol_
            told: failing(surface: 0, 19)
            10ms port sent
            cell desk 0 Pan_
            out desk: text 0 Pan_
            60ms wait
            """)
    }

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

    @Test("updates of elements that a panel does not have are ignored")
    func strangers() {
        check("0ms cell desk 99 x___\nmoment desk -1 x___\nmeter desk 9 5\n10ms wait")
        check("0ms cell desk 0 x___\nmeter desk 1 5\n10ms wait", Self.configuration(PanelSpec()))
    }
}
