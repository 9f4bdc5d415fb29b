import Testing

@testable import FaderImport

@Suite("Mappings of Mixxx")
struct MixxxTests {
    private static func control(_ group: String, _ key: String, _ status: String, _ number: String, _ options: String = "<normal/>")
        -> String
    {
        "<control><group>\(group)</group><key>\(key)</key><status>\(status)</status><midino>\(number)</midino><options>\(options)</options></control>"
    }

    private static func output(_ group: String, _ key: String, _ status: String, _ number: String, _ more: String = "") -> String {
        "<output><group>\(group)</group><key>\(key)</key><status>\(status)</status><midino>\(number)</midino>\(more)</output>"
    }

    private static func file(_ controls: [String], _ outputs: [String] = [], _ root: String = "MixxxControllerPreset") -> String {
        "<\(root)><info><name>Box</name></info><controller id=\"Box MIDI 1\"><controls>\(controls.joined())</controls><outputs>"
            + "\(outputs.joined())</outputs></controller></\(root)>"
    }

    @Test(
        "a key is the role of a control on its deck",
        arguments: [
            (control("[Channel2]", "volume", "0xB0", "0x17"), "fader.2: {input: \"cc 23 ch 1\"}  # volume"),
            (control("[Master]", "crossfader", "0xb1", "7"), "crossfader: {input: \"cc 7 ch 2\"}"),
            (control("[Channel1]", "rate", "0xE3", ""), "pitch-fader.1: {input: \"pitchbend ch 4\"}  # rate"),
            (
                control("[EqualizerRack1_[Channel3]_Effect1]", "parameter3", "0xB0", "0X0A"),
                "high-knob.3: {input: \"cc 10 ch 1\"}  # parameter3"
            ),
            (control("[Channel1]", "hotcue_2_activate", "0x90", "0x01"), "hotcue-2-activate.1: {input: \"note 1 ch 1\"}"),
            (control("[Channel1]", "cue_default", "0x80", "0x01"), "cue.1: {input: \"note 1 ch 1\"}  # cue_default"),
            (control("[Channel1]", "jog", "0xB0", "1", "<SelectKnob/>"), "jog.1: {input: \"cc 1 ch 1\", relative: twos}"),
            (
                control("[Channel1]", "rate", "0xB0", "1", "<rot64/><invert/>"),
                "pitch-fader.1: {input: \"cc 1 ch 1\", relative: offset, invert: true}  # rate"
            ),
            (control("[Master]", "Box.wheel", "0xB0", "1", "<Script-Binding/>"), "cc-1: {input: \"cc 1 ch 1\"}  # Box.wheel"),
            (
                control("[Channel2]", "Box.volumeFader", "0xB0", "9", "<script-binding/>"),
                "fader.2: {input: \"cc 9 ch 1\"}  # Box.volumeFader"
            ),
            (
                control("[Channel2]", "Box.rateSlider", "0xE0", "", "<script-binding/>"),
                "pitch-fader.2: {input: \"pitchbend ch 1\"}  # Box.rateSlider"
            ),
            (
                control("[Master]", "Box.crossFader", "0xB0", "9", "<script-binding/>"),
                "crossfader: {input: \"cc 9 ch 1\"}  # Box.crossFader"
            ),
            (control("[Channel2]", "Box.eqKnob", "0xB0", "9", "<script-binding/>"), "knob.1: {input: \"cc 9 ch 1\"}  # Box.eqKnob"),
            (
                control("[Channel2]", "Box.eqKillButton", "0xB0", "9", "<script-binding/>"),
                "cc-9: {input: \"cc 9 ch 1\"}  # Box.eqKillButton"
            ),
            (control("[Master]", "Box.key", "0x90", "1", "<script-binding/>"), "note-1: {input: \"note 1 ch 1\"}  # Box.key"),
        ])
    func key(text: String, entry: String) throws {
        for root in ["MixxxMIDIPreset", "MixxxControllerPreset"] {
            #expect(try controls(profile(of: Self.file([text], [], root))) == [entry])
        }
    }

