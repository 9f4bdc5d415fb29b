import FaderAPI
import FaderRig
import FoundationEssentials
import Testing

@testable import FaderCLI
@testable import FaderKit

@Suite("Controllers of sixteen makers")
struct KnownControllersTests {
    /// The name on the sequencer and the profile. Tests/VM plugs in three of these, and one that is known by its USB numbers.
    private static let devices = [
        ("APC40 mkII", "apc40-mk2"), ("Novation SL MkIII", "sl-mk3"), ("Maschine Jam", "maschine-jam"),
        ("XONE:K3", "xone-k3"), ("KL Essential 61 mk3", "keylab-essential-mk3"), ("iCON P1-M V1.21", "p1-m"),
        ("X-TOUCH MINI", "x-touch-mini"), ("nanoKONTROL2", "nanokontrol2"), ("Midi Fighter Twister", "midi-fighter-twister"),
        ("PANORAMA P4", "panorama"),
        ("Grid", "intech-grid"), ("Kenton Killamix Mini", "killamix-mini"), ("Xjam", "xjam"), ("TURN", "yaeltex-turn"),
        ("Music Thing m0 Plus", "m0-plus"), ("ZOOM R16_R24", "zoom-r16"),
    ]

    @Test("each is recognized as the device of its profile, among all that ship with faderd")
    func recognized() async throws {
        let root = "\(#filePath)".split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        var setup = Rig.Setup.server()
        for name in try FileManager.default.contentsOfDirectory(atPath: "\(root)/config/profiles") {
            setup.files["profiles/\(name)"] = try String(contentsOfFile: "\(root)/config/profiles/\(name)", encoding: .utf8)
        }
        #expect(setup.files.count > 100)
        setup.strangers = Self.devices.map(\.0)
        try await TestServer.with(setup: setup) { server async throws in
            let found = try await DaemonClient(candidates: [server.path], timeout: 60_000).ask(Routes.listControllers)
            let told = found.map { "\($0.client): \($0.profile ?? "nothing"), \($0.recognized == true)" }
            #expect(told.sorted() == Self.devices.map { "\($0.0): \($0.1), true" }.sorted())
        }
    }
}
