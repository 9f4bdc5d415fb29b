import Testing

@testable import FaderCLI
@testable import FaderKit

@Suite struct EventParserTests {
    private let text = ": hello\n\nevent: a\ndata: 1\n\nevent: b\r\ndata: 2\r\ndata:3\r\n\r\nid: 7\n\ndata\n\n"
    private let events = [
        EventParser.Event(name: "a", data: Array("1".utf8)), EventParser.Event(name: "b", data: Array("2\n3".utf8)),
        EventParser.Event(name: "", data: []),
    ]

    @Test("events are read the same in pieces of any size", arguments: [1, 2, 3, 7, 1000])
    func pieces(size: Int) throws {
        var parser = EventParser()
        var read: [EventParser.Event] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            let some = parser.feed(bytes[start..<min(start + size, bytes.count)])
            read += try #require(some)
        }
        #expect(read == events)
    }
}
