import FaderTesting
import FaderValues
import Testing

@testable import FaderConsole

@Suite("The HUI protocol")
struct HUITests {
    private static let desk = ProtocolDesk.configuration(
        .hui, ["fader.1": 0, "fader.3": 0, "encoder.1": 1, "encoder.9": 2, "mute.1": 3, "play": 3])
    /// The surface has been asked and has answered.
    private static let begun = """
        0ms connect desk
        out desk: note 0 ch 1 = 0
        1ms in desk: note 0 ch 1 = 127
        out desk: cc14 0 ch 1 = 0
        out desk: cc14 2 ch 1 = 0
        out desk: cc 16 ch 1 = 23
        out desk: cc 12 ch 1 = 0
        out desk: cc 44 ch 1 = 2
        out desk: cc 12 ch 1 = 14
        out desk: cc 44 ch 1 = 4
        out desk: cc 24 ch 1 = 34
        """

    private func check(_ script: String, at location: SourceLocation = #_sourceLocation) {
        ProtocolDesk.check(Self.desk, Self.begun + "\n" + script, at: location)
    }

    @Test("it is asked every second, and sent nothing until it has answered")
    func unanswered() {
        ProtocolDesk.check(
            Self.desk,
            """
            0ms connect desk
            out desk: note 0 ch 1 = 0
            500ms set fine 100
            1000ms out desk: note 0 ch 1 = 0
            2000ms out desk: note 0 ch 1 = 0
            2500ms disconnect desk
            9000ms wait
            """)
    }

    @Test("a control that a profile adds outside the protocol's channels is received and sent as plain messages")
    func added() {
        var configuration = Self.desk
        let note = MessageAddress(.note, number: 60)
        configuration.surfaces[0].controls.append(ControlSpec(id: "extra", input: note, motor: note, parameter: 3, action: .toggle))
        ProtocolDesk.check(
            configuration,
            """
            0ms connect desk
            out desk: note 0 ch 1 = 0
            1ms in desk: note 0 ch 1 = 127
            out desk: cc14 0 ch 1 = 0
            out desk: cc14 2 ch 1 = 0
            out desk: cc 16 ch 1 = 23
            out desk: cc 12 ch 1 = 0
            out desk: cc 44 ch 1 = 2
            out desk: cc 12 ch 1 = 14
            out desk: cc 44 ch 1 = 4
            out desk: cc 24 ch 1 = 34
            out desk: note 60 ch 1 = 0
            900ms in desk: note 60 ch 1 = 127
            out desk: cc 12 ch 1 = 0
            out desk: cc 44 ch 1 = 66
            out desk: cc 12 ch 1 = 14
            out desk: cc 44 ch 1 = 68
            out desk: note 60 ch 1 = 127
            get mute = 1
            """)
    }

    @Test("a change in whether it answers is reported")
    func readiness() {
        let (console, port) = (Console(Self.desk), FakePort(surfaces: 1))
        func wait(until time: MonotonicTime) {
            while console.nextDeadline <= time { console.advance(to: console.nextDeadline, port: port) }
        }
        let ping = MIDIMessage(MessageAddress(.note), raw: 127)
        #expect(console.reportedConnections(of: 0).isAnswering, "one that is not there does not have to")
        console.connected(0, Connections(inputs: 1, outputs: 1), at: .zero, port: port)
        #expect(!console.reportedConnections(of: 0).isAnswering)
        console.handle(ping, from: 0, at: .ms(1), port: port)
        #expect(console.reportedConnections(of: 0).isAnswering)
        #expect(console.hasReadinessNews)
        #expect(console.popReadinessNews())
        #expect(!console.popReadinessNews())
        wait(until: .ms(3000))
        #expect(!console.reportedConnections(of: 0).isAnswering)
        #expect(console.popReadinessNews())
        console.connected(0, Connections(), at: .ms(3001), port: port)
        #expect(console.reportedConnections(of: 0) == Connections())
    }

