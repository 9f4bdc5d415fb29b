import FaderConfig
import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("What a surface shows besides its controls")
struct PanelTests {
    /// The profile of a device that has everything.
    private static let mackie = [
        "/usr/share/profiles/box.yaml":
            "version: 1\nname: Box\nprotocol: {name: mackie, colors: x-touch, without: [\"*\"]}\ncontrols: {fader.1: {input: cc 1 ch 1}}\n"
    ]

    /// A config with one surface, which has everything.
    private func desk(_ lines: String) -> String {
        """
        version: 1
        parameters: {level: {unit: dB, color: Orange}, time: {kind: text}, spread: {kind: range}}
        surfaces:
          desk:
            match: X
            profile: box
            controls: {fader.1: {input: cc 1 ch 1}}

        """ + lines.split(separator: "\n").map { "    \($0)\n" }.joined()
    }

    @Test("displays, meters, digits, colors and pacing are read, with their contents")
    func read() throws {
        let read = try configuration(
            desk(
                """
                displays: [{rows: 2, cells: 8, width: 7, gap: 1}, {rows: 1, cells: 1, width: 4, strip: 9, characters: capitals}]
                meters: {strips: 9, levels: 12, falls: false}
                digits: {timecode: 10, assignment: 2}
                colors: 8
                pacing: 3125
                display: {timecode: time}
                map: {fader.1: level, meter.9: level}
                """), profiles: Self.mackie)
        let panel = read.surfaces[0].panel
        #expect(
            panel.displays == [
                DisplaySpec(rows: 2, cells: 8, width: 7, gap: 1),
                DisplaySpec(rows: 1, cells: 1, width: 4, characters: .capitals, firstStrip: 8),
            ])
        #expect(panel.meters == MeterSpec(strips: 9, highest: 12, falls: false))
        #expect((panel.timecodeDigits, panel.assignmentDigits, panel.coloredStrips) == (10, 2, 8))
        #expect(panel.pacing == 3125 && panel.metered == [8: 0] && panel.timecode == 1)
        #expect(panel.timecodeCell == 17 && panel.assignmentCell == 18 && panel.colorCell == 19)
        #expect(read.parameters[0].color?.text == "#ffa500")
    }

    @Test("a profile says what a device has, and a surface may say otherwise")
    func profile() throws {
        let profile = """
            version: 1
            name: Box
            match: Box
            protocol: mackie
            displays: {rows: 2, cells: 2, width: 6}
            meters: {strips: 2}
            pacing: 3125
            controls: {fader.1: {input: cc 1 ch 1}}

            """
        let read = try configuration(
            "version: 1\nparameters: {a: {}}\nsurfaces:\n  one: {profile: box, map: {meter.2: a}}\n  two: {profile: box, meters: false, pacing: 10000}\n",
            profiles: ["/usr/share/profiles/box.yaml": profile])
        #expect(read.surfaces[0].panel.displays == [DisplaySpec(rows: 2, cells: 2, width: 6)])
        #expect(read.surfaces[0].panel.metered == [1: 0] && read.surfaces[0].panel.pacing == 3125)
        #expect(read.surfaces[1].panel.meters == nil && read.surfaces[1].panel.pacing == 10000)
        #expect(read.surfaces[1].panel.displays.count == 1)
    }

    @Test("a protocol provides displays, meters and digits, and a profile removes those that a device does not have")
    func protocols() throws {
        let head = "version: 1\nname: Box\nmatch: Box\nprotocol: mackie\n"
        let text = "version: 1\nparameters: {a: {}}\nsurfaces: {desk: {profile: box}}\n"
        let whole = try configuration(text, profiles: ["/usr/share/profiles/box.yaml": head]).surfaces[0].panel
        #expect(whole.displays == [DisplaySpec(rows: 2, cells: 8, width: 7, gap: 1, characters: .hd44780)])
        #expect((whole.meters?.strips, whole.timecodeDigits, whole.assignmentDigits, whole.coloredStrips) == (8, 10, 2, 0))
        let none = head + "displays: []\nmeters: false\ndigits: false\n"
        #expect(try configuration(text, profiles: ["/usr/share/profiles/box.yaml": none]).surfaces[0].panel.isEmpty)
    }

    @Test("a device without a protocol has displays, colors and meters with messages of their own; without, they have no effect")
    func templates() throws {
        func plain(_ keys: String) -> String {
            "version: 1\nparameters: {a: {}}\nsurfaces: {s: {match: X, controls: {fader.1: {input: cc 1 ch 1}}, \(keys)}}\n"
        }
        let read = try configuration(
            plain(
                "displays: {rows: 1, cells: 8, width: 7, text: \"F0 01 {strip} {color} {text} F7\"}, colors: 8, "
                    + "digits: {timecode: 3, message: \"F0 01 {timecode} {dots} F7\"}, "
                    + "meters: {strips: 2, levels: 100, messages: [cc 90 ch 1, pressure ch 2 = 16]}"))
        let panel = read.surfaces[0].panel
        #expect(panel.displays[0].template?.pieces.count == 6 && panel.coloredStrips == 8)
        #expect(panel.meters?.messages.map(\.base) == [0, 16])
        #expect(panel.timecodeDigits == 3 && panel.digitMessage?.pieces == [.byte(0xF0), .byte(0x01), .timecode, .dots, .byte(0xF7)])
        for word in ["80", "F7", "F0", "1", "+F", "{text:0}", "{text.0}", "{strip+128}", "{strip+-1}", "{}"] {
            #expect(throws: PanelTemplate.UnknownWord.self) { () throws in try PanelTemplate(parsing: "F0 \(word) {text} F7") }
        }
    }
}
