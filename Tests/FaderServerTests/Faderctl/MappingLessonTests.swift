import FaderConsole
import FaderJSON
import FaderKit
import FaderMIDI
import FaderRig
import FaderValues
import Testing

@testable import FaderCLI

/// Learning on the page, from a controller that belongs to no surface.
@Suite("Learning from a known controller without a surface", .timeLimit(.minutes(2)))
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

    /// What the page is told at last when somebody, once asked to, moves a controller through some values.
    private static func lesson(_ body: String, moving controller: UInt16, through values: ClosedRange<UInt32>) async throws -> JSONValue {
        try await TestServer.with(setup: setup) { server async throws in
            var last = JSONValue.null
            for await line in try MappingLesson.lines(DaemonClient(candidates: [server.path]), Array(body.utf8)) {
                last = try JSONValue.read(line)
                guard last["state"].text == "listening" else { continue }
                for value in values {
                    let content = MessageContent.message(MIDIMessage(MessageAddress(.cc, number: controller), raw: value))
                    server.rig.hear(ControllerMessage(client: "Box 2", port: nil, content: content, missed: 0))
                }
            }
            return last
        }
    }

    @Test(
        "a control that was moved a little is doubtful, which is said, unless the profile of its controller has it",
        arguments: [
            (
                20, 40,
                "this is doubtful: it moved through 41 of 128 values, which is less than half of its travel; if the control is "
                    + "something else, learn it again"
            ),
            (20, 127, nil), (8, 40, nil),
        ] as [(UInt16, UInt32, String?)])
    func doubtful(controller: UInt16, end: UInt32, advice: String?) async throws {
        let last = try await Self.lesson(#"{"parameter": "snare.level"}"#, moving: controller, through: 0...end)
        #expect(last["state"].text == "heard" && last["advice"].text == advice, "\(last)")
    }

    @Test("what is moved on a surface moves nothing else, and its motor goes back")
    func quiet() async throws {
        try await TestServer.with(setup: Rig.Setup()) { server async throws in
            let rig = server.rig
            try await rig.set("master", "-10 dB")
            var last = JSONValue.null
            for await line in try MappingLesson.lines(DaemonClient(candidates: [server.path]), Array(#"{"parameter": "pan"}"#.utf8)) {
                last = try JSONValue.read(line)
                guard last["state"].text == "listening" else { continue }
                try rig.surface.hold(0, true)
                for step in 0...8 { try rig.surface.move(0, to: Position(Double(step) / 8)) }
                try rig.surface.hold(0, false)
            }
            #expect(last["state"].text == "heard" && last["control"].text == "fader.1" && last["was"].text == "master", "\(last)")
            #expect(try await rig.parameter("master").text == "-10.0 dB")
            try await rig.until("it drives its parameter again") {
                try rig.surface.move(0, to: Position(1))
                return try await rig.parameter("master").text == "6.0 dB"
            }
        }
    }

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
        let last = try await Self.lesson(body, moving: controller, through: 0...127)
        let said = String(decoding: try JSONWriter.write(last), as: UTF8.self)
        #expect(
            String(decoding: try JSONWriter.write(JSONValue.list([last["state"], last["control"]])), as: UTF8.self) == heard, "\(said)")
        #expect(String(decoding: try JSONWriter.write(last["edits"]), as: UTF8.self) == edits, "\(said)")
    }
}