    @Test("when it stops answering it is gone, with the hands on it; when it answers again it is sent everything")
    func silence() {
        check(
            """
            500ms in desk: cc 15 ch 1 = 0
            in desk: cc 47 ch 1 = 64
            set fine 8192
            out desk: cc14 2 ch 1 = 8192
            1000ms out desk: note 0 ch 1 = 0
            2000ms out desk: note 0 ch 1 = 0
            3000ms out desk: note 0 ch 1 = 0
            3500ms set mute 1
            4000ms out desk: note 0 ch 1 = 0
            4001ms in desk: note 0 ch 1 = 127
            out desk: cc14 0 ch 1 = 8192
            out desk: cc14 2 ch 1 = 8192
            out desk: cc 16 ch 1 = 23
            out desk: cc 12 ch 1 = 0
            out desk: cc 44 ch 1 = 66
            out desk: cc 12 ch 1 = 14
            out desk: cc 44 ch 1 = 68
            out desk: cc 24 ch 1 = 34
            5000ms out desk: note 0 ch 1 = 0
            """)
    }

    @Test("as long as it sends anything, it is there, even if answers to the question are lost")
    func lostAnswers() {
        ProtocolDesk.check(
            ProtocolDesk.configuration(.hui, ["fader.1": 0]),
            """
            0ms connect desk
            out desk: note 0 ch 1 = 0
            1ms in desk: note 0 ch 1 = 127
            out desk: cc14 0 ch 1 = 0
            1000ms out desk: note 0 ch 1 = 0
            1900ms in desk: cc 0 ch 1 = 51
            1910ms out desk: cc14 0 ch 1 = 6528
            2000ms out desk: note 0 ch 1 = 0
            2060ms out desk: cc14 0 ch 1 = 6528
            2900ms in desk: cc 0 ch 1 = 52
            2910ms out desk: cc14 0 ch 1 = 6656
            3000ms out desk: note 0 ch 1 = 0
            3060ms out desk: cc14 0 ch 1 = 6656
            3950ms wait
            """)
    }

    @Test("a text that found no room, and is over before there is any, does not come with the next text of its zone")
    func lateZone() {
        var configuration = ProtocolDesk.configuration(.hui, [:])
        configuration.surfaces[0].panel = configuration.surfaces[0].speaks.panel
        let played = Transcript.play(
            """
            0ms in desk: note 0 ch 1 = 127
            10ms cell desk 9 Drums
            100ms port busy
            110ms moment desk 9 -6.0_
            1200ms in desk: note 0 ch 1 = 127
            1300ms port sent
            1400ms cell desk 10 Bass_
            1900ms wait
            """, on: configuration)
        let last = played.split(separator: "\n").last { $0.contains("66 05 00 12 00") }
        #expect(last?.contains("44 72 75 6D 73") == true, "\(played)")
    }

    @Test("a reset says that it was switched on or off: it is asked at once, and sent everything when it answers; a flood asks once")
    func reset() {
        check(
            """
            100ms in desk: reset
            out desk: note 0 ch 1 = 0
            in desk: reset
            200ms set fine 100
            300ms in desk: note 0 ch 1 = 127
            out desk: cc14 0 ch 1 = 100
            out desk: cc14 2 ch 1 = 100
            out desk: cc 16 ch 1 = 23
            out desk: cc 12 ch 1 = 0
            out desk: cc 44 ch 1 = 2
            out desk: cc 12 ch 1 = 14
            out desk: cc 44 ch 1 = 4
            out desk: cc 24 ch 1 = 34
            """)
    }

    @Test("a switch is a zone and then a port; a port alone, an unknown zone and other states do nothing")
    func switches() {
        check(
            """
            10ms in desk: cc 15 ch 1 = 0
            in desk: cc 47 ch 1 = 66
            out desk: cc 12 ch 1 = 14
            out desk: cc 44 ch 1 = 68
            out desk: cc 12 ch 1 = 0
            out desk: cc 44 ch 1 = 66
            get mute = 1
            in desk: cc 47 ch 1 = 66
            get mute = 1
            in desk: cc 15 ch 1 = 0
            in desk: cc 47 ch 1 = 2
            in desk: cc 15 ch 1 = 14
            in desk: cc 47 ch 1 = 84
            in desk: cc 15 ch 1 = 99
            in desk: cc 47 ch 1 = 68
            get mute = 1
            300ms in desk: cc 15 ch 1 = 14
            in desk: cc 47 ch 1 = 68
            out desk: cc 12 ch 1 = 0
            out desk: cc 44 ch 1 = 2
            out desk: cc 12 ch 1 = 14
            out desk: cc 44 ch 1 = 4
            get mute = 0
            """)
    }

