import FaderJSON
import FaderValues
import Testing

@testable import FaderTargets

@Suite("OBS: the password, messages and values")
struct OBSTests {
    @Test(
        "base64 gives what RFC 4648 says",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
        ])
    func base64(text: String, wanted: String) { #expect(OBSAuthentication.base64(Array(text.utf8)) == wanted) }

    @Test("messages that are none of OBS are told apart from those that mean nothing to faderd")
    func messages() {
        func read(_ text: String) -> OBSMessage? { OBSMessage(Array(text.utf8)) }
        for text in [
            "", "{", "[]", "{\"d\":{}}", "{\"op\":0,\"d\":{\"authentication\":{}}}", "{\"op\":5,\"d\":{}}",
            "{\"op\":7,\"d\":{\"requestId\":\"1\"}}",
        ] {
            #expect(read(text) == nil, "\(text)")
        }
        guard case .other? = read("{\"op\":99}") else { return #expect(Bool(false), "an unknown message") }
        guard
            case .answer("1", .failure(let failure))? = read(
                #"{"op":7,"d":{"requestId":"1","requestStatus":{"result":false,"code":1e99,"comment":"a\u001bb"}}}"#)
        else { return #expect(Bool(false), "an answer") }
        #expect(
            OBSFailure.refused(600, "No source was found by the name of `Mic`.").words(of: "X")
                == "OBS refuses X: nothing has that name (600): No source was found by the name of `Mic`.")
        #expect(failure.words(of: "X").hasPrefix("OBS refuses X: a") && !failure.words(of: "X").contains("\u{1b}"))
    }

    private let texts = TargetTexts(text: { "Scene \(Int($0))" }, number: { Double($0.count) })

    private func property(_ subject: OBSTargetSpec.Subject, _ spec: ParameterSpec = ParameterSpec(id: "a"), supplies: Bool = false)
        -> OBSProperty
    {
        OBSProperty(OBSTargetSpec(peer: OBSPeerSpec(host: "h"), subject, suppliesOptions: supplies), spec, texts)
    }

    private func data(_ text: String) throws -> OBSData { OBSData(try JSONReader.read(Array(text.utf8))) }

    @Test("a volume in decibels reads back as the value that was written, whatever OBS rounds")
    func volumes() throws {
        let spec = ParameterSpec(id: "mic", minimum: -.infinity, maximum: 26, decimals: 1, unit: "dB", taper: .audio)
        let property = property(.input("Mic", .volume), spec)
        let scale = TargetScale(spec, property.law)
        for value in [-90, -60.1, -12.345, -6, 0, 12.3, 26] {
            let number = scale.number(of: value)
            guard case .object(let members)? = property.writing(number).data, let sent = members["inputVolumeDb"]?.double else {
                return #expect(Bool(false), "a volume")
            }
            #expect(abs(sent - value) < 0.01)
            guard case .number(let back)? = property.value(of: try data("{\"inputVolumeDb\": \(Float(sent))}")) else {
                return #expect(Bool(false), "a reading")
            }
            #expect(property.traits.isSame(number, back), "\(value)")
            guard case .number(let other)? = property.value(of: try data("{\"inputVolumeDb\": \(sent - 0.2)}")) else { return }
            #expect(!property.traits.isSame(number, other), "\(value) and less")
        }
        #expect(property.writing(0).data == .object(["inputName": .text("Mic"), "inputVolumeDb": .number(-100.0)]))
        #expect(property.value(of: try data("{\"inputVolumeDb\": -100.0}")) == .number(0))
        #expect(property.value(of: try data("{\"inputVolumeDb\": 1e999}")) == nil)
        #expect(property.value(of: try data("{\"inputVolumeDb\": \"-6\"}")) == nil)
    }

    @Test("a scene is an option by its label; where OBS supplies the scenes, it is a text")
    func scenes() throws {
        let choice = ParameterSpec(id: "s", maximum: 1, kind: .choice([ChoiceOption(id: "a"), ChoiceOption(id: "b", label: "Main Cam")]))
        let one = property(.scene(.program), choice)
        #expect(one.writing(1).data == .object(["sceneName": .text("Main Cam")]))
        #expect(one.value(of: try data("{\"currentProgramSceneName\": \"a\"}")) == .number(0))
        #expect(one.value(of: try data("{\"currentProgramSceneName\": \"b\"}")) == .strange("b"))
        #expect(one.value(of: try data("{\"currentProgramSceneName\": null}")) == nil)
        let other = property(.scene(.preview), choice.asText, supplies: true)
        #expect(other.writing(7).data == .object(["sceneName": .text("Scene 7")]))
        #expect(other.value(of: try data("{\"currentPreviewSceneName\": \"four\"}")) == .number(4))
    }

    @Test("the T-bar is let go only at its ends, and from nine tenths on it is at its end")
    func bar() {
        let property = property(.tBar)
        for (number, position, release) in [(0.0, 0.0, true), (0.5, 0.5, false), (0.89, 0.89, false), (0.9, 1, true), (1, 1, true)] {
            #expect(property.writing(number).data == .object(["position": .number(position), "release": .flag(release)]))
            #expect(property.isEnd(number) == (position == 1))
        }
    }

    @Test("events of other inputs, and those before a recording has begun, mean nothing")
    func events() throws {
        let mic = property(.input("Mic", .mute))
        #expect(mic.reaction(to: "InputMuteStateChanged", try data("{\"inputName\": \"Mic\"}")) == .changed)
        #expect(mic.reaction(to: "InputMuteStateChanged", try data("{\"inputName\": \"Mic2\"}")) == .nothing)
        #expect(mic.reaction(to: "InputVolumeChanged", try data("{\"inputName\": \"Mic\"}")) == .nothing)
        #expect(mic.reaction(to: "InputNameChanged", try data("{\"oldInputName\": \"Mic\", \"inputName\": \"x\"}")) == .renamed("x"))
        #expect(mic.reaction(to: "InputNameChanged", try data("{\"oldInputName\": \"x\", \"inputName\": \"Mic\"}")) == .look)
        #expect(mic.reaction(to: "InputRemoved", try data("{}")) == .nothing)
        let record = property(.output(.recording))
        for (state, reaction) in [
            ("STARTING", OBSProperty.Reaction.nothing), ("STARTED", .running(true)), ("STOPPING", .nothing), ("STOPPED", .running(false)),
        ] {
            #expect(record.reaction(to: "RecordStateChanged", try data("{\"outputState\": \"OBS_WEBSOCKET_OUTPUT_\(state)\"}")) == reaction)
            #expect(record.reaction(to: "StreamStateChanged", try data("{\"outputState\": \"OBS_WEBSOCKET_OUTPUT_\(state)\"}")) == .nothing)
        }
    }

    @Test("nothing that goes on air is done later than it was wanted; what an input was set to while OBS was away is")
    func late() {
        #expect(property(.input("Mic", .volume)).traits.keepsMoves && property(.input("Mic", .mute)).traits.keepsMoves)
        for subject in [OBSTargetSpec.Subject.scene(.program), .tBar, .output(.recording), .output(.streaming)] {
            #expect(!property(subject).traits.keepsMoves && property(subject).traits.owner == .target)
        }
    }

    @Test("a level is the loudest peak of the channels after the volume")
    func levels() throws {
        func level(_ text: String) throws -> Double {
            OBSLevel.decibels(ofChannels: OBSData(try JSONReader.read(Array("{\"a\": \(text)}".utf8))).list("a"))
        }
        #expect(abs(try level("[[0.1, 0.5, 1], [0.1, 0.25, 1]]") + 6.0206) < 0.001)
        #expect(
            try level("[]") == -.infinity && level("[[0, 0, 0]]") == -.infinity
                && level("[1, [], [\"x\", \"y\"], [0, 1e999]]") == -.infinity)
    }
}
