import FaderAPI
import FaderConsole
import FaderDaemon
import FaderRig
import Testing

@Suite("Which profile fits a controller")
struct RecognitionTests {
    private static func profile(_ keys: String) -> String { "version: 1\nname: Box\n\(keys)\ncontrols: {a: {input: cc 1 ch 1}}\n" }
    private static let files = [
        "profiles/box.yaml": profile("match: \"Box*\""),
        "profiles/box-daw.yaml": profile("match: {client: \"Box*\", port-name: \"*DAW*\"}"),
        "profiles/box-third.yaml": profile("match: {client: \"Box*\", port: 3}"),
        "profiles/box-two.yaml": profile("match: \"Box*\"\nidentity: \"42 13 01 00 00\""),
        "profiles/broken.yaml": profile("match: \"Box 2*\"\nnonsense: 1"),
        "profiles/long.yaml": profile("match: \"Box Long*\""),
        "profiles/usb.yaml": profile("usb: \"1234:5678\""),
    ]

    @Test(
        "its own answer decides, then USB, then its name, then a port that it has; a profile for a port that it lacks does not fit",
        arguments: [
            (Controller(client: "Box", ports: ["Box MIDI 1"]), ["box", "box-two"]),
            (Controller(client: "Box", ports: ["Box MIDI", "Box DAW In"]), ["box-daw"]),
            (Controller(client: "Box", ports: ["1", "2", "3"]), ["box", "box-third", "box-two"]),
            (Controller(client: "Box", identity: DeviceIdentity(parsing: "42 13 01 00 00")), ["box-two"]),
            (Controller(client: "UM-ONE", identity: DeviceIdentity(parsing: "42 13 01 00 00")), ["box-two"]),
            (Controller(client: "Box", ports: ["1"], identity: DeviceIdentity(parsing: "42 13 02 00 00")), ["box"]),
            (Controller(client: "Box Long", ports: ["1"]), ["long"]), (Controller(client: "Box 2", ports: ["1"]), ["box", "box-two"]),
            (Controller(client: "Box", usb: USBIdentity(parsing: "1234:5678"), ports: ["1"]), ["usb"]),
            (Controller(client: "Thing", ports: ["1"]), []),
        ])
    func fits(controller: Controller, expected: [String]) async throws {
        var setup = Rig.Setup(config: "version: 1\n")
        (setup.files, setup.answers) = (Self.files, [controller])
        let rig = try await Rig(setup)
        let found = try #require(await rig.daemon.profiles.controllers(asks: true).first)
        await rig.stop()
        #expect([found.profile].compactMap { $0 } + (found.others ?? []) == expected)
    }
}
