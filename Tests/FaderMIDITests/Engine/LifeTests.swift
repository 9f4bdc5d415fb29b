import FaderConsole
import FaderTesting
import FaderValues
import Glibc
import Synchronization
import Testing

@testable import FaderMIDI

extension EngineTests {
    /// What counts threads, descriptors or wake-ups of the whole process runs in a process of its own, because other tests run beside it in this one.
    @Suite("The life of the MIDI thread")
    struct LifeTests {
        @Test("input that lies in the port's own memory is read to its end without another poll")
        func readsToTheEnd() async throws {
            let cable = try Cable(surfaces: 1)
            let engine = try start(Desks.single(Desks.fader(hasMotor: false)), on: cable)
            cable.put((0..<5000).map { Cable.move(UInt32($0 % 128)) })
            #expect(await eventually { cable.isDrained })
            #expect(try await engine.statistics().counts.messagesIn == 5000)
            #expect(try await engine.statistics().latency.count == 5000)
            await engine.stop()
        }

        @Test("a reader that stays busy does not make the thread spin")
        func noSpin() async throws {
            let cable = try Cable(surfaces: 1)
            let engine = try start(Desks.single(), on: cable)
            cable.answerSends(with: .busy)
            _ = try await engine.submit(.set(parameter: 0, 5, .text), generation: 1)
            try await Task.sleep(for: .seconds(1))
            #expect(cable.attempts < 20, "\(cable.attempts)")
            cable.answerSends(with: .sent)
            #expect(await eventually { cable.take().contains("0: cc 1 ch 1 = 5") })
            await engine.stop()
        }

        @Test("the thread is woken from a blocking read even where no signal can be queued")
        func wokenWithoutQueue() async {
            await #expect(processExitsWith: .success) {
                var none = rlimit(rlim_cur: 0, rlim_max: 0)
                try #require(unsafe setrlimit(__rlimit_resource_t(11), &none) == 0, "RLIMIT_SIGPENDING")
                let engine = try EngineHandle.start(
                    port: BlockingPort(), console: Console(Desks.single()), isRealtime: false, handler: { _ in })
                let tally = Tally()
                for _ in 0..<3 { Task { await tally.submit(to: engine) } }
                #expect(await eventually { tally.answered == 3 })
                // A thread that is not woken cannot be ended either.
                if tally.answered < 3 { exit(1) }
                await engine.stop()
            }
        }

