import FaderAPI
import FaderDaemon
import FaderDisks
import FaderMIDI
import FaderRig
import FaderServer
import FaderValues
import Testing

@Suite("Reloads of the real daemon")
struct ReloadTests {
    private static let narrow = Rig.config.replacing("min: -70, max: 6", with: "min: -40, max: 0").replacing(
        "default: -12", with: "default: -20")

    @Test("typed values, moving faders, undo and reloads at once: every answer is right, and the final state is on the disk")
    func race() async throws {
        let memory = PowerLossFileSystem()
        var last = ""
        try await Rig.with(memory) { rig in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for number in 0..<40 {
                        let text = "\(-Double(number) / 2)"
                        #expect(try await rig.set("pan", "\(number)").text == "\(number)")
                        _ = try await rig.daemon.values.put("master", .text(text), for: ViewerRequest(), from: Caller(SessionID(0)))
                    }
                }
                group.addTask {
                    for number in 0..<200 {
                        try rig.surface.move(0, to: Position(Double(number % 100) / 100))
                        try await Task.sleep(for: .milliseconds(1))
                    }
                }
                group.addTask { for round in 0..<8 { try await rig.reload(round.isMultiple(of: 2) ? Self.narrow : Rig.config) } }
                group.addTask {
                    for _ in 0..<20 {
                        do { _ = try await rig.daemon.history.undo(UndoRequest(id: "master"), for: ViewerRequest()) } catch ServiceError
                            .nothingToUndo
                        {}
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await rig.parameter("pan").text == "39")
            last = try await rig.set("master", "-7").text
        }
        try await Rig.with(memory) { rig in
            let texts = try await rig.parameters(["master", "pan"]).map(\.text)
            #expect(texts == [last, "39"])
        }
    }
}
