import FaderSystem
import Testing

@testable import FaderDaemon

@Suite("The mutex")
struct AsyncMutexTests {
    /// How often a task was let through, and how many were inside at once.
    @Owner
    private final class Visits {
        var (count, inside, most) = (0, 0, 0)

        func make(through mutex: AsyncMutex) async {
            await mutex.lock()
            (count, inside) = (count + 1, inside + 1)
            most = max(most, inside)
            inside -= 1
            mutex.unlock()
        }
    }

    @Test("each task is let through, one at a time, also one that has no preference for the loop", .timeLimit(.minutes(2)))
    func letsThrough() async {
        let (mutex, visits) = (AsyncMutex(), Visits())
        for _ in 0..<2_000 {
            async let one: Void = visits.make(through: mutex)
            async let other: Void = visits.make(through: mutex)
            _ = await (one, other)
        }
        #expect(await visits.count == 4_000)
        #expect(await visits.most == 1)
    }
}
