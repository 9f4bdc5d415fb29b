import Testing

@testable import FaderImport

@Suite("Maps and devices of Ardour")
struct ArdourTests {
    private static func map(_ bindings: [String], _ info: String = "") -> String {
        "<ArdourMIDIBindings version=\"1\" name=\"Box\" manufacturer=\"Acme\">" + info
            + bindings.map { "<Binding \($0)/>" }.joined() + "</ArdourMIDIBindings>"
    }

    @Test(
        "a binding is a control with the role of what it does",
        arguments: [
            (#"channel="1" ctl="7" uri="/route/gain B3""#, #"fader.3: {input: "cc 7 ch 1"}  # /route/gain B3"#),
            (#"channel="0" ctl="7" uri="/route/gain 2""#, #"fader.2: {input: "cc 7 ch 1"}  # /route/gain 2"#),
            (#"channel="2" ctl="7" uri="/bus/gain master""#, #"master-fader: {input: "cc 7 ch 2"}  # /bus/gain master"#),
            (#"channel="1" note="9" uri="/route/mute B1""#, #"mute.1: {input: "note 9 ch 1"}  # /route/mute B1"#),
            (#"channel="1" ctl="9" uri="/route/recenable B1""#, #"rec.1: {input: "cc 9 ch 1"}  # /route/recenable B1"#),
            (#"channel="1" ctl="9" uri="/route/solo S1""#, #"selected-solo: {input: "cc 9 ch 1"}  # /route/solo S1"#),
            (
                #"channel="1" enc-2="9" uri="/route/pandirection B8""#,
                #"encoder.8: {input: "cc 9 ch 1", relative: twos}  # /route/pandirection B8"#
            ),
            (#"channel="1" enc-r="9" uri="/x""#, #"encoder.1: {input: "cc 9 ch 1", relative: inverted-sign-magnitude}  # /x"#),
            (#"channel="1" enc-l="9" uri="/x""#, #"encoder.1: {input: "cc 9 ch 1", relative: sign-magnitude}  # /x"#),
            (#"channel="1" enc-b="9" uri="/x""#, #"encoder.1: {input: "cc 9 ch 1", relative: offset}  # /x"#),
            (#"channel="9" pb="0" uri="/route/gain B9""#, #"fader.9: {input: "pitchbend ch 9"}  # /route/gain B9"#),
            (#"channel="1" pgm="5" function="transport-stop""#, #"stop: {input: "program ch 1 = 5"}  # transport-stop"#),
            (#"channel="1" nrpn="130" uri="/route/gain B1""#, #"fader.1: {input: "nrpn 130 ch 1"}  # /route/gain B1"#),
            (#"channel="1" ctl="1" action="Editor/zoom-to-session""#, #"zoom-to-session: {input: "cc 1 ch 1"}  # Editor/zoom-to-session"#),
            (#"channel="1" note="1" uri="/route/gain B1""#, #"button.1: {input: "note 1 ch 1"}  # /route/gain B1"#),
            (#"channel="1" ctl="3" uri="/route/send/gain B1 1""#, #"cc-3: {input: "cc 3 ch 1"}  # /route/send/gain B1 1"#),
            (#"channel="1" ctl-dial="3" uri="/x""#, #"knob.1: {input: "cc 3 ch 1"}  # /x"#),
            (#"msg="B1 3c 7f" function="transport-roll""#, #"play: {input: "cc 60 ch 2"}  # transport-roll"#),
        ])
    func binding(text: String, entry: String) throws {
        #expect(try controls(profile(of: Self.map([text]))) == [entry])
    }

    @Test("several values of one controller are buttons of their own; motors are those of faders")
    func values() throws {
        let bytes = ["B0 1e 01", "B0 1e 03", "B0 1e 00", "F0 7F 7F 06 01 F7"].map { "msg=\"\($0)\" action=\"a/b\"" }
        let profile = try profile(
            of: Self.map(
                bytes + ["channel=\"1\" ctl=\"1\" uri=\"/route/gain B1\"", "channel=\"1\" ctl=\"2\" uri=\"/route/mute B1\""],
                "<DeviceInfo bank-size=\"8\" motorised=\"yes\"/>"))
        #expect(
            controls(profile) == [
                "b: {input: \"cc 30 ch 1 = 1\"}  # a/b", "b.2: {input: \"cc 30 ch 1 = 3\"}  # a/b",
                "fader.1: {input: \"cc 1 ch 1\", motor: true}  # /route/gain B1", "mute.1: {input: \"cc 2 ch 1\"}  # /route/mute B1",
            ])
        #expect(
            profile.leftOut == [
                "1 × a release of a button that is known by its value", "1 × a system exclusive message, which no control can send here",
            ])
    }

    @Test("what cannot be a control is left out and counted; two controls never have one message, nor a part of it")
    func leftOut() throws {
        let bad = [
            #"channel="17" ctl="1" uri="/x""#, #"channel="1" ctl="" uri="/x""#, #"channel="1" ctl="128" uri="/x""#, #"ctl="1" uri="/x""#,
            #"channel="1" uri="/x""#, #"channel="1" nrpn-delta="1" uri="/x""#, #"msg="zz" uri="/x""#, #"msg="FA 00" uri="/x""#,
        ]
        let good = [#"channel="1" nrpn="1" uri="/x""#, #"channel="1" ctl="6" uri="/y""#, #"channel="1" nrpn="1" uri="/z""#]
        let profile = try profile(of: Self.map(bad + good))
        #expect(controls(profile) == ["nrpn.1: {input: \"nrpn 1 ch 1\"}  # /x · /z"])
        #expect(profile.omitted == bad.count + 1 && profile.repeated == 1)
    }

    private static func device(_ elements: [String: String]) -> String {
        "<MackieProtocolDevice><Name value=\"Box\"/>"
            + elements.sorted { $0.key < $1.key }.map { "<\($0.key) value=\"\($0.value)\"/>" }.joined()
            + "</MackieProtocolDevice>"
    }

    @Test(
        "a device is a protocol without what the file excludes",
        arguments: [
            ([:], ["protocol: {name: mackie}"]),
            (["NoHandShake": "yes", "TouchSenseFaders": "no"], ["protocol: {name: mackie, handshake: false, touch: false}"]),
            (["DeviceType": "MCXT"], ["protocol: {name: mackie-xt}"]), (["DeviceType": "LC"], ["protocol: {name: mackie, device: 16}"]),
            (["DeviceType": "LCXT"], ["protocol: {name: mackie-xt, device: 17}"]),
            (["DeviceType": "HUI", "NoHandShake": "yes"], ["protocol: {name: hui}"]),
            (
                ["IsXTouch": "yes", "JogWheel": "no", "MasterFader": "no"],
                ["protocol: {name: mackie, colors: x-touch, without: [fader.9, jog]}"]
            ),
            (
                ["GlobalControls": "no", "MasterFader": "no", "HasMeters": "no"],
                ["protocol: {name: mackie-xt, device: 20}", "meters: false"]
            ),
            (["TimecodeDisplay": "0", "TwoCharacterDisplay": "0"], ["protocol: {name: mackie}", "digits: false"]),
            (["TimecodeDisplay": "no"], ["protocol: {name: mackie}", "digits: {timecode: 0, assignment: 2}"]),
        ])
    func device(elements: [String: String], lines: [String]) throws {
        let profile = try profile(of: Self.device(elements))
        #expect(body(profile).dropFirst(2) == lines[...])
        #expect(profile.speaks != nil && profile.controls == 0)
    }

    @Test("strips and keys that are missing are named, for each protocol and number of strips", arguments: 1...8, ["MCU", "MCXT", "HUI"])
    func strips(count: Int, type: String) throws {
        for keys in ["yes", "no"] {
            let file = Self.device(["Strips": "\(count)", "DeviceType": type, "GlobalControls": keys])
            let text = try profile(of: file).text
            #expect(text.contains("fader.8") == (count < 8) && text.contains("assign-*") == (keys == "no" && type == "MCU"))
        }
    }

    @Test("other types, and what is a profile of keys, are refused with a sentence")
    func refused() {
        #expect { try profile(of: Self.device(["DeviceType": "X"])) } throws: { "\($0)".hasPrefix("is for the type X;") }
        #expect { try profile(of: "<MackieDeviceProfile/>") } throws: { "\($0)".contains("the device itself is in the .device file") }
        #expect { try profile(of: "<rack\u{202E}/>") } throws: { "\($0)".contains("what can be read is") || "\($0)".contains("is not XML") }
    }
}