    @Test("two halves are one control of 14 bits: those that the file marks, and those of one key 32 apart, which is told")
    func halves() throws {
        let marked = try profile(
            of: Self.file([
                Self.control("[Channel1]", "rate", "0xB0", "0x09", "<fourteen-bit-msb/>"),
                Self.control("[Channel1]", "rate", "0xB0", "0x3F", "<fourteen-bit-lsb/>"),
                Self.control("[Channel2]", "rate", "0xB0", "0x0A", "<fourteen-bit-lsb/>"),
            ]))
        #expect(controls(marked) == ["pitch-fader.1: {input: \"cc14 9/63 ch 1\"}  # rate"])
        #expect(marked.leftOut == ["1 × the lower half of a 14-bit value whose upper half is missing"] && marked.assumed.isEmpty)
        let likely = try profile(
            of: Self.file([
                Self.control("[Channel1]", "volume", "0xB0", "1"), Self.control("[Channel1]", "volume", "0xB0", "33"),
                Self.control("[Channel1]", "volume", "0xB1", "33"), Self.control("[Channel2]", "volume", "0xB0", "2"),
                Self.control("[Channel3]", "volume", "0xB0", "34"),
            ]))
        #expect(
            controls(likely) == [
                "fader.1: {input: \"cc14 1 ch 1\"}  # volume", "fader.4: {input: \"cc 33 ch 2\"}  # volume",
                "fader.2: {input: \"cc 2 ch 1\"}  # volume",
                "fader.3: {input: \"cc 34 ch 1\"}  # volume",
            ])
        #expect(likely.assumed.count == 1)
    }

    @Test("two halves that a script reads are one control of 14 bits, unless its function reads other controllers, too")
    func scriptedHalves() throws {
        let script = "<script-binding/>"
        let halves = try profile(
            of: Self.file([
                Self.control("[Channel1]", "Box.decks.left.volume.inputMSB", "0xB0", "0x13", script),
                Self.control("[Channel1]", "Box.decks.left.volume.inputLSB", "0xB0", "0x33", script),
                Self.control("[Channel2]", "Box.rate", "0xB1", "0x00", script),
                Self.control("[Channel2]", "Box.rate", "0xB1", "0x20", script),
                Self.control("[Channel1]", "Box.x", "0xB0", "0x01", script), Self.control("[Channel1]", "Box.xLSB", "0xB0", "0x21", script),
            ]))
        #expect(
            controls(halves) == [
                "fader.1: {input: \"cc14 19 ch 1\"}  # Box.decks.left.volume.inputMSB", "cc14-0.2: {input: \"cc14 0 ch 2\"}  # Box.rate",
                "cc14-1.1: {input: \"cc14 1 ch 1\"}  # Box.x",
            ])
        #expect(halves.assumed.contains { $0.contains("14 bits (3 of them)") })
        let others = try profile(
            of: Self.file([
                // One function for all, other names, another deck, a wheel.
                Self.control("[Master]", "Box.any", "0xB0", "1", script), Self.control("[Master]", "Box.any", "0xB0", "33", script),
                Self.control("[Master]", "Box.any", "0xB0", "34", script), Self.control("[Master]", "Box.high", "0xB0", "3", script),
                Self.control("[Master]", "Box.mid", "0xB0", "35", script), Self.control("[Channel1]", "Box.a", "0xB0", "4", script),
                Self.control("[Channel2]", "Box.a", "0xB0", "36", script), Self.control("[Master]", "Box.jog", "0xB0", "5", script),
                Self.control("[Master]", "Box.jog", "0xB0", "37", script),
            ]))
        #expect(controls(others).count == 9 && !others.text.contains("cc14"))
    }

    @Test("an output is the lamp of the button with its message, else of the one with its key; note on and note off are one")
    func lamps() throws {
        let profile = try profile(
            of: Self.file(
                [
                    Self.control("[Channel1]", "play", "0x90", "1"), Self.control("[Channel1]", "play", "0x80", "1"),
                    Self.control("[Channel2]", "play", "0x90", "2"), Self.control("[Channel1]", "volume", "0xB0", "1"),
                    Self.control("[Channel1]", "pfl", "0x90", "4"),
                ],
                [
                    Self.output("[Channel1]", "other", "0x90", "1"),
                    Self.output("[Channel1]", "play", "0x90", "1", "<on>0x20</on><off>2</off>"),
                    Self.output("[Channel2]", "play", "0x92", "7"), Self.output("[Channel1]", "VuMeter", "0xB0", "9"),
                    Self.output("[Channel1]", "pfl", "0x90", "4", "<on>0</on>"),
                ]))
        #expect(
            controls(profile) == [
                "play.1: {input: \"note 1 ch 1\", motor: true, lamp: {off: 2, on: 32}}",
                "play.2: {input: \"note 2 ch 1\", motor: \"note 7 ch 3\", lamp: {off: 0, on: 127}}",
                "fader.1: {input: \"cc 1 ch 1\"}  # volume",
                "pfl.1: {input: \"note 4 ch 1\"}",
            ])
        #expect(profile.repeated == 1 && profile.omitted == 3 && profile.client == "Box MIDI 1")
        #expect(profile.text.contains("# match: \"Box MIDI 1\""))
    }

    private static func unknown(of control: String) throws -> [String] { try profile(of: file([control])).unknown }

    @Test("what cannot be read is counted, and names by message have the channel where there are several")
    func wrong() throws {
        let script = "<script-binding/>"
        let profile = try profile(
            of: Self.file([
                Self.control("", "a", "0x90", "1", script), Self.control("", "a", "0x91", "1", script), Self.control("", "a", "0xF0", "1"),
                Self.control("", "a", "0x90", "300"), Self.control("", "a", "", "1"), Self.control("", "a", "0x90", ""),
            ]))
        #expect(controls(profile) == ["note-1.1: {input: \"note 1 ch 1\"}  # a", "note-1.2: {input: \"note 1 ch 2\"}  # a"])
        #expect(profile.omitted == 4 && profile.unknown.count == 1)
        let moved = try Self.unknown(of: Self.control("", "a", "0xB0", "1", script))
        #expect(moved.count == 2 && moved[1].contains("call a fader fader.N"))
    }
}
