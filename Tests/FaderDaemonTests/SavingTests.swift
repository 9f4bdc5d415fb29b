import FaderAPI
import FaderDaemon
import FaderDisks
import FaderRig
import FaderServer
import FaderStore
import FaderValues
import Glibc
import Testing

@Suite("Saving in the real daemon")
struct SavingTests {
    @Test("an answered set survives any power loss, with its history, and so does a snapshot")
    func durable() async throws {
        let memory = PowerLossFileSystem()
        var disks: [PowerLossFileSystem.Disk] = []
        try await Rig.with(memory) { rig in
            try await rig.set("master", "-6")
            try await rig.set("name", "stage")
            _ = try await rig.daemon.snapshots.save("soft", SnapshotRequest())
            disks = memory.present.afterPowerLoss()
        }
        #expect(disks.count > 1)
        for disk in disks {
            try await Rig.with(PowerLossFileSystem(disk)) { rig in
                #expect(try await rig.parameter("master").text == "-6.0 dB")
                #expect(try await rig.parameter("master").origin == "restore")
                #expect(try await rig.parameter("name").text == "stage")
                #expect(await rig.daemon.snapshots.all()().map(\.name) == ["soft"])
                #expect(try await rig.daemon.history.entries(for: ViewerRequest())().count == 2)
                _ = try await rig.daemon.history.undo(UndoRequest(), for: ViewerRequest())
                #expect(try await rig.parameter("name").text == "desk")
            }
        }
    }

    @Test("a failing disk: the value is applied, the answer is 503, the status reports it, and it is saved once the disk works again")
    func failing() async throws {
        let memory = PowerLossFileSystem()
        try await Rig.with(memory) { rig in
            rig.disk.fail { $0.name == "sync" ? ENOSPC : nil }
            let problem = try await refusal { try await rig.set("master", "-6") }
            #expect(problem?.status == 503 && problem?.parameter?.text == "-6.0 dB")
            #expect(try await rig.parameter("master").text == "-6.0 dB")
            #expect(await rig.daemon.status().saving.state == .failing)
            #expect(try await refusal { try await rig.daemon.snapshots.save("a", SnapshotRequest()) }?.status == 503)
            rig.disk.fail { _ in nil }
            try await rig.until("saving works again") { await rig.daemon.status().saving.state == .ok }
        }
        try await Rig.with(memory) { rig in
            let text = try await rig.parameter("master").text
            #expect(text == "-6.0 dB")
            #expect(await rig.daemon.snapshots.all()().map(\.name) == ["a"])
        }
    }
}
