import FaderKitTesting
import FaderTesting
import Testing

@testable import FaderKit

/// What is asked while the daemon restarts.
struct WaitTests {
    @Test(
        "what asks the daemon waits for one that restarts, and is done in the order in which it was asked; what is of the moment does not wait"
    )
    func waits() async throws {
        try await TestDaemon.with { daemon in
            let faders = try await daemon.faders(by: "wait")
            let level = try await faders.declare("wait.level", .number(0...1), default: 0)
            let other = try await faders.declare("wait.other", .integer(0...9), default: 5)
            let go = try await faders.declare(trigger: "wait.go")
            await daemon.stop()
            #expect(await eventually { !level.isLive })

            async let first = level.set(0.25)
            #expect(await eventually { await faders.isAsking })
            async let second = level.set(text: "0.5")
            #expect(await eventually { await faders.turns.count == 1 })
            async let stepped = other.step(by: 1)
            async let listed = faders.list("wait.")
            #expect(await eventually { await faders.turns.count == 3 })
            let press = await #expect(throws: Refusal.self) { try await go.press() }
            let drag = await #expect(throws: Refusal.self) { try await level.gesture { try await $0.move(to: 1) } }
            #expect([press?.reason, drag?.reason] == [.away, .away])

            try await daemon.start()
            #expect(try await first.value == 0.25)
            #expect(try await second.value == 0.5)
            #expect(try await stepped.value == 6)
            #expect(try await listed.count == 3)
            #expect(try await daemon.text(of: "wait.level") == "0.50")
            await faders.close()
        }
    }

    @Test("what the program puts while a set waits is newer and counts")
    func newer() async throws {
        try await TestDaemon.with { daemon in
            let faders = try await daemon.faders(by: "newer")
            let level = try await faders.declare("newer.level", .number(0...1), default: 0)
            await daemon.stop()
            #expect(await eventually { !level.isLive })
            async let older = level.set(0.25)
            #expect(await eventually { await faders.isAsking })
            level.put(0.75)
            #expect(level.value == 0.75)
            try await daemon.start()
            #expect(try await older.value == 0.75)
            #expect(try await daemon.text(of: "newer.level") == "0.75")
            await faders.close()
        }
    }

    @Test("a daemon that stays away is waited for once, and what waited for it is not done later; closing ends a wait, too")
    func stays() async throws {
        try await TestDaemon.with { daemon in
            let faders = try await daemon.faders(by: "stays")
            await faders.wait(atMost: 50)
            let level = try await faders.declare("stays.level", .number(0...1), default: 0)
            await daemon.stop()
            #expect(await eventually { !level.isLive })
            for _ in 1...2 {
                let refusal = await #expect(throws: Refusal.self) { try await level.set(0.25) }
                #expect(refusal?.reason == .away)
                #expect(refusal?.description.contains("no daemon is running") == true)
            }
            try await daemon.start()
            #expect(await eventually { level.isLive })
            #expect(level.value == 0)
            #expect(try await daemon.text(of: "stays.level") == "0.00")
            // Only a daemon that has sent the whole state is waited for.
            #expect(await eventually { if case .connected = faders.status { true } else { false } })

            await faders.wait(atMost: 600_000)
            await daemon.stop()
            #expect(await eventually { !level.isLive })
            let never = Task { try await level.set(0.5) }
            #expect(await eventually { await faders.isAsking })
            await faders.close()
            let refusal = await #expect(throws: Refusal.self) { try await never.value }
            #expect(refusal?.description == "the connection is closed; make another")
        }
    }

    @Test("a set that the daemon has not answered when it goes is sent once more")
    func inTheMiddle() async throws {
        try await TestDaemon.with { daemon in
            let faders = try await daemon.faders(by: "middle")
            let level = try await faders.declare("middle.level", .number(0...1, decimals: 4), default: 0)
            for round in 1...3 {
                let setter = Task {
                    for step in 1...40 { try await level.set(Double(round) / 10 + Double(step) / 10_000) }
                }
                #expect(await eventually { level.value > Double(round) / 10 })
                await daemon.stop()
                try await daemon.start()
                try await setter.value
                #expect(try await daemon.text(of: "middle.level") == "0.\(round)040")
            }
            await faders.close()
        }
    }

    @Test("a task that is cancelled follows no longer, another iterator of the same changes does; both end with the connection")
    func followers() async throws {
        try await TestDaemon.with { daemon in
            let faders = try await daemon.faders(by: "follow")
            let level = try await faders.declare("follow.level", .number(0...1), default: 0)
            let cancelled = Task {
                var last = -1.0
                for await change in level.changes { last = change.value }
                return last
            }
            let other = Task {
                var last = -1.0
                for await change in level.changes { last = change.value }
                return last
            }
            try await level.set(0.25)
            cancelled.cancel()
            #expect(await [-1, 0, 0.25].contains(cancelled.value))
            try await level.set(0.5)
            var late = level.changes.makeAsyncIterator()
            #expect(await late.next()?.value == 0.5)
            await faders.close()
            #expect(await [-1, 0, 0.25, 0.5].contains(other.value))
            #expect(await late.next() == nil)
            // After the end there is still what it was last.
            var after = level.changes.makeAsyncIterator()
            #expect(await after.next()?.value == 0.5)
            #expect(await after.next() == nil)
        }
    }
}

extension Faders {
    /// Requests wait for a daemon until so many milliseconds after it went.
    fileprivate func wait(atMost time: Int64) { longestReturn = time }
}
