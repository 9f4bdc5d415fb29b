import FaderConsole
import FaderTesting
import FaderValues
import Synchronization
import Testing

@testable import FaderMIDI

extension EngineTests {
    @Suite("Traffic between the two worlds")
    struct TrafficTests {
        @Test("a submitted change is answered, and seen by the handler before the answer", .timeLimit(.minutes(1)))
        func changeBeforeAnswer() async throws {
            let cable = try Cable(surfaces: 1)
            let witness = Witness()
            let engine = try start(Desks.single(), on: cable) { witness.see($0) }
            for index in 1...500 {
                let outcome = try await engine.submit(.set(parameter: 0, Double(index % 128), .text), generation: 1)
                let seen = witness.newest(of: 0)
                #expect(outcome?.value == Double(index % 128))
                #expect(seen?.value == outcome?.value)
                #expect(seen?.revision == outcome?.revision)
            }
            await engine.stop()
            #expect(cable.take().last == "0: cc 1 ch 1 = \(500 % 128)")
        }

        @Test("a system exclusive message of 60 kB keeps no other surface waiting: its feedback goes out between two pieces")
        func longExclusive() async throws {
            let cable = try Cable(surfaces: 2)
            let engine = try start(Desks.pair(), on: cable)
            #expect(await eventually { cable.take().count > 0 || cable.attempts > 0 })
            cable.isHeld.store(true, ordering: .sequentiallyConsistent)
            let piece = [UInt8](repeating: 5, count: 256)
            cable.put(piece: [0xF0] + piece.dropLast())
            for place in 1..<240 {
                if place == 100 { cable.move(77, surface: 1) }
                cable.put(piece: piece)
            }
            _ = cable.take()
            cable.isHeld.store(false, ordering: .sequentiallyConsistent)
            #expect(await eventually { cable.isDrained })
            _ = try await engine.submit(.set(parameter: 0, 78, .text), generation: 1)
            let sent = cable.takeWithReads()
            #expect(sent.first?.message == "0: cc 1 ch 1 = 77")
            // 100 pieces came before it; of those after it, only the next one had been read.
            #expect((sent.first?.reads ?? .max) <= 104, "\(sent.first?.reads ?? 0) inputs were read before its feedback")
            await engine.stop()
        }

        @Test("a system reset reaches the protocol of its surface: a HUI that was talking is asked at once")
        func reset() async throws {
            let cable = try Cable(surfaces: 1)
            var configuration = Desks.single()
            configuration.surfaces[0].speaks = .hui
            let engine = try start(configuration, on: cable)
            #expect(await eventually { cable.attempts > 0 })
            cable.put([.message(surface: 0, MIDIMessage(MessageAddress(.note), raw: 127))])
            #expect(await eventually { cable.isDrained })
            _ = try await engine.submit(.set(parameter: 0, 1, .text), generation: 1)
            _ = cable.take()
            cable.put([.other(surface: 0, status: 0xFF, length: 1)])
            #expect(await eventually { cable.isDrained })
            _ = try await engine.submit(.set(parameter: 0, 2, .text), generation: 1)
            #expect(cable.take() == ["0: note 0 ch 1 = 0"])
            await engine.stop()
        }

        @Test("answers come at once, not at the end of a nap")
        func promptAnswers() async throws {
            await #expect(processExitsWith: .success) {
                let engine = try start(Desks.single(), on: Cable(surfaces: 1))
                let clock = ContinuousClock()
                let start = clock.now
                for index in 0..<2000 { _ = try await engine.submit(.set(parameter: 0, Double(index % 100), .api), generation: 1) }
                // A nap is 10 ms: if only every tenth answer waited for one, this would take 2 s.
                #expect(clock.now - start < .seconds(1.5))
                await engine.stop()
            }
        }

        @Test("a request for an old configuration is answered with nil")
        func stale() async throws {
            let engine = try start(Desks.single(), on: Cable(surfaces: 1))
            #expect(try await engine.submit(.set(parameter: 0, 5, .text), generation: 7) == nil)
            #expect(try await engine.explain(parameter: 0, generation: 7) == nil)
            let decisions = try await engine.explain(parameter: 0, generation: 1)
            #expect(decisions?.map(\.kind) == [.sent])
            await engine.stop()
        }

