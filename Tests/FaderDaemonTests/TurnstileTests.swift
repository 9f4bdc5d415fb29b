import FaderSystem
import Testing

@testable import FaderDaemon

@Suite("The turnstile")
struct TurnstileTests {
    /// How often a task was let through, and how many were inside at once.
    @Owner
    private final class Visits {
        var (count, inside, most) = (0, 0, 0)

        func make(through turnstile: Turnstile) async {
            await turnstile.enter()
            (count, inside) = (count + 1, inside + 1)
            most = max(most, inside)
            inside -= 1
            turnstile.leave()
        }
    }

    @Test("each task is let through, one at a time, also one that has no preference for the loop", .timeLimit(.minutes(2)))
    func letsThrough() async {
        let (turnstile, visits) = (Turnstile(), Visits())
        for _ in 0..<2_000 {
            async let one: Void = visits.make(through: turnstile)
            async let other: Void = visits.make(through: turnstile)
            _ = await (one, other)
        }
        #expect(await visits.count == 4_000)
        #expect(await visits.most == 1)
    }
}
