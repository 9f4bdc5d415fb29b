import FaderConsole
import FaderModel
import FaderTesting
import Testing

/// Facts about messages on the wire, each with the id it has in the project's collection of vectors.
@Suite("Wire vectors")
struct VectorTests {
    struct Plain: Sendable, CustomTestStringConvertible {
        let id: String
        let bytes: String
        let messages: [String]
        var testDescription: String { id }
    }

    static let plain = [
        Plain(id: "gen-cc-1", bytes: "B0 07 40", messages: ["cc 7 ch 1 = 64"]),
        Plain(id: "gen-noteon-1", bytes: "90 3C 64", messages: ["note 60 ch 1 = 100"]),
        Plain(id: "gen-polyat", bytes: "A0 3C 40", messages: ["polypressure 60 ch 1 = 64"]),
        Plain(id: "gen-chanat", bytes: "D2 7F", messages: ["pressure ch 3 = 127"]),
        Plain(id: "gen-pb-min", bytes: "E0 00 00", messages: ["pitchbend ch 1 = 0"]),
        Plain(id: "gen-pb-max", bytes: "E0 7F 7F", messages: ["pitchbend ch 1 = 16383"]),
        Plain(id: "gen-running-rt", bytes: "B0 10 F8 01 10 02", messages: ["cc 16 ch 1 = 1", "cc 16 ch 1 = 2"]),
        Plain(id: "gen-running-clr", bytes: "B0 10 01 F3 05 10 02", messages: ["cc 16 ch 1 = 1"]),
    ]

    struct Joined: Sendable, CustomTestStringConvertible {
        let id: String
        let bytes: String
        let address: MessageAddress
        let raw: Double
        var testDescription: String { id }
    }

    static let joined = [
        Joined(id: "cc14-pair", bytes: "B0 01 40 B0 21 00", address: MessageAddress(.cc14, number: 1), raw: 8192),
        Joined(id: "cc14-max", bytes: "B0 00 7F B0 20 7F", address: MessageAddress(.cc14, number: 0), raw: 16383),
        Joined(id: "cc14-msb-reset", bytes: "B0 01 40 B0 21 05 B0 01 41", address: MessageAddress(.cc14, number: 1), raw: 8320),
        Joined(id: "nrpn-full", bytes: "B0 63 01 B0 62 02 B0 06 40 B0 26 00", address: MessageAddress(.nrpn, number: 130), raw: 8192),
        Joined(id: "nrpn-out", bytes: "B0 63 01 62 02 06 40 26 00", address: MessageAddress(.nrpn, number: 130), raw: 8192),
        Joined(id: "rpn-full", bytes: "B0 65 00 B0 64 00 B0 06 02 B0 26 00", address: MessageAddress(.rpn, number: 0), raw: 256),
    ]

    @Test("bytes are the messages the vectors say", arguments: plain)
    func messages(_ vector: Plain) {
        var parser = ByteParser()
        #expect(parser.parse(hex: vector.bytes).map { "\($0)" } == vector.messages)
        // A parameter mapped to the message is where the last one puts it.
        guard let last = vector.messages.last.map({ $0.split(separator: " = ") }), let address = try? MessageAddress(parsing: last[0])
        else {
            Issue.record("the vector has no message")
            return
        }
        #expect(value(of: address, after: vector.bytes) == Double(String(last[1])))
    }

    @Test("bytes are the 14-bit values the vectors say", arguments: joined)
    func values(_ vector: Joined) {
        #expect(value(of: vector.address, after: vector.bytes) == vector.raw)
    }

    @Test("vector nrpn-dec: a decrement takes one off")
    func decrement() {
        let address = MessageAddress(.nrpn, number: 130)
        #expect(value(of: address, after: "B0 63 01 B0 62 02 B0 06 01 B0 26 00 B0 61 00") == 127)
    }

    @Test("vector rpn-null: data entry after it means nothing")
    func null() {
        let address = MessageAddress(.rpn, number: 0)
        #expect(value(of: address, after: "B0 65 00 B0 64 00 B0 06 02 B0 26 00 B0 65 7F B0 64 7F B0 06 50 B0 26 00") == 256)
    }

    @Test("running status, and any status byte in it, decodes as the same messages written out")
    func runningStatus() {
        let address = MessageAddress(.cc14, number: 1)
        #expect(value(of: address, after: "B0 01 40 21 05") == 8197)
        #expect(value(of: address, after: "B0 01 FE 40 F8 21 05") == 8197)
    }

    /// What a parameter of the message's own range comes to.
    private func value(of address: MessageAddress, after bytes: String) -> Double {
        let parameter = ParameterSpec(id: "p", maximum: Double(address.kind.maximumRaw))
        let console = Console(Desks.single(ControlSpec(id: "c", input: address, parameter: 0), parameter))
        let port = FakePort(surfaces: 1)
        var parser = ByteParser()
        for message in parser.parse(hex: bytes) { console.handle(message, from: 0, at: .ms(1), port: port) }
        console.advance(to: .ms(1000), port: port)
        return console.value(of: 0)
    }
}
