import FaderSystem
import Glibc
import Testing

@testable import FaderMIDI

extension EngineTests {
    @Suite("RingBuffer")
    struct RingTests {
        @Test("300,000 values pushed by one thread are popped by another, in order, none lost")
        func order() throws {
            let ring = RingBuffer<UInt64>(capacity: 256)
            let count: UInt64 = 300_000
            let pusher = try Thread("test-push") {
                for value in 0..<count {
                    while !ring.push(value) { sched_yield() }
                }
            }
            var expected: UInt64 = 0
            var isInOrder = true
            while expected < count {
                guard let value = ring.pop() else {
                    sched_yield()
                    continue
                }
                if value != expected { isInOrder = false }
                expected += 1
            }
            pusher.join()
            #expect(isInOrder)
            #expect(ring.isEmpty)
        }

        @Test("a full ring accepts nothing more, and reports its room")
        func full() {
            let ring = RingBuffer<Int>(capacity: 4)
            #expect(ring.room == 4)
            for value in 0..<4 { #expect(ring.push(value)) }
            #expect(!ring.push(9))
            #expect(ring.room == 0)
            #expect(ring.pop() == 0)
            #expect(ring.room == 1)
            #expect(ring.push(4))
            #expect((0..<5).map { _ in ring.pop() } == [1, 2, 3, 4, nil])
        }
    }
}
