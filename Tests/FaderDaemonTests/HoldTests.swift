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

    private func hold(_ isHeld: Bool, _ rig: Rig) async throws {
        try rig.surface.hold(#require(rig.surface.device.control(named: "mute.1")), isHeld)
        let text = isHeld ? "-30.0 dB" : "-6.0 dB"
        try await rig.until("the button") { try await rig.parameter("master").text == text }
    }

    @Test("after a power loss, a stop and a start the value is the one before the hold, whatever was saved meanwhile")
    func restart() async throws {
        let memory = PowerLossFileSystem()
        var disks: [PowerLossFileSystem.Disk] = []
        var setup = Rig.Setup(config: Self.config)
        setup.memory = memory
        let rig = try await Rig(setup)
        try await rig.set("master", "-6")
        try await hold(true, rig)
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

    @Test("a release brings the value back, after a reload too; a value set under the hold is undone to the one before it")
    func release() async throws {
        let rig = try await Rig(Rig.Setup(config: Self.config))
        try await rig.set("master", "-6")
        try await hold(true, rig)
        _ = try await rig.reload(Self.config.replacing("label: Master", with: "label: Main"))
        try await hold(false, rig)
        #expect(try await rig.daemon.history.entries(for: ViewerRequest())().count == 1)
        try await hold(true, rig)
        try await rig.set("master", "-1")
        _ = try await rig.daemon.history.undo(UndoRequest(), for: ViewerRequest())
        #expect(try await rig.parameter("master").text == "-6.0 dB")
        await rig.stop()
    }

    /// The config with another range and the hold's value within it.
    private func config(_ range: String, value: String) -> String {
        Self.config.replacing("min: -70, max: 6, unit: dB, default: -12", with: range).replacing("value: -30", with: "value: \(value)")
    }

    /// Starts on each disk and checks the value.
    private func restart(_ disks: [PowerLossFileSystem.Disk], _ config: String, _ value: Double) async throws {
        for (index, disk) in disks.enumerated() {
            try await Rig.with(PowerLossFileSystem(disk), config: config) { rig async throws in
                #expect(try await rig.parameter("master").value == .number(value), "disk \(index)")
                #expect(try await rig.daemon.history.entries(for: ViewerRequest())().count == 1, "disk \(index): the hold is no entry")
            }
        }
    }

    @Test(
        "a reload clamps what is held and what it returns to, and the file has the latter after a power loss and after a stop",
        arguments: [
            ("min: -70, max: -40, unit: dB, default: -50", "-50", "-40.0 dB", -40.0),
            ("min: -70, max: -10, unit: dB, default: -12", "-30", "-30.0 dB", -10),
            ("min: -20, max: 6, unit: dB, default: -12", "-20", "-20.0 dB", -6),
        ])
    func clamped(range: String, value: String, held: String, lasting: Double) async throws {
        let next = config(range, value: value)
        for isReleased in [false, true] {
            var disks: [PowerLossFileSystem.Disk] = []
            let memory = PowerLossFileSystem()
            try await Rig.with(memory, config: Self.config) { rig in
                try await rig.set("master", "-6")
                try await hold(true, rig)
                try await rig.reload(next)
                try await rig.until("the held value") { try await rig.parameter("master").text == held }
                try await rig.until("the saved value") { rig.saved["master"] == .number(lasting) }
                disks.append(memory.present)
                guard isReleased else { return }
                try rig.surface.hold(#require(rig.surface.device.control(named: "mute.1")), false)
                try await rig.until("the former value") { try await rig.parameter("master").value == .number(lasting) }
            }
            disks.append(memory.present)
            try await restart(disks, next, lasting)
        }
    }

    @Test("a parameter that goes, or gets another unit, leaves behind what its button would have returned it to")
    func gone() async throws {
        let percent = Self.config.replacing("min: -70, max: 6, unit: dB, default: -12, decimals: 1", with: "min: -70, max: 6, unit: \"%\"")
        let without = Rig.config.replacing("  master: {label: Master, min: -70, max: 6, unit: dB, default: -12, decimals: 1}\n", with: "")
            .replacing("fader.1: master, ", with: "")
        for other in [percent, without] {
            let memory = PowerLossFileSystem()
            var disks: [PowerLossFileSystem.Disk] = []
            try await Rig.with(memory, config: Self.config) { rig in
                try await rig.set("master", "-6")
                try await hold(true, rig)
                try await rig.reload(other)
                disks.append(memory.present)
                try rig.surface.hold(#require(rig.surface.device.control(named: "mute.1")), false)
                try await rig.reload(Self.config)
                #expect(try await rig.parameter("master").text == "-6.0 dB")
                disks.append(memory.present)
            }
            try await restart(disks + [memory.present], Self.config, -6)
        }
    }

    @Test("a number that becomes a choice is not the option that the button held")
    func kind() async throws {
        let number = Self.config.replacing("min: -70, max: 6, unit: dB, default: -12, decimals: 1", with: "min: 0, max: 2, decimals: 0")
            .replacing("value: -30", with: "value: 2")
        let choice = number.replacing("min: 0, max: 2, decimals: 0", with: "kind: choice, options: [a, b, c]")
            .replacing("value: 2", with: "value: c")
        try await Rig.with(config: number) { rig in
            try await rig.set("master", "1")
            try rig.surface.hold(#require(rig.surface.device.control(named: "mute.1")), true)
            try await rig.until("the button") { try await rig.parameter("master").text == "2" }
            let before = rig.saved["master"]
            try await rig.reload(choice)
            #expect(try await rig.parameter("master").text != "c")
            #expect(rig.saved["master"] == before)
        }
    }
}
