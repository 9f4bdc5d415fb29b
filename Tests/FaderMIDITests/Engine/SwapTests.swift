import FaderConsole
import FaderSystem
import FaderTesting
import FaderValues
import Synchronization
import Testing

@testable import FaderMIDI

extension EngineTests {
    @Suite("A new configuration while messages stream")
    struct SwapTests {
        @Test(
            "a removed surface is sent its last messages before the new configuration is in force, as soon as there is room",
            .timeLimit(.minutes(1)))
        func leaves() async throws {
            let cable = try Cable(surfaces: 2)
            var old = Desks.pair()
            old.surfaces[0].end = [.message(MIDIMessage(MessageAddress(.note, number: 1), raw: 7))]
            var new = old
            new.surfaces.removeFirst()
            let engine = try start(old, on: cable)
            #expect(await eventually { cable.take().contains("1: cc 1 ch 1 = 0") })
            cable.answerSends(with: .busy)
            let next = new
            let continuity = Continuity(from: old, to: next)
            async let swapped: Void = engine.swap(to: Console(next), continuity: continuity, surfaceNames: ["right"], generation: 2)
            let attempts = cable.attempts
            #expect(await eventually { cable.attempts > attempts + 3 })
            cable.answerSends(with: .sent)
            try await swapped
            #expect(cable.take().first == "0: note 1 ch 1 = 7")
            await engine.stop()
        }

