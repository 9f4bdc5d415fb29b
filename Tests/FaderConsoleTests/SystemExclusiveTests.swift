import FaderConsole
import FaderTesting
import Testing

@Suite("System exclusive messages in pieces") struct SystemExclusiveTests {
    /// Feeds pieces, a millisecond apart, and returns the messages that were completed.
    private static func read(_ pieces: [[UInt8]], into reader: inout SystemExclusiveReader) -> [[UInt8]] {
        var messages: [[UInt8]] = []
        for (index, piece) in pieces.enumerated() {
            for byte in piece where reader.receive(byte, at: MonotonicTime(nanoseconds: UInt64(index) * 1_000_000)) {
                reader.withMessage { message in messages.append(message.indices.map { message[$0] }) }
            }
        }
        return messages
    }

    private static let identity: [UInt8] = [0xF0, 0x7E, 0x7F, 0x06, 0x01, 0xF7]

    @Test("a message is joined wherever it was split")
    func cutAnywhere() {
        for cut in 0...Self.identity.count {
            var reader = SystemExclusiveReader()
            #expect(Self.read([Array(Self.identity[..<cut]), Array(Self.identity[cut...])], into: &reader) == [Self.identity])
            #expect(reader.broken == 0)
            #expect(reader.deadline == .never)
        }
    }

    @Test("one piece may hold several messages, and real-time messages within them")
    func several() {
        var reader = SystemExclusiveReader()
        #expect(Self.read([Self.identity + [0xF0, 0xF8, 1, 0xFE, 0xF7]], into: &reader) == [Self.identity, [0xF0, 1, 0xF7]])
        #expect(reader.broken == 0)
    }

    @Test(
        "a broken message is counted once and does no harm to the next",
        arguments: [
            // Another one begins within it; another status byte within it, with its own data.
            [0xF0, 1, 2], [0xF0, 1, 0x90, 60, 100], [0xF0, 1, 0xF6],
            // An end without a beginning, with and without data before it.
            [0xF7], [1, 2, 3, 0xF7], [1, 2, 3],
        ] as [[UInt8]])
    func broken(_ bytes: [UInt8]) {
        var reader = SystemExclusiveReader()
        #expect(Self.read([bytes, Self.identity], into: &reader) == [Self.identity])
        #expect(reader.broken == 1)
    }

    @Test("1,024 bytes are kept, one more is a broken message")
    func limit() {
        let longest = [0xF0] + [UInt8](repeating: 5, count: SystemExclusiveReader.capacity - 2) + [0xF7]
        var reader = SystemExclusiveReader()
        #expect(Self.read([longest], into: &reader) == [longest])
        #expect(reader.broken == 0)
        #expect(Self.read([longest.dropLast() + [5, 5, 0xF7], Self.identity], into: &reader) == [Self.identity])
        #expect(reader.broken == 1)
    }

    @Test("pieces that are read in runs give the same messages and the same count of broken ones as read byte by byte")
    func runs() {
        var random = SeededGenerator(seed: 8)
        for _ in 0..<300 {
            let port = FakePort(surfaces: 1)
            let console = Console(Desks.single())
            console.connected(0, Connections(inputs: 1, outputs: 1), at: .zero, port: port)
            let pieces: [[UInt8]] = (0..<12).map { _ in
                (0..<Int.random(in: 0...400, using: &random)).map { _ in
                    [0xF0, 0xF7, 0xF7, 0xF8, 0x90].randomElement(using: &random).flatMap {
                        Int.random(in: 0..<90, using: &random) == 0 ? $0 : nil
                    } ?? UInt8.random(in: 0...127, using: &random)
                }
            }
            var reader = SystemExclusiveReader()
            let expected = Self.read(pieces, into: &reader)
            var found: [[UInt8]] = []
            for (index, piece) in pieces.enumerated() {
                console.handle(piece.span, from: 0, at: .ms(UInt64(index)), port: port) { message in
                    found.append(message.indices.map { message[$0] })
                }
            }
            #expect(found == expected)
            #expect(console.statistics.broken == reader.broken)
        }
    }

    @Test("a message that has no end is forgotten")
    func noEnd() {
        var reader = SystemExclusiveReader()
        #expect(Self.read([[0xF0, 1]], into: &reader).isEmpty)
        let due = MonotonicTime.zero + SystemExclusiveReader.timeout
        #expect(reader.deadline == due)
        let (wasBegun, isBegunStill) = (reader.forget(), reader.forget())
        #expect(wasBegun && !isBegunStill)
        #expect(reader.broken == 1)
        #expect(reader.deadline == .never)
        #expect(Self.read([Self.identity], into: &reader) == [Self.identity])
    }

    @Test("the console drops a message that stops arriving, and one whose device is gone; faders keep working")
    func console() {
        let port = FakePort(surfaces: 1)
        let console = Console(Desks.single())
        let (start, soon) = (MonotonicTime.zero, MonotonicTime.zero + .milliseconds(10))
        console.connected(0, Connections(inputs: 1, outputs: 1), at: start, port: port)
        console.handle([0xF0, 1, 2].span, from: 0, at: start, port: port) { _ in Issue.record("not complete") }
        #expect(console.nextDeadline == start + SystemExclusiveReader.timeout)
        var lengths: [Int] = []
        console.handle([3, 0xF7, 0xF0].span, from: 0, at: soon, port: port) { lengths.append($0.count) }
        #expect(lengths == [5])
        // The deadline moved on: the earlier one does nothing.
        console.advance(to: start + SystemExclusiveReader.timeout, port: port)
        #expect(console.statistics.broken == 0)
        console.advance(to: soon + SystemExclusiveReader.timeout, port: port)
        #expect(console.statistics.broken == 1)
        #expect(console.nextDeadline == .never)
        console.handle([0xF0, 1].span, from: 0, at: soon, port: port) { _ in Issue.record("not complete") }
        console.connected(0, Connections(), at: soon, port: port)
        #expect(console.statistics.broken == 2)
        console.handle([0xF0, 1].span, from: 7, at: soon, port: port) { _ in Issue.record("there is no such surface") }
    }
}
