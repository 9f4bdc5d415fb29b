import FaderConsole
import FaderModel
import FaderTesting
import FaderThreads
import Synchronization
import Testing

@testable import FaderEngine

extension EngineTests {
    @Suite("Parameters are opened and closed while messages stream")
    struct PatchTests {
        private let spec = ParameterSpec(id: "x", maximum: 127)

        private func opening(_ slot: ParameterIndex, _ value: Double, since generation: Generation) -> Patch {
            .open(parameter: slot, Opening(spec, nil, value: value), since: generation)
        }

        @Test("a request for a slot's previous parameter is stale, before and after the slot is reused")
        func stale() async throws {
            let (cable, witness) = (try Cable(surfaces: 1), Witness())
            let engine = try start(Desks.single(), on: cable) { witness.see($0) }
            try await engine.patch([opening(1, 10, since: 2), .generation(2)])
            #expect(try await engine.submit(.set(parameter: 1, 20, .api), generation: 1) == nil)
            #expect(try await engine.submit(.set(parameter: 1, 20, .api), generation: 2)?.value == 20)
            try await engine.patch([.close(parameter: 1)])
            #expect(try await engine.submit(.set(parameter: 1, 30, .api), generation: 2) == nil)
            #expect(try await engine.explain(parameter: 1, generation: 2) == nil)
            try await engine.patch([opening(1, 40, since: 3)])
            #expect(try await engine.submit(.set(parameter: 1, 50, .api), generation: 2) == nil)
            try await engine.patch([.generation(3)])
            #expect(try await engine.submit(.set(parameter: 1, 60, .api), generation: 2) == nil)
            #expect(try await engine.submit(.step(parameter: 1, by: 0, .ordinary, .api), generation: 3)?.value == 40)
            #expect(try await engine.explain(parameter: 1, generation: 3)?.count == 1)
            try await engine.patch([.suspend(parameter: 1)])
            #expect(try await engine.submit(.set(parameter: 1, 60, .api), generation: 3) == nil)
            await engine.stop()
        }

        @Test("the last change before a slot is closed is reported, under its generation", .timeLimit(.minutes(1)))
        func last() async throws {
            let (cable, witness) = (try Cable(surfaces: 1), Witness())
            // Without a hold-off, no hand is on it right after its last movement, so it is bound at once.
            var fader = Desks.jumping(Desks.fader(hasMotor: false))
            fader.holdOff = .zero
            let engine = try start(Desks.single(fader), on: cable) { witness.see($0) }
            for round in 1...100 as ClosedRange<UInt64> {
                let generation = Generation(round * 2)
                try await engine.patch(
                    [opening(1, 0, since: generation), .generation(generation), .bind(control: 0, Mapping(parameter: 1))])
                cable.move(UInt32(round))
                #expect(await eventually { cable.isDrained })
                try await engine.patch([.close(parameter: 1), .generation(generation.next)])
                let last = witness.events.last { if case .changed = $0 { true } else { false } }
                guard case .changed(let report, generation)? = last else {
                    Issue.record("round \(round): \(String(describing: last))")
                    return
                }
                #expect((report.parameter, report.value) == (1, Double(round)))
            }
            await engine.stop()
        }

        @Test("a stream of messages loses nothing while other parameters are opened and closed", .timeLimit(.minutes(1)))
        func stream() async throws {
            let cable = try Cable(surfaces: 1)
            let engine = try start(Desks.single(Desks.fader(hasMotor: false)), on: cable)
            let isDone = Atomic<Bool>(false)
            let sent = Atomic<Int>(0)
            let stream = try Thread("test-stream") {
                var index = 0
                while !isDone.load(ordering: .relaxed) {
                    cable.move(UInt32(index % 128))
                    index += 1
                    sent.store(index, ordering: .sequentiallyConsistent)
                    if index % 16 == 0 { usleepMilliseconds(1) }
                }
            }
            for generation in 2...200 as ClosedRange<Generation> {
                let slots = 1...40 as ClosedRange<ParameterIndex>
                let patches =
                    generation.number.isMultiple(of: 2)
                    ? slots.map { opening($0, 0, since: generation) } : slots.map { Patch.close(parameter: $0) }
                try await engine.patch(patches + [.generation(generation)])
            }
            isDone.store(true, ordering: .relaxed)
            stream.join()
            #expect(await eventually { cable.isDrained })
            let count = sent.load(ordering: .sequentiallyConsistent)
            #expect(try await engine.statistics().counts.messagesIn == UInt64(count))
            let revision = try await engine.submit(.step(parameter: 0, by: 0, .ordinary, .api), generation: 200)?.revision
            #expect(revision == Revision(UInt64(count - 1)))
            await engine.stop()
        }

        @Test("the corners of a taper live as long as the slot that uses them")
        func corners() async throws {
            let cable = try Cable(surfaces: 1)
            let engine = try start(Desks.single(), on: cable)
            let bent = ParameterSpec(id: "bent", maximum: 10, taper: .points([TaperPoint(0, 0), TaperPoint(0.5, 1), TaperPoint(1, 10)]))
            weak var kept: TaperCorners?
            do {
                let corners = try #require(TaperCorners(of: bent))
                kept = corners
                try await engine.patch(
                    [.open(parameter: 1, Opening(bent, corners, value: 0), since: 2), .generation(2)], corners: [1: corners])
            }
            #expect(kept != nil)
            #expect(try await engine.submit(.setPosition(parameter: 1, Position(0.5), .api), generation: 2)?.value == 1)
            try await engine.patch([.close(parameter: 1), .generation(3)])
            #expect(kept == nil)
            await engine.stop()
        }

        @Test("neither a declaration nor a reload that changes no surface asks the port anything")
        func quiet() async throws {
            let cable = try Cable(surfaces: 2)
            let old = Desks.pair()
            let engine = try start(old, on: cable)
            _ = try await engine.statistics()
            let before = cable.questions
            #expect(before == 2)
            try await engine.patch([opening(1, 0, since: 2), .generation(2), .bind(control: 0, Mapping(parameter: 1))])
            var new = old
            new.parameters[0].maximum = 50
            let continuity = Continuity(from: old, to: new)
            try await engine.swap(to: Console(new), continuity: continuity, surfaceNames: ["left", "right"], generation: 3)
            #expect(cable.questions == before)
            new.surfaces.reverse()
            let turned = Continuity(from: old, to: new)
            try await engine.swap(to: Console(new), continuity: turned, surfaceNames: ["right", "left"], generation: 4)
            #expect(cable.questions == before + 1)
            await engine.stop()
        }
    }
}
