import FaderConsole
import Testing

@Suite("Bytes of messages, as a person types them")
struct WireBytesTests {
    @Test("every kind of message, several at once, with and without blanks")
    func messages() throws {
        let text = "903C40 80 3C 40 B0 07 7f C0 03 D1 05 A0 01 02 E2 01 40 F0 7E 00 06 01 F7"
        let words = try DeviceMessage.parse(wire: text).map { message in
            switch message {
            case .message(let message): "\(message)"
            case .exclusive(let bytes): "sysex \(bytes.count)"
            }
        }
        #expect(
            words == [
                "note 60 ch 1 = 64", "note 60 ch 1 = 0", "cc 7 ch 1 = 127", "program ch 1 = 3", "pressure ch 2 = 5",
                "polypressure 1 ch 1 = 2", "pitchbend ch 3 = 8193", "sysex 6",
            ])
    }

    @Test(
        "what is wrong is said",
        arguments: [
            ("", WireBytesError.empty), ("  ", .empty), ("B0 7 40", .notHexadecimal("7")), ("xy", .notHexadecimal("xy")),
            ("0xB0", .notHexadecimal("0xB0")), ("07 40", .noStatus("07")), ("B0 07", .short("B0", expected: 2, found: 1)),
            ("C0", .short("C0", expected: 1, found: 0)), ("B0 07 C0 01", .statusWithin("B0", found: "C0")), ("F8", .foreign("F8")),
            ("F0 01", .endless), ("F0 90 F7", .statusWithin("F0", found: "90")), ("B0 07 40 41 42", .noStatus("41")),
        ])
    func mistakes(text: String, error: WireBytesError) {
        #expect(throws: error) { try DeviceMessage.parse(wire: text) }
        #expect(!error.description.isEmpty)
    }
}
