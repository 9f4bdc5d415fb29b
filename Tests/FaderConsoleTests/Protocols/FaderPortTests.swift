import FaderTesting
import FaderValues
import Testing

@testable import FaderConsole

@Suite("The FaderPort protocol")
struct FaderPortTests {
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
