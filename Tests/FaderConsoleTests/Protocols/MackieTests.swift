import FaderTesting
import FaderValues
import Testing

@testable import FaderConsole

@Suite("The Mackie Control protocol")
struct MackieTests {
    private static let spec = MackieSpec(device: 0x14, greets: false, hasColors: true)
    @Test("a text is written to the display from its cell; no byte of it can end the message")
    func text() {
        let sent = ProtocolDesk.sent(.mackie(Self.spec)) { device, port in
            #expect(device.write([0x48, 0x65, 0x6C, 0x6C, 0x6F].span, at: 0, of: 0, in: Act(now: .zero, port: port)) == .sent)
            _ = device.write([0x41, 0xF7, 0xE4].span, at: 56, of: 0, in: Act(now: .zero, port: port))
            // Beyond the display, and on a display that does not exist.
            _ = device.write([0x41, 0x42].span, at: 111, of: 0, in: Act(now: .zero, port: port))
            _ = device.write([0x41].span, at: 0, of: 1, in: Act(now: .zero, port: port))
            _ = device.write([UInt8](repeating: 0x20, count: 56).span, at: 56, of: 0, in: Act(now: .zero, port: port))
        }
        let blanks = [String](repeating: "20", count: 56).joined(separator: " ")
        #expect(
            sent == [
                "sysex F0 00 00 66 14 12 00 48 65 6C 6C 6F F7", "sysex F0 00 00 66 14 12 38 41 5F 5F F7",
                "sysex F0 00 00 66 14 12 38 \(blanks) F7",
            ])
    }

    @Test("a meter is switched on when first shown, without overload; overload is sent before the level, and cleared after it has fallen")
    func meters() {
        let sent = ProtocolDesk.sent(.mackie(Self.spec)) { device, port in
            for level in [3, 13, 12, 11, 0] as [UInt8] { #expect(device.showMeter(level, of: 2, in: Act(now: .zero, port: port)) == .sent) }
            _ = device.showMeter(5, of: 8, in: Act(now: .zero, port: port))
        }
        let levels = [0x2F, 0x23, 0x2E, 0x2D, 0x2C, 0x2F, 0x2B, 0x20].map { "pressure ch 1 = \($0)" }
        #expect(sent == ["sysex F0 00 00 66 14 20 02 07 F7"] + levels)
    }

    @Test("the overload lamp goes out after a while, even if nobody tells the meter anything more")
    func overload() {
        var desk = ProtocolDesk.configuration(.mackie(Self.spec), ["fader.1": 0])
        desk.surfaces[0].panel = ProtocolSpec.mackie(Self.spec).panel
        let (console, port) = (Console(desk), FakePort(surfaces: 1))
        console.connected(0, port.connected[0], at: .zero, port: port)
        while console.nextDeadline < .ms(900) { console.advance(to: console.nextDeadline, port: port) }
        _ = port.take()
        console.show(PanelUpdate(0, .meter(0), [13]), at: .ms(1000), port: port)
        while console.nextDeadline < .ms(60_000) { console.advance(to: console.nextDeadline, port: port) }
        #expect(port.take().suffix(5) == [0x0E, 0x0D, 0x0C, 0x0F, 0x0B].map { "0: pressure ch 1 = \($0)" })
        #expect(console.nextDeadline == .never)
    }

    @Test("a meter that was in use is dark after a reset or a new connection, and so is its overload lamp")
    func overloadLeftLit() {
        var desk = ProtocolDesk.configuration(.mackie(Self.spec), ["fader.1": 0])
        desk.surfaces[0].panel = ProtocolSpec.mackie(Self.spec).panel
        let (console, port) = (Console(desk), FakePort(surfaces: 1))
        console.connected(0, port.connected[0], at: .zero, port: port)
        console.show(PanelUpdate(0, .meter(3), [13]), at: .ms(1000), port: port)
        console.advance(to: .ms(1000), port: port)
        let dark = ["0: sysex F0 00 00 66 14 20 03 07 F7", "0: pressure ch 1 = 63", "0: pressure ch 1 = 48"]
        for isReset in [true, false] {
            _ = port.take()
            if isReset {
                _ = console.reset(0, at: .ms(1100), port: port)
            } else {
                console.connected(0, Connections(), at: .ms(1200), port: port)
                console.connected(0, port.connected[0], at: .ms(1300), port: port)
            }
            while console.nextDeadline < .ms(60_000) { console.advance(to: console.nextDeadline, port: port) }
            #expect(port.take().filter { $0.contains("pressure") || $0.contains("14 20") } == dark)
        }
    }

    @Test("digits are characters, from the left; the assignment follows the time")
    func digits() {
        let sent = ProtocolDesk.sent(.mackie(Self.spec)) { device, port in
            for (character, place) in [(0x31, 0), (0xB0, 9), (0x41, 10), (0x62, 11), (0x20, 3)] as [(UInt8, Int)] {
                _ = device.showDigit(character, at: place, in: Act(now: .zero, port: port))
            }
        }
        #expect(sent == ["cc 73 ch 1 = 49", "cc 64 ch 1 = 112", "cc 75 ch 1 = 1", "cc 74 ch 1 = 2", "cc 70 ch 1 = 32"])
    }

    @Test("colors are sent if the device has any, all eight at once")
    func colors() {
        func sent(_ spec: MackieSpec) -> [String] {
            ProtocolDesk.sent(.mackie(spec)) { device, port in _ = device.showColors([1, 2, 9].span, in: Act(now: .zero, port: port)) }
        }
        #expect(sent(Self.spec) == ["sysex F0 00 00 66 14 72 01 02 01 00 00 00 00 00 F7"])
        #expect(sent(MackieSpec(greets: false)) == [])
    }

    @Test("every control has its own id, place and messages; an extender has the strips of the main unit")
    func controls() {
        let main = ProtocolSpec.mackie(MackieSpec()).controls
        #expect(Set(main.map(\.id)).count == main.count)
        #expect(Set(main.map(\.input)).count == main.count)
        #expect(main.allSatisfy { $0.place != nil })
        // All notes from the first to the second user switch, and the lamps after them.
        let notes = Set(main.filter { $0.input.kind == .note }.map(\.input.number))
        #expect(notes == Set(Array(0...0x67) + [0x71, 0x72, 0x73, 0x76]))
        let extender = ProtocolSpec.mackie(MackieSpec(isExtender: true)).controls
        #expect(extender.count == 8 * 7)
        #expect(extender.allSatisfy(main.contains))
        #expect(main.first { $0.id == "play" }?.input == MessageAddress(.note, number: 0x5E))
        #expect(main.first { $0.id == "mute.8" }?.motor == MessageAddress(.note, number: 0x17))
        #expect(main.first { $0.id == "encoder.8" }?.motor == MessageAddress(.cc, number: 0x37))
    }

    @Test("what the protocol does not have is as it is sent: a controller of another channel, a soft note")
    func added() {
        var desk = ProtocolDesk.configuration(.mackie(Self.spec), [:])
        let fader = Desks.jumping(ControlSpec(id: "fader.20", input: MessageAddress(.cc, number: 16, channel: 1), parameter: 2))
        let pads = [MessageAddress(.note, number: 20, channel: 9), MessageAddress(.note, number: 120)].map { input in
            ControlSpec(id: "pad.\(input.number)", input: input, parameter: 3, action: .toggle)
        }
        desk.surfaces[0].controls = [fader] + pads
        ProtocolDesk.check(
            desk,
            """
            0ms connect desk
            in desk: cc 16 ch 2 = 127
            get send = 110
            in desk: cc 16 ch 2 = 0
            get send = 0
            in desk: note 20 ch 10 = 30
            get mute = 1
            in desk: note 20 ch 10 = 0
            in desk: note 120 ch 1 = 30
            get mute = 0
            """)
    }
}