        @Test("a lost port is reported once; requests are still served and nothing spins")
        func lostPort() async throws {
            await #expect(processExitsWith: .success) {
                let cable = try Cable(surfaces: 1)
                let witness = Witness()
                let engine = try start(Desks.single(), on: cable) { witness.see($0) }
                cable.put([.lost(ENODEV), .lost(ENODEV)])
                #expect(await eventually { witness.events.contains { if case .lost(ENODEV) = $0 { true } else { false } } })
                #expect(try await engine.submit(.set(parameter: 0, 5, .text), generation: 1)?.value == 5)
                // The thread goes to sleep after it has answered.
                try await Task.sleep(for: .milliseconds(100))
                let before = voluntarySwitches(of: "faderd-midi")
                try await Task.sleep(for: .milliseconds(300))
                #expect(voluntarySwitches(of: "faderd-midi") == before)
                #expect(witness.events.count { if case .lost = $0 { true } else { false } } == 1)
                await engine.stop()
            }
        }

        @Test("an idle engine never wakes up: no voluntary context switch in a second on either thread")
        func idle() async throws {
            await #expect(processExitsWith: .success) {
                let cable = try Cable(surfaces: 2)
                let engine = try start(Desks.pair(), on: cable)
                // First some activity: values, motion, hold-offs.
                cable.move(7)
                _ = try await engine.submit(.set(parameter: 0, 5, .text), generation: 1)
                try await Task.sleep(for: .milliseconds(500))
                let before = (voluntarySwitches(of: "faderd-midi"), voluntarySwitches(of: "faderd-notify"))
                #expect(before.0 != nil && before.1 != nil)
                // The tests of a whole daemon watch for longer.
                try await Task.sleep(for: .seconds(1))
                #expect(voluntarySwitches(of: "faderd-midi") == before.0)
                #expect(voluntarySwitches(of: "faderd-notify") == before.1)
                await engine.stop()
            }
        }

        @Test("stop ends both threads, closes the port, and can be called again")
        func stop() async throws {
            await #expect(processExitsWith: .success) {
                let cable = try Cable(surfaces: 1)
                let engine = try start(Desks.single(), on: cable)
                await engine.stop()
                #expect(cable.isClosed)
                // The system still lists a thread for a moment after it was joined.
                #expect(await eventually { voluntarySwitches(of: "faderd-midi") == nil })
                #expect(await eventually { voluntarySwitches(of: "faderd-notify") == nil })
                await #expect(throws: EngineError.stopped) { try await engine.submit(.reset(parameter: 0, .api), generation: 1) }
                await #expect(throws: EngineError.stopped) { try await engine.statistics() }
                await engine.stop()
            }
        }

        @Test(
            "a device is sent its last messages before the port closes; a busy one is waited for, a stuck one only briefly",
            .timeLimit(.minutes(1)))
        func last() async throws {
            for isStuck in [false, true] {
                let cable = try Cable(surfaces: 1)
                var configuration = Desks.single()
                configuration.surfaces[0].end = [.message(MIDIMessage(MessageAddress(.note, number: 1), raw: 7))]
                let engine = try start(configuration, on: cable)
                #expect(await eventually { cable.take().contains("0: cc 1 ch 1 = 0") })
                cable.answerSends(with: .busy)
                async let stopped: Void = engine.stop()
                let attempts = cable.attempts
                #expect(await eventually { cable.attempts > attempts + 3 })
                if !isStuck { cable.answerSends(with: .sent) }
                await stopped
                #expect(cable.isClosed)
                #expect(cable.take() == (isStuck ? [] : ["0: note 1 ch 1 = 7"]))
            }
        }

        @Test("stop while the ring of requests is full ends in time, and every waiter gets an answer or an error", .timeLimit(.minutes(1)))
        func stopWhileBusy() async throws {
            let cable = try Cable(surfaces: 1)
            let engine = try start(Desks.single(), on: cable)
            let tally = Tally()
            cable.isHeld.store(true, ordering: .sequentiallyConsistent)
            cable.move(1)
            await withTaskGroup { group in
                for _ in 0..<1500 { group.addTask { await tally.submit(to: engine) } }
                _ = await eventually { tally.busy >= 400 }
                group.addTask { await engine.stop() }
                try? await Task.sleep(for: .milliseconds(50))
                cable.isHeld.store(false, ordering: .sequentiallyConsistent)
            }
            #expect(tally.all == 1500)
            #expect(tally.busy >= 400)
            #expect(cable.isClosed)
        }

        @Test("a hundred engines started and stopped leave no thread and no descriptor behind")
        func noLeak() async throws {
            await #expect(processExitsWith: .success) {
                let before = entries(of: "/proc/self/fd")
                for _ in 0..<100 {
                    let engine = try start(Desks.single(), on: Cable(surfaces: 1))
                    await engine.stop()
                }
                #expect(await eventually { voluntarySwitches(of: "faderd-midi") == nil })
                #expect(await eventually { entries(of: "/proc/self/fd").count <= before.count + 2 })
            }
        }
    }
}

/// The voluntary context switches of the thread with this name in this process; nil if there is no such thread.
func voluntarySwitches(of name: String) -> Int? {
    for task in entries(of: "/proc/self/task") where contents(of: "/proc/self/task/\(task)/comm") == name + "\n" {
        let status = contents(of: "/proc/self/task/\(task)/status")
        for line in status.split(separator: "\n") where line.hasPrefix("voluntary_ctxt_switches:") {
            return Int(line.split(separator: "\t").last ?? "")
        }
    }
    return nil
}

func entries(of path: String) -> [String] {
    guard let directory = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
        let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
            unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
        }
        if name != ".", name != ".." { names.append(name) }
    }
    return names
}

func contents(of path: String) -> String {
    let descriptor = unsafe open(path, O_RDONLY)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = unsafe read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
}

func usleepMilliseconds(_ count: UInt32) { usleep(count * 1000) }
