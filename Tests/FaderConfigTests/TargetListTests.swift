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
}
