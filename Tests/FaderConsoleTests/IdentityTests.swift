import FaderTesting
import Testing

@testable import FaderConsole

@Suite("Device identities")
struct IdentityTests {
    private let port = FakePort(surfaces: 2)
    private static let request = "0: sysex F0 7E 7F 06 01 F7"
    private static let box = DeviceIdentity(parsing: "42 13 01 00 00")

    /// A reply of a device, with a version after the identity.
    private static func reply(_ identity: [UInt8]) -> [UInt8] { [0xF0, 0x7E, 0x00, 0x06, 0x02] + identity + [1, 2, 3, 4, 0xF7] }

    private func desk(_ identity: DeviceIdentity? = box, begin: [DeviceMessage] = []) -> Configuration {
        var configuration = Desks.pair()
        (configuration.surfaces[0].identity, configuration.surfaces[0].begin) = (identity, begin)
        return configuration
    }

    private func connected(_ configuration: Configuration) -> Console {
        let console = Console(configuration)
        console.connected(0, Connections(inputs: 1, outputs: 1), at: .zero, port: port)
        return console
    }

    private func hear(_ bytes: [UInt8], _ console: Console) -> [Notice] {
        console.handle(bytes.span, from: 0, at: .ms(1), port: port)
        var notices: [Notice] = []
        while let notice = console.nextNotice() { notices.append(notice) }
        return notices
    }

    @Test(
        "manufacturers have one byte or three; an identity is written as it was read",
        arguments: ["42 13 01 00 00", "00 01 06 02 00 01 00", "00 00 0E 05 00 01 00", "7F 7F 7F 7F 7F"])
    func texts(text: String) throws {
        let identity = try #require(DeviceIdentity(parsing: text))
        #expect(identity.description == text)
        let bytes = try text.split(separator: " ").map { try #require(UInt8($0, radix: 16)) }
        #expect(DeviceIdentity(reply: Self.reply(bytes).span) == identity)
        // The shortest one has no version.
        #expect(DeviceIdentity(reply: ([0xF0, 0x7E, 0x00, 0x06, 0x02] + bytes + [0xF7]).span) == identity)
        #expect(DeviceIdentity(reply: ([0xF0, 0x7E, 0x00, 0x06, 0x02] + bytes.dropLast() + [0xF7]).span) == nil)
    }

    @Test("an identity with a three-byte manufacturer differs from one with a one-byte manufacturer and the same digits")
    func notTheSame() {
        #expect(DeviceIdentity(parsing: "00 00 0E 05 00 01 00") != DeviceIdentity(parsing: "0E 05 00 01 00"))
    }

    @Test(
        "texts that are not an identity are refused",
        arguments: [
            "", "42", "42 13 01 00", "42 13 01 00 00 00", "00 01 06 02 00", "80 13 01 00 00", "4 13 01 00 00", "42 13 01 00 0G",
            "+4 13 01 00 00",
        ])
    func noIdentity(text: String) { #expect(DeviceIdentity(parsing: text) == nil) }

    @Test(
        "other messages, and broken ones, are not replies",
        arguments: [
            [], [0xF0, 0xF7], [0xF0, 0x7E, 0, 6, 2, 0xF7], [0xF0, 0x7E, 0, 6, 1, 0x42, 1, 0, 1, 0, 0xF7],
            [0xF0, 0x7F, 0, 6, 2, 0x42, 1, 0, 1, 0, 0xF7], [0xF0, 0x7E, 0, 6, 2, 0, 1, 6, 2, 0, 1, 0xF7],
        ] as [[UInt8]])
    func noReply(bytes: [UInt8]) { #expect(DeviceIdentity(reply: bytes.span) == nil) }

    @Test("a device with an identity is asked first, even if there is no room at first; one without is not asked")
    func asked() {
        _ = connected(desk(begin: [.exclusive([0xF0, 0x01, 0xF7])]))
        #expect(port.take() == [Self.request, "0: sysex F0 01 F7", "0: cc 1 ch 1 = 0"])
        _ = connected(desk(nil))
        #expect(port.take() == ["0: cc 1 ch 1 = 0"])
        port.results = [.busy]
        let late = connected(desk())
        #expect(port.take() == [])
        port.results = [.sent]
        late.advance(to: .ms(20), port: port)
        #expect(port.take() == [Self.request, "0: cc 1 ch 1 = 0"])
    }

    @Test("a different device is reported once per connection, and used anyway; the right one is not reported")
    func answers() throws {
        let console = connected(desk())
        #expect(hear(Self.reply([0x42, 0x13, 1, 0, 0]), console) == [])
        let other = try #require(DeviceIdentity(parsing: "00 01 79 05 00 01 00"))
        let wrong = Self.reply([0x00, 0x01, 0x79, 0x05, 0x00, 0x01, 0x00])
        #expect(hear(Array(wrong.prefix(7)), console) == [])
        #expect(hear(Array(wrong.dropFirst(7)), console) == [.misidentified(surface: 0, other)])
        #expect(hear(wrong, console) == [])
        _ = port.take()
        console.handle(MIDIMessage(MessageAddress(.cc, number: 1), raw: 9), from: 0, at: .ms(2), port: port)
        #expect(console.value(of: 0) == 9)
        console.connected(0, Connections(), at: .ms(3), port: port)
        console.connected(0, Connections(inputs: 1, outputs: 1), at: .ms(4), port: port)
        #expect(hear(wrong, console) == [.misidentified(surface: 0, other)])
        #expect(hear(wrong, connected(desk(nil))) == [], "nothing is known of that one")
    }

    @Test("a reload that changes nothing does not ask again; one with another identity does, and a pending notice is kept")
    func reload() throws {
        let console = connected(desk())
        let other = try #require(DeviceIdentity(parsing: "42 13 02 00 00"))
        console.handle(Self.reply([0x42, 0x13, 2, 0, 0]).span, from: 0, at: .ms(1), port: port)
        _ = port.take()
        func adopted(_ old: Console, _ before: Configuration, _ after: Configuration) -> Console {
            let next = Console(after)
            next.adopt(old, Continuity(from: before, to: after), at: .ms(5), port: port)
            return next
        }
        let same = adopted(console, desk(), desk())
        #expect(port.take() == [])
        #expect(same.nextNotice() == .misidentified(surface: 0, other))
        #expect(hear(Self.reply([0x42, 0x13, 2, 0, 0]), same) == [], "told already")
        let mended = adopted(same, desk(), desk(other))
        #expect(port.take().first == Self.request)
        #expect(hear(Self.reply([0x42, 0x13, 2, 0, 0]), mended) == [])
    }
}
