import FaderConfig
import FaderConsole
import FaderTargets
import FaderValues
import Testing

@Suite("Several targets of a parameter, and those of colors and parts")
struct TargetListTests {
    private func bindings(_ lines: String) throws -> [String] {
        try settings(parameters(lines)).targets.map { "\($0.parameter) \($0.target.name)\($0.leads ? "" : ", follows")" }
    }

    @Test("the first of a list leads, and a list with one is as without a list")
    func list() throws {
        #expect(
            try bindings(
                """
                a: {target: [{pulse: default-sink}, {osc: "127.0.0.1:1", address: /a}, {exec: [run]}, {alsa: {card: PCH, control: Master}}]}
                b: {target: [{pulse: default-source}]}
                c: {target: {osc: "127.0.0.1:1", address: /c}}
                """) == [
                    "a pulse default-sink", "a osc 127.0.0.1:1 /a, follows", "a exec run, follows", "a alsa PCH Master, follows",
                    "b pulse default-source", "c osc 127.0.0.1:1 /c",
                ])
    }

    @Test("a color can have targets, and its parts and the ends of a range can; where the color has some, those of its parts follow")
    func parts() throws {
        #expect(
            try bindings(
                """
                lamp: {kind: color, target: {exec: [lamp, "{value}", "{red}", "{green}", "{blue}"]}, parts: {hue: {target: {osc: "127.0.0.1:1", address: /h}}}}
                spot: {kind: color, parts: {hue: {target: {osc: "127.0.0.1:1", address: /s}}, lightness: {target: [{exec: [l]}, {exec: [m]}]}}}
                cut: {kind: range, max: 9, parts: {low: {target: {osc: "127.0.0.1:1", address: /l}}, high: {target: {exec: [h]}}}}
                """) == [
                    "lamp exec lamp (4 arguments)", "lamp.hue osc 127.0.0.1:1 /h, follows", "spot.hue osc 127.0.0.1:1 /s",
                    "spot.lightness exec l", "spot.lightness exec m, follows", "cut.low osc 127.0.0.1:1 /l", "cut.high exec h",
                ])
    }

    @Test("a color is sent by OSC as three numbers, as OSC's own color or as a text")
    func color() throws {
        let read = try settings(
            parameters(
                """
                a: {kind: color, target: {osc: "127.0.0.1:1", address: /a}}
                b: {kind: color, target: {osc: "127.0.0.1:1", address: /b, range: [0, 255]}}
                c: {kind: color, target: {osc: "127.0.0.1:1", address: /c, send: value}}
                d: {kind: color, target: {osc: "127.0.0.1:1", address: /d, send: text}}
                """))
        let specs = read.targets.compactMap { $0.target.details as? OSCTargetSpec }
        #expect(specs.map(\.form) == [.position, .position, .value, .text])
        #expect(specs.map { [$0.low, $0.high] } == [[0, 1], [0, 255], [0, 1], [0, 1]])
    }

    @Test("an error in a list of targets is reported at the target")
    func errors() {
        expect(
            parameters(
                """
                a: {target: 1️⃣[]}
                b: {target: [{exec: [b]}, 2️⃣{exec: [b]}, {3️⃣puls: x}, 4️⃣[{exec: [c]}], 5️⃣word]}
                c: {target: [{exec: [d]}, 6️⃣{exec: [b]}]}
                d: {kind: text, target: [{osc: "127.0.0.1:1", address: /d}, {7️⃣exec: [x]}]}
                """),
            [
                "1️⃣ error: the list of targets is empty: leave target out instead",
                "2️⃣ error: exec b is a target of b already (line 4, column 16)",
                "3️⃣ error: unknown kind of target \"puls\"; the kinds are \(TargetKinds.words.joined(separator: ", ")); did you mean \"pulse\"?",
                "4️⃣ error: expected the keys of a target, found a list",
                "5️⃣ error: expected the keys of a target, found \"word\"",
                "6️⃣ error: exec b is the target of \"b\" already (line 4, column 16); a target can have one parameter, and that one can be "
                    + "mapped to any number of controls",
                "7️⃣ error: d is a text, which only osc, mqtt, x32, xair, wing, sq, qu, ui, tf, dm3 and ql targets can have",
            ])
        expect(
            parameters("a: {target: 1️⃣[" + (1...17).map { "{exec: [a\($0)]}" }.joined(separator: ", ") + "]}"),
            ["1️⃣ error: more than 16 targets"])
    }

    @Test("a program that declares a color cannot give its parts targets")
    func declared() {
        let (_, declarations) = ConfigReader(kinds: TargetKinds.all, profileDirectories: []).readAll(
            bytes: Array("version: 1\n".utf8), name: "desk.yaml")
        let text = #"{"parameter": {"kind": "color", "parts": {"hue": {"target": {"exec": ["true"]}}}}}"#
        guard case .failure(let diagnostics) = declarations.read(DeclarationBody(name: "app", bytes: Array(text.utf8)), as: "a") else {
            Issue.record("it was taken")
            return
        }
        #expect(diagnostics.map(\.message) == ["unknown key \"parts\" in a parameter"])
    }

    @Test("the doubt about a sound server is told at a pulse target anywhere")
    func soundServer() {
        for targets in ["target: [{exec: [a]}, {pulse: default-sink}]", "kind: range, parts: {low: {target: [{pulse: default-sink}]}}"] {
            let told = ConfigReader(kinds: TargetKinds.all, profileDirectories: [], targetDoubts: ["pulse": "there is none"])
                .read(text: parameters("a: {\(targets)}"), name: "desk.yaml").diagnostics
            #expect(told.map(\.message) == ["there is none"])
        }
    }
}
