import FaderAPI
import FaderDaemon
import FaderDisks
import FaderEngine
import FaderRig
import FaderServer
import Testing

@Suite("What a button holds is saved as what it returns to")
struct HoldTests {
    private static let config = Rig.config
        .replacing("controls:\n", with: "controls:\n      dim: {input: \"note 16 ch 1\"}\n")
        .replacing("map: {fader.1: master,", with: "map: {dim: {parameter: master, action: hold, value: -30}, fader.1: master,")

    private func hold(_ isHeld: Bool, _ rig: Rig) async throws {
        try rig.surface.hold(.button(16), isHeld)
        let text = isHeld ? "-30.0 dB" : "-6.0 dB"
        try await rig.until("the button") { try rig.parameter("master").text == text }
    }

    @Test("after a power loss, a stop and a start the value is the one before the hold, whatever was saved meanwhile")
    func restart() async throws {
        let memory = PowerLossFileSystem()
        var disks: [PowerLossFileSystem.Disk] = []
        var setup = Rig.Setup(config: Self.config)
        setup.memory = memory
        let rig = try Rig(setup)
        try await rig.set("master", "-6")
        try await hold(true, rig)
        try await rig.set("pan", "40")
        _ = try await rig.daemon.saveSnapshot("down", SnapshotRequest())
        #expect(String(decoding: await rig.daemon.export(), as: UTF8.self).contains("\"value\": -6"))
        #expect(try await rig.daemon.history(for: ViewerRequest()).count == 2, "the hold is no entry")
        disks = memory.present.afterPowerLoss()
        _ = try await rig.reload(Self.config.replacing("label: Master", with: "label: Main"))
        #expect(try rig.parameter("master").text == "-30.0 dB")
        disks += memory.present.afterPowerLoss()
        await rig.stop()
        disks.append(memory.present)
        #expect(disks.count > 2)
        for disk in disks {
            var again = Rig.Setup(config: Self.config)
            again.memory = PowerLossFileSystem(disk)
            let rig = try Rig(again)
            #expect(try rig.parameter("master").text == "-6.0 dB")
            #expect(try await rig.daemon.snapshot("down", for: ViewerRequest()).entries.first { $0.id == "master" }?.text == "-6.0 dB")
            #expect(try await rig.daemon.history(for: ViewerRequest()).count == 2)
            await rig.stop()
        }
    }

    @Test("a release brings the value back, after a reload too; a value set under the hold is undone to the one before it")
    func release() async throws {
        let rig = try Rig(Rig.Setup(config: Self.config))
        try await rig.set("master", "-6")
        try await hold(true, rig)
        _ = try await rig.reload(Self.config.replacing("label: Master", with: "label: Main"))
        try await hold(false, rig)
        #expect(try await rig.daemon.history(for: ViewerRequest()).count == 1)
        try await hold(true, rig)
        try await rig.set("master", "-1")
        _ = try await rig.daemon.undo(UndoRequest(), for: ViewerRequest())
        #expect(try rig.parameter("master").text == "-6.0 dB")
        await rig.stop()
    }
}
