import FaderTesting
import FaderValues
import Testing

@testable import FaderConsole

@Suite("The HUI protocol")
struct HUITests {
    private static let desk = ProtocolDesk.configuration(
        .hui, ["fader.1": 0, "fader.3": 0, "encoder.1": 1, "encoder.9": 2, "mute.1": 3, "play": 3])
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
