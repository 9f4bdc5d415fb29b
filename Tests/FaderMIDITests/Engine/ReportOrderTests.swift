import FaderConsole
import FaderSystem
import FaderTesting
import FaderValues
import Synchronization
import Testing

@testable import FaderMIDI

extension EngineTests {
    @Suite("The order in which changes are reported")
    struct ReportOrderTests {
        @Test("a move not yet reported is reported before the next command, with its own number", .timeLimit(.minutes(1)))
        func moveBeforeCommand() async throws {
            let cable = try Cable(surfaces: 1)
            let witness = Witness()
            let engine = try start(Desks.single(Desks.fader(hasMotor: false)), on: cable) { witness.see($0) }
            // Changes are reported at most every 10 ms: later ones within that time are delayed.
            for round in 1...50 {
                cable.move(UInt32(round))
                #expect(await eventually { cable.isDrained })
                let outcome = try await engine.submit(.set(parameter: 0, Double(round) + 0.25, .text), generation: 1)
                let newest = witness.newest(of: 0)
                #expect(newest?.value == outcome?.value && newest?.before == Double(round))
                #expect(newest?.origin == .text)
            }
            await engine.stop()
            let reports = witness.reports.filter { $0.revision > 0 }
            #expect(Set(reports.filter { $0.origin == .text }.map(\.change)).count == 50)
            #expect(Set(reports.filter { $0.origin == .hand }.map(\.revision)).count == 50)
            #expect(witness.isWithoutGaps)
        }

        @Test(
            "under a flood of moves and commands every command is reported separately, and no change is missing", .timeLimit(.minutes(1)))
        func flood() async throws {
            let cable = try Cable(surfaces: 1)
            let witness = Witness()
            let engine = try start(Desks.single(Desks.fader(hasMotor: false)), on: cable) { witness.see($0) }
            let isDone = Atomic<Bool>(false)
            let hand = try Thread("test-hand") {
                var raw: UInt32 = 0
                while !isDone.load(ordering: .relaxed) {
                    raw = (raw + 1) % 128
                    cable.move(raw)
                    usleepMilliseconds(1)
                }
            }
            var told: [Revision] = []
            for index in 0..<500 {
                let outcome = try await engine.submit(.set(parameter: 0, Double(index) / 7, .api), generation: 1)
                if let outcome { told.append(outcome.revision) }
            }
            isDone.store(true, ordering: .relaxed)
            hand.join()
            await engine.stop()
            let reports = witness.reports
            #expect(Set(told).isSubset(of: reports.map(\.revision)))
            #expect(Set(reports.filter { $0.origin == .hand }.map(\.change)).count < 20, "a hand that does not rest is one gesture")
            #expect(witness.isWithoutGaps)
        }

        @Test("a command that leaves its parameter as it was is still reported")
        func unchanged() async throws {
            let witness = Witness()
            let engine = try start(Desks.single(), on: Cable(surfaces: 1)) { witness.see($0) }
            _ = try await engine.submit(.set(parameter: 0, 0, .text), generation: 1)
            #expect(witness.newest(of: 0)?.value == 0)
            await engine.stop()
        }

        @Test("a glide moves the motor from the MIDI thread, ends exactly on its target, and then everything sleeps")
        func glide() async throws {
            await #expect(processExitsWith: .success) {
                let cable = try Cable(surfaces: 1)
                let witness = Witness()
                let engine = try start(Desks.single(), on: cable) { witness.see($0) }
                #expect(await eventually { cable.take() == ["0: cc 1 ch 1 = 0"] })
                let commands = [Command.glide(parameter: 0, to: 100.5, over: .milliseconds(400), .recall)]
                let outcomes = try await engine.submit(commands, change: ChangeNumber.ofCaller(0), generation: 1)
                #expect(outcomes?.first?.value == 0)
                #expect(await eventually { witness.newest(of: 0)?.value == 100.5 })
                let raws = cable.take().compactMap { Int($0.split(separator: " ").last ?? "") }
                #expect(raws == raws.sorted() && raws.count <= 20 && raws.count >= 2 && raws.last == 101, "\(raws)")
                #expect(Set(witness.reports.map(\.change)) == [ChangeNumber.ofCaller(0)])
                try await Task.sleep(for: .milliseconds(100))
                let before = voluntarySwitches(of: "faderd-midi")
                try await Task.sleep(for: .milliseconds(500))
                #expect(voluntarySwitches(of: "faderd-midi") == before)
                await engine.stop()
            }
        }
    }
}

extension Witness {
    /// All reports, in order.
    fileprivate var reports: [ParameterReport] {
        events.compactMap { if case .changed(let report, _) = $0 { report } else { nil } }
    }

    /// Whether each report of the first parameter continues from the one before.
    fileprivate var isWithoutGaps: Bool {
        var (value, number, before) = (0.0, ChangeNumber.none, 0.0)
        for report in reports {
            guard report.before == (report.change == number ? before : value) else { return false }
            (value, number, before) = (report.value, report.change, report.before)
        }
        return true
    }
}
