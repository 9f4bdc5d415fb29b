import FaderConsole
import FaderTesting
import FaderValues
import Synchronization
import Testing

@testable import FaderMIDI

extension EngineTests {
    @Suite("Many commands as one change")
    struct BatchTests {
        private func parameters(_ count: Int) -> Configuration {
            Configuration(parameters: (0..<count).map { ParameterSpec(id: "p\($0)", maximum: 127) })
        }

        private let number = ChangeNumber.ofCaller(3)

        @Test(
            "thousands of commands are answered in order, and the handler sees all their changes first, with their number",
            .timeLimit(.minutes(1)))
        func many() async throws {
            let witness = Witness()
            let engine = try start(parameters(5000), on: Cable(surfaces: 0)) { witness.see($0) }
            let commands = (0..<5000).map { Command.set(parameter: ParameterIndex($0), Double($0 % 130), .recall) }
            let outcomes = try await engine.submit(commands, change: number, generation: 1)
            #expect(outcomes?.map(\.value) == (0..<5000).map { Double(min($0 % 130, 127)) })
            #expect(outcomes?.map(\.isClamped) == (0..<5000).map { $0 % 130 > 127 })
            var numbers = [ChangeNumber](repeating: 0, count: 5000)
            for event in witness.events {
                if case .changed(let report, _) = event, report.revision > 0 { numbers[report.parameter.offset] = report.change }
            }
            #expect((0..<5000).allSatisfy { numbers[$0] == number || $0 % 130 == 0 })
            #expect(try await engine.submit([], change: number, generation: 1) == [])
            await engine.stop()
        }

        @Test("a batch for an old configuration does nothing, however long it is", .timeLimit(.minutes(1)))
        func stale() async throws {
            let engine = try start(parameters(2), on: Cable(surfaces: 0))
            let commands = [Command](repeating: .set(parameter: 1, 9, .api), count: 1000)
            #expect(try await engine.submit(commands, change: number, generation: 2) == nil)
            #expect(try await engine.submit(.step(parameter: 1, by: 0, .ordinary, .api), generation: 1)?.revision == 0)
            #expect(engine.asking.withLock { $0.waiting.isEmpty })
            await engine.stop()
        }

        @Test("a new configuration in the middle of a batch ends the batch between two pieces", .timeLimit(.minutes(1)))
        func swapped() async throws {
            let configuration = parameters(1)
            let cable = try Cable(surfaces: 0)
            let witness = Witness()
            let engine = try start(configuration, on: cable) { witness.see($0) }
            let commands = (1...100_000).map { Command.set(parameter: 0, Double($0 % 100 + 1), .api) }
            let number = number
            async let batch = engine.submit(commands, change: number, generation: 1)
            _ = await eventually { (witness.newest(of: 0)?.revision ?? 0) > 0 }
            try await engine.swap(
                to: Console(configuration), continuity: Continuity(from: configuration, to: configuration), surfaceNames: [], generation: 2)
            #expect(try await batch == nil)
            let done = try await engine.submit(.step(parameter: 0, by: 0, .ordinary, .api), generation: 2)?.revision ?? 0
            #expect(done > 0 && done < 100_000)
            #expect(done.number.isMultiple(of: UInt64(EngineHandle.piece)))
            await engine.stop()
        }

        @Test("a batch waits while others have filled the ring, and is not dropped", .timeLimit(.minutes(1)))
        func full() async throws {
            let cable = try Cable(surfaces: 1)
            let engine = try start(Desks.single(), on: cable)
            let tally = Tally()
            cable.isHeld.store(true, ordering: .sequentiallyConsistent)
            cable.move(1)
            let number = number
            await withTaskGroup { tasks in
                for _ in 0..<1024 { tasks.addTask { await tally.submit(to: engine) } }
                tasks.addTask {
                    let commands = [Command](repeating: .step(parameter: 0, by: 1, .ordinary, .api), count: 3000)
                    let outcomes = try? await engine.submit(commands, change: number, generation: 1)
                    #expect(outcomes?.count == 3000)
                }
                _ = await eventually { engine.link.requests.room < EngineHandle.piece }
                cable.isHeld.store(false, ordering: .sequentiallyConsistent)
            }
            await engine.stop()
        }

        @Test("a stop in the middle of a batch is reported to the caller", .timeLimit(.minutes(1)))
        func stopped() async throws {
            let engine = try start(parameters(1), on: Cable(surfaces: 0))
            let commands = [Command](repeating: .step(parameter: 0, by: 1, .ordinary, .api), count: 1_000_000)
            let number = number
            let batch = Task { try await engine.submit(commands, change: number, generation: 1) }
            try await Task.sleep(for: .milliseconds(20))
            await engine.stop()
            await #expect(throws: EngineError.stopped) { try await batch.value }
            #expect(engine.asking.withLock { $0.waiting.isEmpty })
        }
    }
}
