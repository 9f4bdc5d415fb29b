import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Lamps with messages of their own")
struct LampMessageTests {
    @Test("what a device receives is the lamp again, also with parts of another range", arguments: [UInt8(127), 63, 15])
    func roundTrip(highest: UInt8) throws {
        let message = try LampMessage(parsing: "F0 01 {value} {red:\(highest)} {green} {blue} F7")
        let raw = LampSpec.raw(3, try #require(StripColor("#ff0080")))
        let bytes: [UInt8] = [0xF0, 0x01, 3, highest, 0, 64, 0xF7]
        #expect(message.raw(0, after: bytes.span) == raw)
        let others: [UInt8] = [0xF0, 0x02, 3, highest, 0, 64, 0xF7]
        #expect(message.raw(0, after: others.span) == nil)
    }
}
