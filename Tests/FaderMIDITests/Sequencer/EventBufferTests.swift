import CALSA
import FaderConsole
import Glibc
import Testing

@testable import FaderMIDI

/// A pipe plays the kernel: one read of it is one read of the sequencer.
@Suite("The events of one read of the sequencer")
struct EventBufferTests {
    private let (reader, writer): (Int32, Int32)

    init() throws {
        var ends: [Int32] = [0, 0]
        let refused = unsafe pipe(&ends)
        try #require(refused == 0)
        (reader, writer) = (ends[0], ends[1])
        _ = fcntl(reader, F_SETFL, O_NONBLOCK)
    }

    private func write(_ events: [[UInt8]]) {
        let bytes = events.flatMap { $0 }
        let written = unsafe Glibc.write(writer, bytes, bytes.count)
        #expect(written == bytes.count)
    }

    private func fixed(_ number: UInt32, flags: UInt8 = 0) throws -> [UInt8] {
        var event = unsafe snd_seq_event_t(MIDIMessage(try MessageAddress(parsing: "cc \(number) ch 1"), raw: 5), from: 3)
        unsafe event.flags = flags
        return unsafe withUnsafeBytes(of: &event) { unsafe [UInt8]($0) }
    }

    /// An event as the kernel writes it: the length, a pointer (unused here), then the bytes, padded to whole events.
    private func exclusive(_ bytes: [UInt8], length: Int? = nil) -> [UInt8] {
        var event = unsafe snd_seq_event_t(exclusive: UnsafeRawBufferPointer(start: nil, count: 0), from: 3)
        unsafe event.data.raw32.d.0 = UInt32(length ?? bytes.count)
        let head = unsafe withUnsafeBytes(of: &event) { unsafe [UInt8]($0) }
        return head + bytes + [UInt8](repeating: 0xEE, count: (28 - bytes.count % 28) % 28)
    }

    /// The events of one read, or its error.
    private func read(_ buffer: inout EventBuffer) -> [String] {
        let code = buffer.fill(from: reader)
        var found = code == 0 ? [] : [unsafe String(cString: strerror(-code))]
        while !buffer.isEmpty {
            let event = unsafe buffer.next().pointee
            switch unsafe SequencerEvent(event) {
            case .message(let message): found.append(message.description)
            case .systemExclusive: found.append(unsafe [UInt8](SequencerEvent.bytes(of: event)).description)
            case let other: found.append("\(other)")
            }
        }
        return found
    }

    @Test("events come in order, and the bytes of system exclusive ones are found after them")
    func mixed() throws {
        defer { close() }
        var buffer = EventBuffer(events: 64)
        let long = (0..<60).map { UInt8($0) }
        write([try fixed(1), exclusive([0xF0, 1, 0xF7]), try fixed(2), exclusive(long), exclusive([]), try fixed(3)])
        #expect(read(&buffer) == ["cc 1 ch 1 = 5", "[240, 1, 247]", "cc 2 ch 1 = 5", long.description, "[]", "cc 3 ch 1 = 5"])
    }

    @Test("what does not fit into the buffer comes with the next read")
    func twice() throws {
        defer { close() }
        var buffer = EventBuffer(events: 2)
        write([try fixed(1), try fixed(2), try fixed(3)])
        #expect(read(&buffer) == ["cc 1 ch 1 = 5", "cc 2 ch 1 = 5"])
        #expect(read(&buffer) == ["cc 3 ch 1 = 5"])
        #expect(read(&buffer) == ["Resource temporarily unavailable"])
    }

    @Test("a length beyond the data that was read ends there, and half an event is ignored")
    func broken() throws {
        defer { close() }
        var buffer = EventBuffer(events: 64)
        write([exclusive([0xF0, 1, 0xF7], length: 0x3FFF_FFFF)])
        let filled = [UInt8](repeating: 0xEE, count: 25)
        #expect(read(&buffer) == [([0xF0, 1, 0xF7] + filled).description])
        write([try fixed(1), Array(try fixed(2).prefix(27))])
        #expect(read(&buffer) == ["cc 1 ch 1 = 5"])
    }

    @Test("a closed descriptor is an error, and leaves no events")
    func closed() throws {
        var buffer = EventBuffer(events: 64)
        close()
        #expect(read(&buffer) == ["Bad file descriptor"])
    }

    private func close() {
        _ = Glibc.close(reader)
        _ = Glibc.close(writer)
    }
}
