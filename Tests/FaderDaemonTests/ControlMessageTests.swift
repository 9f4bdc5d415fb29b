import FaderConfig
import FaderConsole
import FaderTargets
import FaderTesting
import Testing

@testable import FaderDaemon

@Suite("Which control a message belongs to")
struct ControlMessageTests {
    private static let folder =
        TestFile.project + "/config/profiles"
    private static let profiles = SystemFiles().names(in: folder).filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()

    private static func surface(_ profile: String) throws -> SurfaceSpec {
        let text = "version: 1\nparameters: {a: {}}\nsurfaces: {desk: {match: \"*\", profile: \(profile)}}\n"
        let result = ConfigReader(kinds: TargetKinds.all, profileDirectories: [folder]).readAll(
            bytes: Array(text.utf8), name: "/nowhere/faderd.yaml"
        ).result
        guard case .success(let contents, _) = result else { throw NotRead() }
        return try #require(contents.console.surfaces.first)
    }

    private struct NotRead: Error {}

    @Test("what a motor, ring or lamp is sent is its control's, in every profile, whatever control sends that message", arguments: profiles)
    func receivers(profile: String) throws {
        let surface = try Self.surface(profile)
        let messages = ControlMessages(surface)
        for (index, control) in surface.controls.enumerated() {
            let lamp = control.takeoverMode == .jump ? nil : control.takeoverLamp
            let ofLamp = control.lamp?.messages ?? []
            let all = lamp.map { [$0] } ?? (ofLamp.isEmpty ? [control.motor].compactMap { $0 } : ofLamp.compactMap(\.address))
            for address in all {
                #expect(messages.receiver(of: address) { $0 == index } == index, "\(control.id) \(address)")
                let alone = messages.receiver(of: address) { _ in false }
                let isShared = surface.controls.indices.contains { other in
                    other != index && messages.receiver(of: address) { $0 == other } == other
                }
                #expect(alone == (isShared ? nil : index), "\(control.id) \(address)")
            }
        }
    }

    @Test("on an X-Touch Mini, the ring of encoder 1 is sent what fader 1 sends")
    func mini() throws {
        let surface = try Self.surface("x-touch-mini")
        let messages = ControlMessages(surface)
        let address = MessageAddress(.cc, number: 9, channel: 10)
        #expect(messages.sender(of: MIDIMessage(address, raw: 11)).map { surface.controls[$0].id } == "fader.1")
        #expect(messages.receiver(of: address) { _ in true }.map { surface.controls[$0].id } == "encoder.1")
    }

    @Test("the colors of a lamp that have numbers of their own, and both halves of a motor's 14 bits, are its control's")
    func numbers() throws {
        var button = ControlSpec(id: "button.1", input: MessageAddress(.note, number: 1), motor: MessageAddress(.note, number: 10))
        button.lamp = LampSpec(on: LampSpec.raw(127, number: 32))
        let fader = ControlSpec(id: "fader.1", input: MessageAddress(.cc14, number: 2), motor: MessageAddress(.cc14, number: 3))
        let messages = ControlMessages(SurfaceSpec(name: "desk", match: SurfaceMatch(client: "*"), controls: [button, fader]))
        func receiver(_ kind: MessageKind, _ number: UInt16) -> Int? {
            messages.receiver(of: MessageAddress(kind, number: number)) { _ in true }
        }
        #expect(receiver(.note, 10) == 0 && receiver(.note, 42) == 0 && receiver(.note, 1) == nil && receiver(.note, 11) == nil)
        #expect(receiver(.cc14, 3) == 1 && receiver(.cc, 3) == 1 && receiver(.cc, 35) == 1 && receiver(.cc, 2) == nil)
        #expect(messages.sender(of: MessageAddress(.cc, number: 34)) == 1 && messages.sender(of: MessageAddress(.cc, number: 3)) == nil)
    }
}