    @Test("a fader sends two halves, is answered at once, and is sent the true position on release")
    func fader() {
        check(
            """
            10ms in desk: cc 15 ch 1 = 2
            in desk: cc 47 ch 1 = 64
            in desk: cc 2 ch 1 = 64
            in desk: cc 34 ch 1 = 0
            out desk: cc14 0 ch 1 = 8192
            out desk: cc14 2 ch 1 = 8192
            set fine 100
            out desk: cc14 0 ch 1 = 100
            20ms in desk: cc 15 ch 1 = 2
            in desk: cc 47 ch 1 = 0
            out desk: cc14 2 ch 1 = 100
            """)
    }

    @Test("encoders: 65 is up and 1 down")
    func encoders() {
        check(
            """
            500ms in desk: cc 64 ch 1 = 65
            get pan = 11
            900ms in desk: cc 64 ch 1 = 1
            get pan = 10
            in desk: cc 72 ch 1 = 1
            get send = 19
            """)
    }

    @Test("displays are sent in whole zones, with their other contents")
    func displays() {
        let sent = ProtocolDesk.sent(.hui) { device, port in
            _ = device.write([0x31, 0x32, 0x33, 0x34].span, at: 32, of: 0, in: Act(now: .zero, port: port))
            _ = device.write([0x41, 0x42].span, at: 3, of: 0, in: Act(now: .zero, port: port))
            _ = device.write([0x41, 0x42].span, at: 19, of: 1, in: Act(now: .zero, port: port))
            _ = device.write([0x43].span, at: 18, of: 1, in: Act(now: .zero, port: port))
            _ = device.write([0x43].span, at: 80, of: 1, in: Act(now: .zero, port: port))
        }
        let blank = [String](repeating: "20", count: 8).joined(separator: " ")
        #expect(
            sent == [
                "sysex F0 00 00 66 05 00 10 08 31 32 33 34 F7", "sysex F0 00 00 66 05 00 10 00 20 20 20 41 F7",
                "sysex F0 00 00 66 05 00 10 01 42 20 20 20 F7", "sysex F0 00 00 66 05 00 12 01 \(blank) 20 41 F7",
                "sysex F0 00 00 66 05 00 12 02 42 \(blank) 20 F7", "sysex F0 00 00 66 05 00 12 01 \(blank) 43 41 F7",
            ])
    }

    @Test("digits are sent from the right; meters have two sides")
    func digitsAndMeters() {
        let sent = ProtocolDesk.sent(.hui) { device, port in
            _ = device.showDigit(0x39, at: 7, in: Act(now: .zero, port: port))
            _ = device.showDigit(0xC1, at: 6, in: Act(now: .zero, port: port))
            _ = device.showMeter(0, of: 2, in: Act(now: .zero, port: port))
            _ = device.showMeter(13, of: 11, in: Act(now: .zero, port: port))
        }
        #expect(
            sent == [
                "sysex F0 00 00 66 05 00 11 09 F7", "sysex F0 00 00 66 05 00 11 09 1A F7", "polypressure 2 ch 1 = 0",
                "polypressure 3 ch 1 = 28",
            ])
    }

    @Test("every control has its own id, place and messages")
    func controls() {
        let all = ProtocolSpec.hui.controls
        #expect(Set(all.map(\.id)).count == all.count)
        #expect(Set(all.map(\.input)).count == all.count)
        #expect(all.allSatisfy { $0.place != nil })
        #expect(all.first { $0.id == "play" }?.input == HUIControls.address(zone: 0x0E, port: 4))
        #expect(all.first { $0.id == "fader.3" }?.touch == HUIControls.address(zone: 2, port: 0))
        #expect(all.first { $0.id == "relay.1" }?.input == HUIControls.address(zone: 0x1D, port: 0))
    }

    @Test("zone 08 has the keys of the device's documents")
    func modifiers() {
        let keys = (UInt8(0)..<8).compactMap { port in HUIControls.all.first { $0.input == HUIControls.address(zone: 8, port: port) }?.id }
        #expect(keys == ["control", "shift", "edit-mode", "undo", "alt", "option", "edit-tool", "save"])
    }
}
