import FaderTesting
import FaderValues
import Testing

@testable import FaderConsole

@Suite("The FaderPort protocol")
struct FaderPortTests {
    @Test("a FaderPort 16 is sent a sign of life every second, an 8 is not")
    func life() {
        ProtocolDesk.check(
            ProtocolDesk.configuration(.faderPort(FaderPortSpec(strips: 16)), ["fader.16": 0, "solo.12": 3]),
            """
            0ms connect desk
            out desk: polypressure 0 ch 1 = 0
            1.2ms out desk: pitchbend ch 16 = 0
            2.4ms out desk: note 88 ch 1 = 0
            1000ms out desk: polypressure 0 ch 1 = 0
            1500ms in desk: note 119 ch 1 = 127
            in desk: pitchbend ch 16 = 16368
            get fine = 16383
            1600ms in desk: note 119 ch 1 = 0
            out desk: pitchbend ch 16 = 16368
            1700ms disconnect desk
            9000ms wait
            """)
        ProtocolDesk.check(
            ProtocolDesk.configuration(.faderPort(FaderPortSpec(strips: 8)), ["fader.1": 0]),
            """
            0ms connect desk
            out desk: pitchbend ch 1 = 0
            9000ms wait
            """)
    }

    @Test("a line of a strip is sent without trailing blanks, the first one with the mode of its display; a byte takes 400 µs")
    func text() {
        var now = MonotonicTime.zero
        let sent = ProtocolDesk.sent(.faderPort(FaderPortSpec(strips: 8))) { device, port in
            func send(_ act: (MonotonicTime) -> SendResult) {
                while case .pausing(let end) = act(now) { now = end }
            }
            send { device.write(Array("Vol      ".utf8).span, at: 0, of: 0, in: Act(now: $0, port: port)) }
            send { device.write(Array("Pan      ".utf8).span, at: 9, of: 0, in: Act(now: $0, port: port)) }
            send { device.write([0x31].span, at: 8 * 9 + 1, of: 0, in: Act(now: $0, port: port)) }
            send { device.showMeter(127, of: 1, in: Act(now: $0, port: port)) }
            send { device.show(MIDIMessage(MessageAddress(.note, number: 8), raw: 127), in: Act(now: $0, port: port)) }
        }
        let texts = [
            "sysex F0 00 01 06 02 13 00 10 F7", "sysex F0 00 01 06 02 12 00 00 00 56 6F 6C F7", "sysex F0 00 01 06 02 13 01 10 F7",
            "sysex F0 00 01 06 02 12 01 00 00 50 61 6E F7", "sysex F0 00 01 06 02 12 00 01 00 20 31 F7",
        ]
        #expect(sent == texts + ["pressure ch 2 = 127", "note 8 ch 1 = 127"])
        let bytes = texts.reduce(0) { $0 + $1.split(separator: " ").count - 1 } + 2
        #expect(now == .zero + MonotonicTime.Interval(nanoseconds: UInt64(bytes) * 400_000))
    }

    @Test("every control has its own id, place and messages", arguments: [8, 16])
    func controls(strips: Int) {
        let all = ProtocolSpec.faderPort(FaderPortSpec(strips: strips)).controls
        #expect(Set(all.map(\.id)).count == all.count)
        #expect(Set(all.map(\.input)).count == all.count)
        #expect(all.allSatisfy { $0.place != nil })
    }
}

@Suite("Devices that have to be switched to a mode")
struct BeginTests {
    @Test("they are sent their messages before anything else; if there is no room, a little later")
    func begin() {
        var configuration = Desks.single()
        configuration.surfaces[0].begin = [
            .message(MIDIMessage(MessageAddress(.note, channel: 1), raw: 100)), .exclusive([0xF0, 0x01, 0xF7]),
        ]
        ProtocolDesk.check(
            configuration,
            """
            0ms port busy
            1ms connect desk
            5ms port sent
            6ms out desk: note 0 ch 2 = 100
            out desk: sysex F0 01 F7
            out desk: cc 1 ch 1 = 0
            20ms disconnect desk
            30ms connect desk
            out desk: note 0 ch 2 = 100
            out desk: sysex F0 01 F7
            out desk: cc 1 ch 1 = 0
            """)
    }
}
