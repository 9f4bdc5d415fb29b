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
                "5️⃣ error: an obs target needs one of input, scene, t-bar, recording, streaming, such as input: Mic",
                "6️⃣ error: an obs target needs one of input, scene, t-bar, recording, streaming, such as input: Mic",
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
                "9️⃣ error: unknown key \"input\" in an obs target; it has obs, request, data",
            ])
    }

    @Test("the data of a request is hidden where a line of the config is shown")
    func secrets() {
        let line = "a: {kind: trigger, target: {obs: d, request: SetStreamServiceSettings, data: {key: hunter2}, x: 1}}"
        let texts = read(parameters(line)).diagnostics.map(\.text).joined()
        #expect(texts.contains("SetStreamServiceSettings") && texts.contains("***") && !texts.contains("hunter2"), "\(texts)")
    }
}
