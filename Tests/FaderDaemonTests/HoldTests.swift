import FaderAPI
import FaderDaemon
import FaderDisks
import FaderMIDI
import FaderRig
import FaderServer
import FaderValues
import Testing

@Suite("What a button holds is saved as what it returns to")
struct HoldTests {
    private static let config = Rig.config
        .replacing("controls:\n", with: "controls:\n      dim: {input: \"note 16 ch 1\"}\n")
        .replacing("map: {fader.1: master,", with: "map: {dim: {parameter: master, action: hold, value: -30}, fader.1: master,")

    @Test("after a power loss, a stop and a start the value is the one before the hold, whatever was saved meanwhile")
    func restart() async throws {
        let memory = PowerLossFileSystem()
        var disks: [PowerLossFileSystem.Disk] = []
        var setup = Rig.Setup(config: Self.config)
        setup.memory = memory
        let rig = try await Rig(setup)
        try await rig.set("master", "-6")
        try rig.surface.hold(#require(rig.surface.device.control(named: "mute.1")), true)
        try await rig.until("the button") { try await rig.parameter("master").text == "-30.0 dB" }
        try await rig.set("pan", "40")
        _ = try await rig.daemon.snapshots.save("down", SnapshotRequest())
        #expect(String(decoding: await rig.daemon.exchange.export(), as: UTF8.self).contains("\"value\": -6"))
        #expect(try await rig.daemon.history.entries(for: ViewerRequest())().count == 2, "the hold is no entry")
        disks = memory.present.afterPowerLoss()
        _ = try await rig.reload(Self.config.replacing("label: Master", with: "label: Main"))
        #expect(try await rig.parameter("master").text == "-30.0 dB")
        disks += memory.present.afterPowerLoss()
        await rig.stop()
        disks.append(memory.present)
        #expect(disks.count > 2)
        for disk in disks {
            var again = Rig.Setup(config: Self.config)
            again.memory = PowerLossFileSystem(disk)
            let rig = try await Rig(again)
            #expect(try await rig.parameter("master").text == "-6.0 dB")
            #expect(
                try await rig.daemon.snapshots.contents(of: "down", for: ViewerRequest())().entries.first { $0.id == "master" }?.text
                    == "-6.0 dB")
            #expect(try await rig.daemon.history.entries(for: ViewerRequest())().count == 2)
            await rig.stop()
        }
    }
}
