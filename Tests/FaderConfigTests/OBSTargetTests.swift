import FaderConsole
import FaderTargets
import FaderValues
import Testing

@testable import FaderConfig

@Suite("OBS in the config")
struct OBSTargetTests {
    @Test("connections, inputs, scenes, outputs and requests are read")
    func reading() throws {
        let read = try settings(
            """
            version: 1
            targets: {studio: {obs: "127.0.0.1:4466", password-file: /obs.pw}, far: {obs: "[fe80::1]"}}
            parameters:
              mic: {type: decibel, target: {obs: studio, input: "Mic/Aux: 1"}}
              mute: {kind: toggle, target: {obs: studio, input: Mic, property: mute}}
              pan: {target: {obs: studio, input: Mic, property: balance}}
              on: {kind: choice, options: [a, {id: b, label: Main Cam}], target: {obs: far, scene: program}}
              next: {kind: choice, options: [a, b], target: {obs: far, scene: preview, words: [One, Two]}}
              bar: {target: {obs: far, t-bar: true}}
              rec: {kind: toggle, target: {obs: far, recording: true}}
              live: {kind: toggle, target: {obs: far, streaming: true}}
              go: {kind: trigger, target: {obs: far, request: ToggleRecord}}
              set: {kind: trigger, target: {obs: studio, request: SetInputMute, data: {inputName: no, inputMuted: true, a: [1, "1", -2.50, 1:30, null, {b: }]}}}
            """)
        let specs = read.targets.compactMap { $0.target.details as? OBSTargetSpec }
        let (studio, far) = (
            OBSPeerSpec(host: "127.0.0.1", port: 4466, password: SecretFile(name: "/obs.pw", path: "/obs.pw")),
            OBSPeerSpec(host: "fe80::1")
        )
        #expect(
            specs == [
                OBSTargetSpec(peer: studio, .input("Mic/Aux: 1", .volume)), OBSTargetSpec(peer: studio, .input("Mic", .mute)),
                OBSTargetSpec(peer: studio, .input("Mic", .balance)), OBSTargetSpec(peer: far, .scene(.program)),
                OBSTargetSpec(peer: far, .scene(.preview), words: ["One", "Two"]), OBSTargetSpec(peer: far, .tBar),
                OBSTargetSpec(peer: far, .output(.recording)), OBSTargetSpec(peer: far, .output(.streaming)),
            ])
        #expect(specs[0].name == "obs 127.0.0.1:4466 input Mic/Aux: 1" && specs[5].name == "obs [fe80::1]:4455 t-bar")
        let requests = read.pressed.compactMap { $0.details as? OBSTargetSpec }.map(\.subject)
        let data = #"{ "a": [1, "1", -2.50, "1:30", null, { "b": null }], "inputMuted": true, "inputName": "no" }"#
        #expect(requests == [.request("ToggleRecord", data: nil), .request("SetInputMute", data: data)])
        // What a request is made with may be a stream key.
        let secret = OBSTargetSpec(peer: far, .request("SetStreamServiceSettings", data: "{\"key\": \"hunter2\"}"))
        #expect(!secret.name.contains("hunter2") && secret.identity.contains("hunter2"))
    }

    @Test("filters, items, the studio mode, transitions and what else OBS starts and stops are read")
    func more() throws {
        let read = try settings(
            """
            version: 1
            targets: {studio: {obs: "127.0.0.1"}}
            parameters:
              comp: {kind: toggle, target: {obs: studio, input: Mic, filter: "Comp: 1"}}
              threshold: {min: -60, max: 0, target: {obs: studio, source: Main, filter: Comp, setting: threshold}}
              invert: {kind: toggle, target: {obs: studio, source: Main, filter: Comp, setting: invert}}
              cam: {kind: toggle, target: {obs: studio, scene: program, item: Cam}}
              x: {min: 0, max: 1920, target: {obs: studio, scene: Main, item: Cam, setting: position.x}}
              turn: {kind: integer, min: 0, max: 360, target: {obs: studio, scene: Main, item: Cam, setting: rotation}}
              late: {min: 0, max: 500, target: {obs: studio, input: Mic, setting: sync-offset}}
              ears: {kind: choice, target: {obs: studio, input: Mic, setting: monitoring}}
              ears2: {kind: choice, options: [a, b], target: {obs: studio, input: Else, setting: monitoring, words: [off, monitor only]}}
              pause: {kind: toggle, target: {obs: studio, record-pause: true}}
              replay: {kind: toggle, target: {obs: studio, replay-buffer: true}}
              camera: {kind: toggle, target: {obs: studio, virtual-camera: true}}
              mode: {kind: toggle, target: {obs: studio, studio-mode: true}}
              fade: {kind: choice, target: {obs: studio, transition: name}}
              time: {min: 0.1, max: 5, unit: s, target: {obs: studio, transition: duration}}
              go: {kind: trigger, target: {obs: studio, transition: true}}
              save: {kind: trigger, target: {obs: studio, save-replay: true}}
            """)
        let peer = OBSPeerSpec(host: "127.0.0.1")
        let subjects = read.targets.compactMap { $0.target.details as? OBSTargetSpec }
        #expect(
            subjects.map(\.subject) == [
                .filter(source: "Mic", filter: "Comp: 1", setting: nil), .filter(source: "Main", filter: "Comp", setting: "threshold"),
                .filter(source: "Main", filter: "Comp", setting: "invert"), .item(scene: "program", item: "Cam", nil),
                .item(scene: "Main", item: "Cam", .positionX), .item(scene: "Main", item: "Cam", .rotation), .input("Mic", .syncOffset),
                .input("Mic", .monitoring), .input("Else", .monitoring), .output(.recordPause), .output(.replayBuffer),
                .output(.virtualCamera), .studioMode, .transition(.name), .transition(.duration),
            ])
        #expect(subjects.map(\.suppliesOptions).enumerated().filter(\.element).map(\.offset) == [7, 13])
        // A look has filters and items, but not what runs.
        #expect(subjects.map(\.isFact) == Array(repeating: false, count: 9) + Array(repeating: true, count: 4) + [false, false])
        #expect(subjects[1].name == "obs 127.0.0.1:4455 source Main filter Comp setting threshold")
        #expect(subjects[4].name == "obs 127.0.0.1:4455 scene Main item Cam position.x")
        let requests = read.pressed.compactMap { $0.details as? OBSTargetSpec }
        #expect(
            requests == ["TriggerStudioModeTransition", "SaveReplayBuffer"].map { OBSTargetSpec(peer: peer, .request($0, data: nil)) })
    }

    @Test("the data of a request is hidden where a line of the config is shown")
    func secrets() {
        let line = "a: {kind: trigger, target: {obs: d, request: SetStreamServiceSettings, data: {key: hunter2}, x: 1}}"
        let texts = read(parameters(line)).diagnostics.map(\.text).joined()
        #expect(texts.contains("SetStreamServiceSettings") && texts.contains("***") && !texts.contains("hunter2"), "\(texts)")
    }
}
