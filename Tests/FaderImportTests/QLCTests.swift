import Testing

@testable import FaderImport

@Suite("Input profiles of QLC+")
struct QLCTests {
    private static func file(_ channels: String, _ more: String = "<Type>MIDI</Type>") -> String {
        "<!DOCTYPE InputProfile><InputProfile xmlns=\"http://www.qlcplus.org/InputProfile\"><Manufacturer>Acme</Manufacturer><Model>Box</Model>"
            + more + channels + "</InputProfile>"
    }

    private static func channel(_ number: Int, _ name: String, _ type: String, _ more: String = "") -> String {
        "<Channel Number=\"\(number)\"><Name>\(name)</Name><Type>\(type)</Type>\(more)</Channel>"
    }

    @Test(
        "each number is the message that it stands for",
        arguments: [
            (0, "Slider", "fader.1: {input: \"cc 0 ch {channel}\"}"), (127, "Knob", "knob.1: {input: \"cc 127 ch {channel}\"}"),
            (128, "Button", "button.1: {input: \"note 0 ch {channel}\"}"), (255, "Button", "button.1: {input: \"note 127 ch {channel}\"}"),
            (300, "Button", "button.1: {input: \"polypressure 44 ch {channel}\"}"),
            (387, "Button", "button.1: {input: \"program ch {channel} = 3\"}"),
            (512, "Slider", "fader.1: {input: \"pressure ch {channel}\"}"),
            (513, "Slider", "fader.1: {input: \"pitchbend ch {channel}\"}"), (4096, "Slider", "fader.1: {input: \"cc 0 ch 2\"}"),
            (15 * 4096 + 130, "Button", "button.1: {input: \"note 2 ch 16\"}"), (20, "Encoder", "knob.1: {input: \"cc 20 ch {channel}\"}"),
        ])
    func number(number: Int, type: String, entry: String) throws {
        let profile = try profile(of: Self.file(Self.channel(number, "", type)))
        #expect(controls(profile) == [entry])
        #expect(profile.title == "Acme Box" && profile.name == "acme-box" && profile.omitted == 0)
    }

    @Test("names become ids, each once, and stay as comments; the channel is a setting unless the file has one")
    func names() throws {
        let all = [
            Self.channel(1, "A Fader 1", "Slider"), Self.channel(2, "B Fader 1", "Slider"), Self.channel(3, "Fader 3", "Slider"),
            Self.channel(128, "Mute 2", "Button"), Self.channel(129, "Play", "Button"), Self.channel(130, "Play", "Button"),
            Self.channel(131, "Rec Arm 1", "Button"), Self.channel(132, "1st key", "Button"), Self.channel(133, "Jog Wheel", "Button"),
            Self.channel(134, "Push 0", "Button"), Self.channel(1, "Again", "Slider"),
        ].joined()
        let profile = try profile(of: Self.file(all))
        #expect(
            controls(profile) == [
                "fader.1: {input: \"cc 1 ch {channel}\"}  # A Fader 1 · Again", "fader.2: {input: \"cc 2 ch {channel}\"}  # B Fader 1",
                "fader.3: {input: \"cc 3 ch {channel}\"}", "mute.2: {input: \"note 0 ch {channel}\"}",
                "play: {input: \"note 1 ch {channel}\"}",
                "play.2: {input: \"note 2 ch {channel}\"}", "rec.1: {input: \"note 3 ch {channel}\"}  # Rec Arm 1",
                "button.1: {input: \"note 4 ch {channel}\"}  # 1st key", "button.2: {input: \"note 5 ch {channel}\"}  # Jog Wheel",
                "push-0: {input: \"note 6 ch {channel}\"}",
            ])
        #expect(body(profile).contains("channel: 1") && profile.repeated == 1)
        #expect(profile.assumed.contains { $0.contains("channel 1") })
    }

    @Test("lamps have the values of the file, halved, colors from its table, and a channel of their own")
    func lamps() throws {
        let table =
            "<ColorTable><Color Value=\"0\" Label=\"Off\" RGB=\"#000000\"/><Color Value=\"10\" RGB=\"#FF0000\"/><Color Value=\"x\" RGB=\"#f\"/></ColorTable>"
        let feedback = "<Feedback LowerValue=\"0\" UpperValue=\"42\" MidiChannel=\"6\"/>"
        let buttons =
            Self.channel(128, "Pad 1", "Button", feedback) + Self.channel(129, "Pad 2", "Button", "<Feedback UpperValue=\"255\"/>")
            + Self.channel(130, "Pad 3", "Button", "<Feedback LowerValue=\"4\" UpperValue=\"5\"/>")
            + Self.channel(1, "S", "Slider", feedback)
        let plain = try profile(of: Self.file(buttons))
        #expect(
            controls(plain) == [
                "pad.1: {input: \"note 0 ch {channel}\", motor: \"note 0 ch 7\", lamp: {off: 0, on: 21}}",
                "pad.2: {input: \"note 1 ch {channel}\", motor: true, lamp: {off: 0, on: 127}}", "pad.3: {input: \"note 2 ch {channel}\"}",
                "fader.1: {input: \"cc 1 ch {channel}\"}  # S",
            ])
        #expect(plain.leftOut == ["1 × a lamp that is sent the same for off and on, or no value of MIDI"])
        let colored = try profile(of: Self.file(table + Self.channel(128, "Pad 1", "Button")))
        #expect(body(colored).contains { $0.contains("color-1: {off: 0, on: 5, colors: {") })
        #expect(controls(colored) == ["pad.1: {input: \"note 0 ch {channel}\", motor: true, lamp: color-1}"])
    }

    @Test("what is not for MIDI, or has nothing, is refused with a sentence")
    func refused() throws {
        #expect { try profile(of: Self.file("", "<Type>OSC</Type>")) } throws: { "\($0)" == "is for OSC, not for MIDI" }
        #expect { try profile(of: Self.file("<Channel/><Channel Number=\"600\"/>")) } throws: {
            "\($0)" == "has no control that a profile can have: 1 × a channel without a number from 0 to 65535; "
                + "1 × a channel with a number that is no message"
        }
    }
}