        @Test("a hundred swaps under a stream of input lose no event, and values are kept", .timeLimit(.minutes(1)))
        func swaps() async throws {
            let cable = try Cable(surfaces: 1)
            let configuration = Desks.single(Desks.fader(.cc14, hasMotor: false), Desks.fine)
            let engine = try start(configuration, on: cable)
            let isDone = Atomic<Bool>(false)
            let sent = Atomic<Int>(0)
            let stream = try Thread("test-stream") {
                var index = 0
                while !isDone.load(ordering: .relaxed) {
                    let value = UInt32(index % 16384)
                    cable.put(
                        [
                            MIDIMessage(MessageAddress(.cc, number: 1), raw: value >> 7),
                            MIDIMessage(MessageAddress(.cc, number: 33), raw: value & 127),
                        ]
                        .map { .message(surface: 0, $0) })
                    index += 1
                    sent.store(index, ordering: .sequentiallyConsistent)
                    if index % 16 == 0 { usleepMilliseconds(1) }
                }
            }
            for generation in 2...101 as ClosedRange<Generation> {
                let continuity = Continuity(from: configuration, to: configuration)
                try await engine.swap(to: Console(configuration), continuity: continuity, surfaceNames: ["desk"], generation: generation)
                #expect(
                    try await engine.submit(.step(parameter: 0, by: 0, .ordinary, .api), generation: generation.advanced(by: -1)) == nil)
            }
            isDone.store(true, ordering: .relaxed)
            stream.join()
            #expect(await eventually { cable.isDrained })
            let count = sent.load(ordering: .sequentiallyConsistent)
            #expect(try await engine.statistics().counts.messagesIn == UInt64(count * 2))
            let value = try await engine.submit(.step(parameter: 0, by: 0, .ordinary, .api), generation: 101)?.value
            #expect(value == Double((count - 1) % 16384))
            // The last value has the revision of the last change: none was lost or counted twice.
            #expect(
                try await engine.submit(.step(parameter: 0, by: 0, .ordinary, .api), generation: 101)?.revision
                    == Revision(UInt64(count - 1)))
            await engine.stop()
        }

        @Test(
            "lamps are lit with other values of the same configuration, and not of one that is no longer in force", .timeLimit(.minutes(1)))
        func relights() async throws {
            let cable = try Cable(surfaces: 1)
            func desk(_ lit: UInt32) -> Configuration {
                let note = MessageAddress(.note, number: 1)
                var button = ControlSpec(id: "pad.1", input: note, motor: note, parameter: 0, action: .toggle)
                (button.lamp, button.lampStates) = (LampSpec(off: 0, on: 3), LampStates([0, lit]))
                return Desks.single(button, ParameterSpec(id: "on", maximum: 1, decimals: 0, kind: .toggle(off: "off", on: "on")))
            }
            let engine = try start(desk(5), on: cable)
            _ = try await engine.submit(.set(parameter: 0, 1, .api), generation: 1)
            #expect(await eventually { cable.take().contains("0: note 1 ch 1 = 5") })
            let next = desk(45)
            #expect(try await engine.relight(DeckTable(next), next.mappings(), generation: 1))
            #expect(cable.take() == ["0: note 1 ch 1 = 45"])
            #expect(try await !engine.relight(DeckTable(next), desk(7).mappings(), generation: 2))
            #expect(cable.take() == [])
            await engine.stop()
        }

        @Test("after a swap, motors of the new configuration move and events carry its generation")
        func newMap() async throws {
            let cable = try Cable(surfaces: 1)
            let witness = Witness()
            let old = Desks.single()
            let engine = try start(old, on: cable) { witness.see($0) }
            _ = try await engine.submit(.set(parameter: 0, 100, .text), generation: 1)
            _ = cable.take()
            var new = old
            new.parameters[0].maximum = 50
            try await engine.swap(to: Console(new), continuity: Continuity(from: old, to: new), surfaceNames: ["desk"], generation: 2)
            #expect(cable.take() == ["0: cc 1 ch 1 = 127"])
            let isTold = await eventually {
                witness.events.contains { if case .changed(let report, 2) = $0 { report.value == 50 } else { false } }
            }
            #expect(isTold)
            await engine.stop()
        }

        @Test("changes before a swap are reported before it, and the swap's own changes before it returns")
        func order() async throws {
            let (cable, witness) = (try Cable(surfaces: 1), Witness())
            let old = Desks.single(Desks.fader(hasMotor: false))
            let engine = try start(old, on: cable) { witness.see($0) }
            var new = old
            new.parameters[0].maximum = 50
            for round in 1...20 as ClosedRange<UInt64> {
                let (from, to) = round.isMultiple(of: 2) ? (new, old) : (old, new)
                cable.move(UInt32(90 + round))
                #expect(await eventually { cable.isDrained })
                let continuity = Continuity(from: from, to: to)
                try await engine.swap(to: Console(to), continuity: continuity, surfaceNames: ["desk"], generation: Generation(round + 1))
                if to == new { #expect(witness.newest(of: 0)?.value == 50) }
            }
            var generation = Generation.first
            for event in witness.events {
                switch event {
                case .swapped(let next):
                    #expect(next == generation.next)
                    generation = next
                case .changed(let report, let told):
                    #expect(told == generation)
                    #expect(report.value <= (told.number.isMultiple(of: 2) ? 50 : 127))
                case .surface(_, _, let told): #expect(told == generation)
                case .settled, .answering, .hand, .deck, .glide, .tie, .notice, .monitored, .lost: break
                }
            }
            #expect(generation == 21)
            await engine.stop()
        }

        @Test("a swap is tried again on a busy engine; on a stopped one it leaves nothing behind", .timeLimit(.minutes(1)))
        func busy() async throws {
            let cable = try Cable(surfaces: 1)
            let desk = Desks.single(Desks.fader(hasMotor: false))
            let engine = try start(desk, on: cable)
            cable.isHeld.store(true, ordering: .sequentiallyConsistent)
            cable.move(1)
            let tally = Tally()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<2000 { group.addTask { await tally.submit(to: engine) } }
                #expect(await eventually { tally.busy > 0 })
                group.addTask {
                    let continuity = Continuity(from: desk, to: desk)
                    try await engine.swap(to: Console(desk), continuity: continuity, surfaceNames: ["desk"], generation: 2)
                }
                try await Task.sleep(for: .milliseconds(50))
                cable.isHeld.store(false, ordering: .sequentiallyConsistent)
                try await group.waitForAll()
            }
            #expect(try await engine.submit(.set(parameter: 0, 7, .api), generation: 2)?.value == 7)
            await engine.stop()
            await #expect(throws: EngineError.stopped) {
                let continuity = Continuity(from: desk, to: desk)
                try await engine.swap(to: Console(desk), continuity: continuity, surfaceNames: ["desk"], generation: 3)
            }
            #expect(engine.link.handover.withLock { $0 == nil })
        }

        @Test("neither a declared parameter nor a reload that changes no surface asks the port anything")
        func quiet() async throws {
            let cable = try Cable(surfaces: 2)
            let old = Desks.pair()
            let engine = try start(old, on: cable)
            _ = try await engine.statistics()
            let before = cable.questions
            #expect(before == 2)
            var declared = old
            declared.parameters.append(ParameterSpec(id: "x", maximum: 127))
            let more = Continuity(from: old, to: declared)
            try await engine.swap(to: Console(declared), continuity: more, surfaceNames: ["left", "right"], generation: 2)
            var new = declared
            new.parameters[0].maximum = 50
            let continuity = Continuity(from: declared, to: new)
            try await engine.swap(to: Console(new), continuity: continuity, surfaceNames: ["left", "right"], generation: 3)
            #expect(cable.questions == before)
            new.surfaces.reverse()
            let turned = Continuity(from: declared, to: new)
            try await engine.swap(to: Console(new), continuity: turned, surfaceNames: ["right", "left"], generation: 4)
            #expect(cable.questions == before + 1)
            await engine.stop()
        }
    }
}