        @Test("every incoming message moves its parameter and is reported, however the notifying thread sleeps", .timeLimit(.minutes(1)))
        func neverMissesAWakeUp() async throws {
            let cable = try Cable(surfaces: 1)
            let newest = Atomic<Int>(-1)
            let engine = try start(Desks.single(Desks.fader(hasMotor: false)), on: cable) { event in
                if case .changed(let report, _) = event { newest.store(Int(report.value), ordering: .sequentiallyConsistent) }
            }
            var random = SeededGenerator(seed: 3)
            var missed: [Int] = []
            for index in 1...400 {
                cable.move(UInt32(index % 127 + 1))
                let isTold = await eventually { newest.load(ordering: .sequentiallyConsistent) == index % 127 + 1 }
                guard isTold else {
                    missed.append(index)
                    break
                }
                // A wake-up could be lost around the end of a nap.
                try await Task.sleep(for: .microseconds(Int.random(in: 0...12_000, using: &random)))
            }
            #expect(missed.isEmpty)
            await engine.stop()
        }

        @Test(
            "a flood of changes that the handler is too slow for ends with the newest values, and answers still come",
            .timeLimit(.minutes(1)))
        func slowHandler() async throws {
            let cable = try Cable(surfaces: 1)
            let witness = Witness()
            let controls = (1...8).map { Desks.fader(number: UInt16($0), hasMotor: false, parameter: ParameterIndex($0 - 1)) }
            let parameters = (1...8).map { ParameterSpec(id: "p\($0)", maximum: 127) }
            let surface = SurfaceSpec(name: "desk", match: SurfaceMatch(client: ""), controls: controls)
            let engine = try start(Configuration(parameters: parameters, surfaces: [surface]), on: cable) { event in
                if case .changed(let report, _) = event, report.revision.number % 64 == 0 { usleepMilliseconds(1) }
                witness.see(event)
            }
            for round in 0..<100 {
                cable.put(
                    (0..<400).map {
                        .message(surface: 0, MIDIMessage(MessageAddress(.cc, number: UInt16($0 % 8 + 1)), raw: UInt32((round + $0) % 128)))
                    })
                if round % 10 == 0 { _ = try await engine.submit(.step(parameter: 0, by: 1, .ordinary, .api), generation: 1) }
            }
            #expect(await eventually { cable.isDrained })
            for parameter in 0..<8 as Range<ParameterIndex> {
                let value = try await engine.submit(.step(parameter: parameter, by: 0, .ordinary, .api), generation: 1)?.value
                #expect(await eventually { witness.newest(of: parameter)?.value == value })
                #expect(value == Double((99 + 392 + parameter.offset) % 128))
            }
            await engine.stop()
        }

        @Test("more changed parameters than the ring holds are all reported once the handler continues", .timeLimit(.minutes(1)))
        func moreThanTheRing() async throws {
            let surfaces = (0..<40).map { surface in
                let controls = (0..<128).map { number in
                    ControlSpec(
                        id: "c.\(number)", input: MessageAddress(.cc, number: UInt16(number)),
                        parameter: ParameterIndex(surface * 128 + number))
                }
                return SurfaceSpec(name: "s\(surface)", match: SurfaceMatch(client: ""), controls: controls)
            }
            let parameters = (0..<5120).map { ParameterSpec(id: "p\($0)", maximum: 127) }
            let cable = try Cable(surfaces: 40)
            let gate = Gate()
            let witness = Witness()
            let engine = try start(Configuration(parameters: parameters, surfaces: surfaces), on: cable) { event in
                gate.pass()
                witness.see(event)
            }
            gate.isClosed.store(true, ordering: .sequentiallyConsistent)
            for raw: UInt32 in [1, 2] {
                cable.put(
                    (0..<5120).map {
                        .message(surface: SurfaceIndex($0 / 128), MIDIMessage(MessageAddress(.cc, number: UInt16($0 % 128)), raw: raw))
                    })
            }
            #expect(await eventually { cable.isDrained })
            gate.isClosed.store(false, ordering: .sequentiallyConsistent)
            let areAllTold = await eventually {
                var newest: [ParameterIndex: Double] = [:]
                for case .changed(let report, _) in witness.events { newest[report.parameter] = report.value }
                return newest.count == 5120 && newest.values.allSatisfy { $0 == 2 }
            }
            #expect(areAllTold)
            await engine.stop()
        }

