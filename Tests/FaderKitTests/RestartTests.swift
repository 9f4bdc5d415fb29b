import FaderKit
import FaderKitTesting
import FaderTesting
import Testing

struct RestartTests {
    @Test("without a daemon a program has its defaults; when one comes, its parameters are there with what it has set meanwhile")
    func before() async throws {
        let daemon = try await TestDaemon()
        await daemon.stop()
        let faders = try await daemon.faders(by: "early")
        let one = try await faders.declare("early.one", .number(0...1), default: 0.25)
        let two = try await faders.declare("early.two", .number(0...1), default: 0.5)
        #expect(one.value == 0.25)
        #expect(!one.isLive)
        guard case .waiting(let why) = faders.status else { throw Unexpected() }
        #expect(why.contains("no daemon is running"))
        #expect(faders.problems.isEmpty)
        let refusal = await #expect(throws: Refusal.self) { try await one.set(0.3) }
        #expect(refusal?.reason == .away)
        two.put(0.75)
        #expect(two.value == 0.75)

        try await daemon.start()
        #expect(await eventually { one.isLive && two.isLive })
        #expect(one.text == "0.25")
        #expect(try await eventually { try await daemon.text(of: "early.two") == "0.75" })
        await faders.close()
        await daemon.remove()
    }

    @Test("after a restart everything is declared again and followed, with what was saved; what was set elsewhere meanwhile is a change")
    func again() async throws {
        try await TestDaemon.with { daemon in
            let faders = try await daemon.faders(by: "again")
            let level = try await faders.declare("again.level", .number(0...1), default: 0.5)
            try await level.set(0.75)
            var changes = level.changes.makeAsyncIterator()
            #expect(await changes.next()?.value == 0.75)
            for round in 1...5 {
                await daemon.stop()
                #expect(await eventually { !level.isLive })
                #expect(level.value == Double(round - 1) / 10 || round == 1)
                try await daemon.start()
                #expect(await eventually { level.isLive })
                let value = Double(round) / 10
                try await daemon.set("again.level", "\(value)")
                var change = await changes.next()
                while change?.value != value { change = await changes.next() }
            }
            await faders.close()
        }
    }

    @Test("what a program sets while the daemon stops is there in the end")
    func inTheMiddle() async throws {
        try await TestDaemon.with { daemon in
            let faders = try await daemon.faders(by: "middle")
            let level = try await faders.declare("middle.level", .number(0...1, decimals: 4), default: 0)
            for round in 1...5 {
                let setter = Task {
                    for step in 1...100 {
                        level.put(Double(round) / 10 + Double(step) / 10_000)
                        await Task.yield()
                    }
                }
                await daemon.stop()
                await setter.value
                #expect(await eventually { !level.isLive })
                try await daemon.start()
                #expect(await eventually { level.isLive })
                #expect(try await eventually { try await daemon.text(of: "middle.level") == "0.\(round)100" })
            }
            await faders.close()
        }
    }

    @Test("a reload that takes a declared id is followed, and one that gives it back declares it again")
    func reload() async throws {
        try await TestDaemon.with { daemon in
            let faders = try await daemon.faders(by: "reload")
            let level = try await faders.declare("reload.level", .number(0...1), default: 0.5)
            try await daemon.reload(TestDaemon.config + "parameters: {reload.level: {label: Mine, max: 2}}\n")
            try await daemon.set("reload.level", "1.5")
            #expect(await eventually { level.value == 1.5 })
            try await daemon.reload(TestDaemon.config + "parameters: {reload.level: {kind: text}}\n")
            #expect(await eventually { faders.problems.map(\.reason) == [.taken] })
            #expect(!level.isLive)
            try await daemon.reload(TestDaemon.config)
            #expect(await eventually { level.isLive && faders.problems.isEmpty })
            #expect(try await faders.list("reload").map(\.declaredBy) == [["reload"]])
            await faders.close()
        }
    }

    @Test("a parameter of the config that a reload takes away is not live, and is followed again when it is back")
    func taken() async throws {
        let config = TestDaemon.config + "parameters: {master: {type: decibel}}\n"
        try await TestDaemon.with(config: config) { daemon in
            let faders = try await daemon.faders(by: "taken")
            let master = faders["master"]
            #expect(await eventually { master.isLive })
            try await daemon.reload(TestDaemon.config)
            #expect(await eventually { !master.isLive })
            let refusal = await #expect(throws: Refusal.self) { try await master.set(.number(-6)) }
            #expect(refusal?.reason == .unknown)
            try await daemon.reload(config)
            #expect(await eventually { master.isLive })
            try await master.set(.number(-6))
            #expect(master.text == "-6.0 dB")
            await faders.close()
        }
    }

    @Test("a socket that is a file is a problem with a sentence, and the program goes on")
    func places() async throws {
        let faders = try await Faders(by: "places", socket: "/etc/passwd")
        guard case .waiting(let why) = faders.status else { throw Unexpected() }
        #expect(why.contains("/etc/passwd is not a socket"))
        #expect(faders.problems.map(\.reason) == [.unavailable])
        let level = try await faders.declare("places.level", .number(0...1), default: 0.5)
        #expect(level.value == 0.5)
        await faders.close()
    }
}

/// Not the state that the test has led to.
struct Unexpected: Error {}
