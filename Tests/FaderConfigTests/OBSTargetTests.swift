import FaderConsole
import FaderTargets
import FaderValues
import Testing

@testable import FaderConfig

@Suite("OBS in the config")
struct OBSTargetTests {
    private static let subjects =
        "an obs target needs one of input, source, scene, transition, recording, streaming, record-pause, replay-buffer, virtual-camera, "
        + "studio-mode, t-bar, such as input: Mic"

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

    @Test("every mistake is told at its place")
    func mistakes() {
        expect(
            """
            version: 1
            targets:
              a: {obs: 1️⃣"ws://:pw@127.0.0.1"}
              b: {obs: 2️⃣"127.0.0.1:0"}
              c: {obs: "127.0.0.1", 3️⃣user: u}
              d: {obs: "127.0.0.1"}
            parameters:
              e: {target: {obs: 4️⃣nowhere, input: Mic}}
              f: {target: 5️⃣{obs: d}}
              g: {target: 6️⃣{obs: d, input: Mic, scene: program}}
              h: {target: {obs: d, input: Mic, property: 7️⃣level}}
              i: {kind: toggle, target: {obs: d, input: 8️⃣Mic}}
              j: {target: {obs: d, t-bar: 9️⃣false}}
            """,
            [
                "1️⃣ error: expected HOST:PORT, such as \"127.0.0.1:4455\", without ws:// and password: there is the key password-file",
                "2️⃣ error: the port must be 1…65535, such as 127.0.0.1:4455", "3️⃣ error: unknown key \"user\" in a target",
                "4️⃣ error: there is no \"nowhere\" in targets, such as targets: {studio: {obs: \"127.0.0.1:4455\"}}",
                "5️⃣ error: \(Self.subjects)",
                "6️⃣ error: \(Self.subjects)",
                "7️⃣ error: property must be one of volume, mute, balance; found \"level\"",
                "8️⃣ error: a volume is a number, and i is a toggle",
                "9️⃣ error: t-bar can only be true: leave the target out instead",
            ])
        expect(
            """
            version: 1
            targets: {d: {obs: "127.0.0.1"}}
            parameters:
              a: {target: {obs: d, 1️⃣request: ToggleRecord}}
              b: {target: {obs: d, scene: 2️⃣program}}
              c: {kind: choice, options: [x, y], target: {obs: d, scene: preview, words: 3️⃣[One]}}
              e: {target: {obs: d, recording: 4️⃣true}}
              f: {target: {obs: d, t-bar: true, property: 5️⃣mute}}
              g: {kind: trigger, target: 6️⃣{obs: d}}
              h: {kind: trigger, target: {obs: d, request: 7️⃣"toggle record"}}
              i: {kind: trigger, target: {obs: d, request: X, data: 8️⃣[1]}}
              j: {kind: trigger, target: {obs: d, 9️⃣input: Mic}}
            """,
            [
                "1️⃣ error: unknown key \"request\" in an obs target; requests are for triggers: kind: trigger",
                "2️⃣ error: a scene is one of several, a choice, and b is a number", "3️⃣ error: c has 2 options, words has 1",
                "4️⃣ error: recording is on or off, a toggle, and e is a number",
                "5️⃣ error: property has no effect: only inputs have properties",
                "6️⃣ error: a trigger that asks OBS needs a request, such as request: ToggleRecord",
                "7️⃣ error: request must be the name of a request of obs-websocket, such as ToggleRecord",
                "8️⃣ error: data is a block of keys, such as data: {sceneName: Intro}; found a list",
                "9️⃣ error: unknown key \"input\" in an obs target; it has obs, request, data, save-replay, transition",
            ])
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

    @Test("what does not belong to a filter, an item or a transition is told at its place")
    func moreMistakes() {
        expect(
            """
            version: 1
            targets: {d: {obs: "127.0.0.1"}}
            parameters:
              a: {kind: toggle, target: {obs: d, source: 1️⃣Main}}
              b: {target: {obs: d, input: 2️⃣Mic, filter: Comp}}
              c: {type: decibel, target: {obs: d, input: 3️⃣Mic, filter: Gain, setting: db}}
              e: {target: {obs: d, scene: Main, item: Cam, setting: 4️⃣position}}
              f: {kind: toggle, target: {obs: d, scene: 5️⃣Main}}
              g: {target: {obs: d, input: Mic, setting: 6️⃣volume}}
              h: {target: {obs: d, input: Mic, filter: Comp, setting: a, property: 7️⃣mute}}
              i: {kind: choice, options: [off, loud], target: {obs: d, input: 9️⃣Mic, setting: monitoring}}
            """,
            [
                "1️⃣ error: a source has filters: filter: NAME; the volume of an input is input: NAME",
                "2️⃣ error: a filter is on or off, a toggle, and b is a number",
                "3️⃣ error: the setting of a filter has no −∞ in OBS: give c a min, such as min: -60",
                "4️⃣ error: setting must be one of position.x, position.y, scale.x, scale.y, rotation; found \"position\"; "
                    + "did you mean \"position.x\"?",
                "5️⃣ error: scene must be one of program, preview; found \"Main\"",
                "6️⃣ error: setting must be one of sync-offset, monitoring; found \"volume\"",
                "7️⃣ error: property has no effect: the volume of an input is no setting",
                "9️⃣ error: monitoring is one of off, monitor only, monitor and output; found \"loud\"",
            ])
        expect(
            """
            version: 1
            targets: {d: {obs: "127.0.0.1"}}
            parameters:
              a: {kind: toggle, target: {obs: d, recording: true, filter: 1️⃣Comp}}
              b: {kind: toggle, target: {obs: d, streaming: true, item: 2️⃣Cam}}
              c: {kind: toggle, target: {obs: d, replay-buffer: true, setting: 3️⃣a}}
              e: {target: {obs: d, transition: duration, words: 4️⃣[a]}}
              f: {target: {obs: d, transition: 5️⃣name}}
              g: {kind: toggle, target: {obs: d, studio-mode: 6️⃣false}}
              h: {kind: toggle, target: {obs: d, 7️⃣save-replay: true}}
              i: {kind: trigger, target: {obs: d, transition: 8️⃣name}}
              j: {kind: trigger, target: {obs: d, save-replay: true, request: 9️⃣X}}
            """,
            [
                "1️⃣ error: filter has no effect: filters are of an input or source, such as source: Main",
                "2️⃣ error: item has no effect: items are in a scene, such as scene: Main",
                "3️⃣ error: setting has no effect: settings are of inputs, filters and items",
                "4️⃣ error: words has no effect: only scenes, transitions and monitoring have names",
                "5️⃣ error: a transition is one of several, a choice, and f is a number",
                "6️⃣ error: studio-mode can only be true: leave the target out instead",
                "7️⃣ error: unknown key \"save-replay\" in an obs target; requests are for triggers: kind: trigger",
                "8️⃣ error: transition must be true or false, found \"name\"",
                "9️⃣ error: request has no effect: save-replay is a request of its own",
            ])
    }

    @Test("the data of a request is hidden where a line of the config is shown")
    func secrets() {
        let line = "a: {kind: trigger, target: {obs: d, request: SetStreamServiceSettings, data: {key: hunter2}, x: 1}}"
        let texts = read(parameters(line)).diagnostics.map(\.text).joined()
        #expect(texts.contains("SetStreamServiceSettings") && texts.contains("***") && !texts.contains("hunter2"), "\(texts)")
    }
}