        @Test("two thousand simultaneous requests are each answered or refused as busy, and none is forgotten", .timeLimit(.minutes(1)))
        func busy() async throws {
            let cable = try Cable(surfaces: 1)
            let engine = try start(Desks.single(), on: cable)
            let tally = Tally()
            cable.isHeld.store(true, ordering: .sequentiallyConsistent)
            cable.move(1)
            await withTaskGroup { group in
                for _ in 0..<2000 { group.addTask { await tally.submit(to: engine) } }
                _ = await eventually { tally.busy >= 900 }
                cable.isHeld.store(false, ordering: .sequentiallyConsistent)
            }
            #expect(tally.answered + tally.busy == 2000)
            #expect(tally.busy >= 900)
            #expect(tally.answered >= 1024)
            await engine.stop()
        }

        @Test("monitoring counts the messages it drops when the handler is too slow", .timeLimit(.minutes(1)))
        func monitoring() async throws {
            let cable = try Cable(surfaces: 1)
            let seen = Mutex<(count: UInt64, missed: UInt64)>((0, 0))
            let engine = try start(Desks.single(Desks.fader(hasMotor: false)), on: cable) { event in
                guard case .monitored(let message, _) = event else { return }
                // Wait until the engine is finished: only a limited number of messages fits in between.
                while !cable.isDrained { usleepMilliseconds(1) }
                seen.withLock { seen in
                    seen.count += 1
                    seen.missed += message.missed
                }
            }
            try await engine.setMonitoring(true)
            cable.put((0..<50_000).map { Cable.move(UInt32($0 % 128)) })
            #expect(await eventually { cable.isDrained })
            // One more, when there is room again, reports how many were dropped before it.
            try await Task.sleep(for: .milliseconds(200))
            cable.move(5)
            #expect(await eventually { seen.withLock { $0.count + $0.missed } == 50_001 })
            #expect(seen.withLock { $0.missed } > 0)
            try await engine.setMonitoring(false)
            let before = seen.withLock { $0.count }
            cable.move(6)
            try await Task.sleep(for: .milliseconds(50))
            #expect(seen.withLock { $0.count } == before)
            await engine.stop()
        }

        @Test("monitoring shows the bytes of system exclusive messages that arrive in pieces, and fader messages between the pieces count")
        func monitoringBytes() async throws {
            let cable = try Cable(surfaces: 1)
            let witness = Witness()
            let engine = try start(Desks.single(Desks.fader(hasMotor: false)), on: cable) { witness.see($0) }
            try await engine.setMonitoring(true)
            let message = [0xF0] + (0..<998).map { UInt8($0 % 128) } + [0xF7]
            // First a broken one, cut off by the start of the next.
            cable.put(piece: [0xF0, 1, 2])
            cable.put(piece: Array(message[..<256]))
            cable.move(9)
            cable.put(piece: Array(message[256...]))
            cable.move(10)
            let isSeen = await eventually {
                witness.events.contains { event in
                    guard case .monitored(let monitored, let bytes) = event else { return false }
                    return monitored.content == .systemExclusive(length: 1000) && monitored.isInput && bytes == message
                }
            }
            #expect(isSeen)
            #expect(await eventually { witness.newest(of: 0)?.value == 10 })
            #expect(try await engine.statistics().counts.broken == 1)
            await engine.stop()
        }

        @Test("monitoring also shows output: answers, and messages sent at the end of a hold-off")
        func monitoringOut() async throws {
            let cable = try Cable(surfaces: 1)
            let witness = Witness()
            let engine = try start(Desks.single(Desks.fader(isTouchable: false)), on: cable) { witness.see($0) }
            try await engine.setMonitoring(true)
            cable.move(9)
            let isSeen = await eventually {
                witness.events.contains { event in
                    guard case .monitored(let message, _) = event, !message.isInput else { return false }
                    return message.content == .message(MIDIMessage(MessageAddress(.cc, number: 1), raw: 9))
                }
            }
            #expect(isSeen)
            await engine.stop()
        }
    }
}
