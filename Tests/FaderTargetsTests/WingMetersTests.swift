import FaderTesting
import Testing

@testable import FaderTargets

@Suite("Levels of a Wing")
struct WingMetersTests {
    private static func bytes(_ text: String) -> [UInt8] { text.split(separator: " ").compactMap { UInt8($0, radix: 16) } }

    private static func meter(_ sort: String, _ number: Int) -> ConsolePoint.Meter { ConsolePoint.Meter(sort, number - 1..<number) }

    @Test("it is asked as its documents say, sort by sort, and told to go on; what looks like a channel in a number is marked")
    func asked() {
        #expect(WingMeters.begin(port: 0x3737) == Self.bytes("DF D1 DF D3 D3 37 37"))
        #expect(WingMeters.begin(port: 0xDFD1) == Self.bytes("DF D1 DF D3 D3 DF DE D1"))
        #expect(WingMeters.begin(port: 0xDFDF) == Self.bytes("DF D1 DF D3 D3 DF DE DF DE"))
        var meters = WingMeters(question: 1)
        #expect([meters.want([Self.meter("ch", 2)]), meters.want([Self.meter("ch", 2)])] == [true, false])
        #expect(meters.request == Self.bytes("DF D3 D4 00 00 00 02 DC AB 01 DE"))
        #expect(meters.renewal == Self.bytes("DF D3 D4 00 00 00 02"))
        let strips = [("main", 4), ("ch", 40), ("bus", 16), ("ch", 1), ("matrix", 8), ("aux", 8)]
        _ = meters.want(Set(strips.map(Self.meter)))
        #expect(meters.request == Self.bytes("DF D3 D4 00 00 00 03 DC AB 00 27 AC 07 AD 0F AE 03 AF 07 DE"))
        meters = WingMeters(question: 0x12DF_D2DE)
        _ = meters.want([Self.meter("ch", 1)])
        #expect(meters.renewal == Self.bytes("DF D3 D4 12 DF DE D2 DF DE"))
        meters = WingMeters(question: .max)
        _ = meters.want([Self.meter("ch", 1)])
        #expect(meters.renewal == Self.bytes("DF D3 D4 00 00 00 00"))
    }

    @Test("a packet is read if it answers the question in full: the louder side, before the fader, or after it for what goes out")
    func read() throws {
        var meters = WingMeters(question: 0)
        _ = meters.want([Self.meter("ch", 2), Self.meter("bus", 1)])
        let rest = " 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
        let packet = Self.bytes("00 00 00 01 F4 00 EC 80 7F FF 7F FF" + rest + " 7F FF 7F FF 80 00 FF FF" + rest)
        let levels = try #require(meters.read(packet))
        #expect(levels.map(\.meter) == [Self.meter("ch", 2), Self.meter("bus", 1)] && levels.map(\.level) == [-12, -1 / 256])
        let silent = Self.bytes("00 00 00 01 81 00 80 00 7F FF 7F FF" + rest + " 7F FF 7F FF 80 00 81 00" + rest)
        #expect(try #require(meters.read(silent)).map(\.level) == [-.infinity, -.infinity])
        for length in 0..<packet.count { #expect(meters.read(Array(packet.prefix(length))) == nil) }
        #expect(meters.read(packet + [0]) == nil && meters.read(packet + packet) == nil)
        #expect(meters.read([0, 0, 0, 2] + packet.dropFirst(4)) == nil)
    }
}
