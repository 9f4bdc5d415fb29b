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
    func base64(text: String, wanted: String) { #expect(Base64.text(Array(text.utf8)) == wanted) }

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
        -> any OBSProperty
    {
        OBSTargetSpec(peer: OBSPeerSpec(host: "h"), subject, suppliesOptions: supplies).property(spec, texts)
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

    @Test("the T-bar is let go only at its ends")
    func bar() {
        let property = property(.tBar)
        for (position, release) in [(0.0, true), (0.5, false), (0.89, false), (1, true)] {
            #expect(property.writing(position).data == .object(["position": .number(position), "release": .flag(release)]))
        }
    }

    @Test("from nine tenths on the T-bar is at its end; the way back from where the fader stays is the next transition, without a jump")
    func barTravel() {
        var bar = OBSTBarTravel()
        func positions(_ numbers: Double...) -> [Double?] {
            numbers.map { number in bar.position(at: number).map { ($0 * 1000).rounded() / 1000 } }
        }
        #expect(positions(0, 0.5, 0.2, 0, 0) == [nil, 0.5, 0.2, 0, nil])
        #expect(positions(0.4, 0.92, 0.97, 0.95) == [0.4, 1, nil, 0.021], "beyond the switch nothing is written until it turns back")
        #expect(bar.rest == 1)
        #expect(positions(0.97, 1, 0.5, 1) == [0, nil, 0.5, 0])
        #expect(positions(0.5, 0.1, 0, 0) == [0.5, 1, nil, nil])
        #expect(bar.rest == 0)
        #expect(positions(1, 1, 0, 1) == [1, nil, 1, 1])
    }

    @Test("the end of its own transition leaves the T-bar where it is; somebody else's puts it back to where it began")
    func barEnd() {
        var bar = OBSTBarTravel()
        func ended() -> Bool { bar.ended() }
        func position(at number: Double) -> Double? { bar.position(at: number) }
        #expect(!ended())
        #expect(position(at: 0.95) == 1)
        #expect(position(at: 0.5) != nil, "the hand is quicker than the report of the end")
        #expect(!ended())
        #expect(ended() && bar.rest == 1)
        #expect(!ended())
        #expect(position(at: 0.5) == 0.5)
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
            ("STARTING", OBSReaction.nothing), ("STARTED", .running(true)), ("STOPPING", .nothing), ("STOPPED", .running(false)),
        ] {
            #expect(record.reaction(to: "RecordStateChanged", try data("{\"outputState\": \"OBS_WEBSOCKET_OUTPUT_\(state)\"}")) == reaction)
            #expect(record.reaction(to: "StreamStateChanged", try data("{\"outputState\": \"OBS_WEBSOCKET_OUTPUT_\(state)\"}")) == .nothing)
        }
    }

    @Test("nothing that goes on air is done later than it was wanted; what an input was set to while OBS was away is")
    func late() {
        #expect(property(.input("Mic", .volume)).traits.keepsMoves && property(.input("Mic", .mute)).traits.keepsMoves)
        for subject in [OBSTargetSpec.Subject.filter(source: "Mic", filter: "a", setting: nil), .item(scene: "a", item: "b", .rotation)] {
            #expect(property(subject).traits.keepsMoves && property(subject).isRepeated)
        }
        let onAir: [OBSTargetSpec.Subject] =
            [.scene(.program), .tBar, .studioMode, .item(scene: "a", item: "b", nil)] + OBSTargetSpec.Output.allCases.map { .output($0) }
        for subject in onAir {
            #expect(!property(subject).traits.keepsMoves && property(subject).traits.owner == .target)
        }
    }

    @Test("the setting of a filter is read as OBS has it: what was changed, or else how filters of that kind begin")
    func settings() throws {
        var property = property(.filter(source: "Mic", filter: "Comp", setting: "threshold"))
        #expect(property.reading == OBSRequest("GetSourceFilter", ["sourceName": .text("Mic"), "filterName": .text("Comp")]))
        let changed = try data(#"{"filterKind": "compressor_filter", "filterSettings": {"threshold": -12.5}}"#)
        let none = property.next(after: changed)
        #expect(none == nil && property.value(of: changed) == .number(-12.5))
        let untouched = try data(#"{"filterKind": "compressor_filter", "filterSettings": {"threshold": "loud"}}"#)
        let more = OBSRequest("GetSourceFilterDefaultSettings", ["filterKind": .text("compressor_filter")])
        let next = property.next(after: untouched)
        #expect(next == more && property.value(of: untouched) == nil)
        #expect(property.value(of: try data(#"{"defaultFilterSettings": {"threshold": -18}}"#)) == .number(-18))
        #expect(
            property.value(of: try data(#"{"defaultFilterSettings": {"ratio": 10, "a\u001b": 1}}"#))
                == .untold("OBS reports no number \"threshold\" of \"Comp\"; it reports a\u{fffd}, ratio"))
        #expect(
            property.writing(-6.5)
                == OBSRequest(
                    "SetSourceFilterSettings",
                    [
                        "sourceName": .text("Mic"), "filterName": .text("Comp"), "overlay": .flag(true),
                        "filterSettings": .object(["threshold": .number(-6.5)]),
                    ]))
        #expect(property.reaction(to: "SourceFilterSettingsChanged", try data(#"{"sourceName": "Mic", "filterName": "Comp"}"#)) == .changed)
        #expect(property.reaction(to: "SourceFilterSettingsChanged", try data(#"{"sourceName": "Mic", "filterName": "C"}"#)) == .nothing)
        #expect(
            property.reaction(to: "InputNameChanged", try data(#"{"oldInputName": "Mic", "inputName": "M"}"#))
                == .moved("OBS calls \"Mic\" \"M\" now"))
        let toggle = ParameterSpec(id: "t", kind: .toggle(off: "off", on: "on"))
        let flag = self.property(.filter(source: "Mic", filter: "Comp", setting: "invert"), toggle)
        #expect(flag.value(of: try data(#"{"filterSettings": {"invert": true}}"#)) == .number(1))
        #expect(flag.value(of: try data(#"{"filterSettings": {"invert": 1}}"#)) == nil)
    }

    @Test("an item is asked for by its number, which OBS tells first; until it tells another one, that one counts")
    func items() throws {
        let percent = ParameterSpec(id: "a", maximum: 200, unit: "%")
        var property = property(.item(scene: "Main", item: "Cam", .scaleX), percent)
        let asked = OBSRequest("GetSceneItemId", ["sceneName": .text("Main"), "sourceName": .text("Cam")])
        let number: [String: JSONValue] = ["sceneName": .text("Main"), "sceneItemId": .number(7)]
        #expect(property.reading == asked)
        let nothing = try data("{}")
        let none = property.next(after: nothing)
        #expect(none == nil && property.absence(nothing) != nil)
        let next = property.next(after: try data(#"{"sceneItemId": 7}"#))
        #expect(next == OBSRequest("GetSceneItemTransform", number))
        let told = try data(#"{"sceneName": "Main", "sceneItemId": 7, "sceneItemTransform": {"scaleX": 0.5, "scaleY": 9}}"#)
        #expect(property.value(of: told) == .number(50) && property.absence(told) == nil)
        #expect(property.reaction(to: "SceneItemTransformChanged", told) == .changed)
        #expect(property.reaction(to: "SceneItemTransformChanged", try data(#"{"sceneName": "Main", "sceneItemId": 8}"#)) == .nothing)
        #expect(property.reaction(to: "SceneItemRemoved", told) == .look)
        property.forget()
        #expect(property.reading == asked)
        let scale = number.merging(["sceneItemTransform": .object(["scaleX": .number(1.5)])]) { $1 }
        #expect(property.writing(150) == OBSRequest("SetSceneItemTransform", scale))
        #expect(self.property(.item(scene: "Main", item: "Cam", nil)).events == [] && property.events == .transforms)
    }

    @Test("times are in seconds or in milliseconds, as the parameter is")
    func times() throws {
        let seconds = property(.transition(.duration), ParameterSpec(id: "a", maximum: 5, unit: "s"))
        let answer = try data(#"{"transitionName": "Fade", "transitionDuration": 300}"#)
        #expect(seconds.value(of: answer) == .number(0.3) && property(.transition(.duration)).value(of: answer) == .number(300))
        #expect(seconds.writing(0.01).data == .object(["transitionDuration": .number(50)]))
        #expect(seconds.writing(1.2344).data == .object(["transitionDuration": .number(1234)]))
        #expect(
            seconds.absence(try data(#"{"transitionName": "Cut", "transitionDuration": null}"#))
                == "the transition \"Cut\" has no time that can be set")
        let offset = property(.input("Mic", .syncOffset)).writing(-2000).data
        #expect(offset == .object(["inputName": .text("Mic"), "inputAudioSyncOffset": .number(-950)]))
    }

    @Test("a pause is there while OBS records; a replay buffer that is not enabled, and a camera that there is not, say so")
    func pauses() throws {
        let pause = property(.output(.recordPause))
        #expect(pause.writing(1).type == "PauseRecord" && pause.writing(0).type == "ResumeRecord")
        #expect(pause.absence(try data(#"{"outputActive": false, "outputPaused": false}"#)) == "OBS does not record")
        #expect(pause.absence(try data(#"{"outputActive": true}"#)) == nil)
        for (state, reaction) in [
            ("STARTED", OBSReaction.look), ("PAUSED", .running(true)), ("RESUMED", .running(false)),
            ("STOPPED", .gone("OBS does not record")),
        ] {
            #expect(pause.reaction(to: "RecordStateChanged", try data("{\"outputState\": \"OBS_WEBSOCKET_OUTPUT_\(state)\"}")) == reaction)
        }
        let refusal = OBSFailure.refused(604, "Replay buffer is not available.")
        #expect(property(.output(.replayBuffer)).absence(refusal)?.contains("not enabled") == true)
        #expect(property(.output(.virtualCamera)).absence(refusal)?.contains("v4l2loopback") == true)
        #expect(property(.output(.recording)).absence(refusal) == nil)
        let camera = property(.output(.virtualCamera))
        let started = try data(#"{"outputState": "OBS_WEBSOCKET_OUTPUT_STARTED"}"#)
        #expect(camera.reaction(to: "VirtualcamStateChanged", started) == .running(true))
    }

    @Test("monitoring has the same three options in every OBS")
    func monitoring() throws {
        let choice = ParameterSpec(
            id: "m", maximum: 1, kind: .choice([ChoiceOption(id: "off"), ChoiceOption(id: "both", label: "monitor and output")]))
        let property = property(.input("Mic", .monitoring), choice)
        #expect(property.fixedOptions == ["off", "monitor only", "monitor and output"])
        let both = JSONValue.text("OBS_MONITORING_TYPE_MONITOR_AND_OUTPUT")
        #expect(property.writing(1).data == .object(["inputName": .text("Mic"), "monitorType": both]))
        #expect(property.value(of: try data(#"{"monitorType": "OBS_MONITORING_TYPE_NONE"}"#)) == .number(0))
        #expect(property.value(of: try data(#"{"monitorType": "OBS_MONITORING_TYPE_MONITOR_ONLY"}"#)) == .strange("monitor only"))
        #expect(property.value(of: try data(#"{"monitorType": "OBS_ELSE"}"#)) == .strange("OBS_ELSE"))
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
