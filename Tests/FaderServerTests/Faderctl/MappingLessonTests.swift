import FaderAdmin
import FaderClient
import FaderConsole
import FaderJSON
import FaderRig
import Testing

@testable import faderctl

/// Learning on the page, from a controller that belongs to no surface.
@Suite("Learning from a known controller without a surface")
struct MappingLessonTests {
    private static let setup = {
        var setup = Rig.Setup(config: "version: 1\nparameters: {kick.level: {}, snare.level: {}, kick.mute: {kind: toggle}}\n")
        setup.files = [
            "profiles/box.yaml":
                "version: 1\nname: Box\nmatch: \"Box*\"\ncontrols: {fader.1: {input: cc 7 ch 1}, fader.2: {input: cc 8 ch 1}}\n"
        ]
        setup.strangers = ["Box 2"]
        return setup
    }()

    @Test(
        "its profile is offered with the mapping, for one parameter and for all strips; what its profile does not have is refused for strips",
        arguments: [
            (
                8, #"{"parameter": "snare.level"}"#,
                #"["heard","fader.2"]"#,
                #"[{"set":["surfaces","box","profile"],"to":"box"},{"set":["surfaces","box","map","fader.2"],"to":"snare.level"}]"#
            ),
            (
                7, #"{"parameter": "snare.level", "strips": true}"#,
                #"["heard","fader.1"]"#,
                #"[{"set":["surfaces","box","profile"],"to":"box"},{"set":["surfaces","box","strips","each"],"to":["kick","snare"]},{"set":["surfaces","box","strips","fader"],"to":"{}.level"}]"#
            ),
            (20, #"{"parameter": "snare.level", "strips": true}"#, #"["failed",null]"#, "null"),
        ])
    func known(controller: UInt16, body: String, heard: String, edits: String) async throws {
        try await TestServer.with(setup: Self.setup) { server async throws in
            let rig = server.rig
            // From end to end, and then at rest for longer than it takes to be heard.
            let hand = Task {
                while !Task.isCancelled {
                    for value in 0...127 {
                        let content = MessageContent.message(MIDIMessage(MessageAddress(.cc, number: controller), raw: UInt32(value)))
                        rig.hear(ControllerMessage(client: "Box 2", port: nil, content: content, missed: 0))
                    }
                    try await Task.sleep(for: .seconds(3))
                }
            }
            defer { hand.cancel() }
            var last = JSONValue.null
            for await line in try MappingLesson.lines(DaemonClient(candidates: [server.path]), Array(body.utf8)) {
                last = try JSONValue.read(line)
            }
            let said = String(decoding: try JSONWriter.write(last), as: UTF8.self)
            #expect(
                String(decoding: try JSONWriter.write(JSONValue.list([last["state"], last["control"]])), as: UTF8.self) == heard, "\(said)")
            #expect(String(decoding: try JSONWriter.write(last["edits"]), as: UTF8.self) == edits, "\(said)")
        }
    }
}
