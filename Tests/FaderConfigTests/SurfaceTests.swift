import FaderConfig
import FaderConsole
import Testing

@Suite("What can be wrong with a surface")
struct SurfaceTests {
    private func surfaces(_ lines: String...) -> String {
        "version: 1\nparameters: {master: {}, synth.cutoff: {}}\nsurfaces:\n" + lines.map { "  \($0)\n" }.joined()
    }

    private static let good = "controls: {fader.1: {input: cc 1 ch 1}, fader.2: {input: cc 2 ch 1}}"

    @Test("a mapping to a parameter or control that does not exist is reported with the one that was meant")
    func mappings() {
        expect(
            surfaces(
                "s: {match: X, \(Self.good), map: {1️⃣fadr.1: 2️⃣mastr, fader.2: 3️⃣volume, 4️⃣wheel: master}}",
                "t: {match: X, \(Self.good), map: {fader.1: 5️⃣[master], fader.2: 6️⃣}}"),
            [
                "1️⃣ error: the surface s has no control \"fadr.1\"; did you mean \"fader.1\"?",
                "2️⃣ error: there is no parameter \"mastr\"; did you mean \"master\"?",
                "3️⃣ error: there is no parameter \"volume\"",
                "4️⃣ error: the surface s has no control \"wheel\"",
                "5️⃣ error: expected the id of a parameter, found a list",
                "6️⃣ error: expected the id of a parameter, found nothing",
            ])
    }

    @Test("one control mapped twice is a duplicate key")
    func mappedTwice() {
        expect(
            surfaces("s: {match: X, \(Self.good), map: {fader.1: master, 1️⃣fader.1: synth.cutoff}}"),
            ["1️⃣ error: duplicate key \"fader.1\", first given at line 4, column 93"])
    }

    @Test("two surfaces of one name are a duplicate key")
    func sameName() {
        expect(
            surfaces("s: {match: X, \(Self.good)}", "1️⃣s: {match: Y, \(Self.good)}"),
            ["1️⃣ error: duplicate key \"s\", first given at line 4, column 3"])
    }

    @Test("a surface needs a match, and a profile or controls")
    func needs() {
        expect(
            surfaces("1️⃣s: {\(Self.good)}", "2️⃣t: {match: X}", "3️⃣u:"),
            [
                "1️⃣ error: the surface s needs a match: the name of its sequencer client, such as match: \"X-Touch*\"",
                "2️⃣ error: the surface t needs a profile, or controls of its own",
                "3️⃣ error: the surface u needs a match: the name of its sequencer client, such as match: \"X-Touch*\"",
                "3️⃣ error: the surface u needs a profile, or controls of its own",
            ])
    }

    @Test("a surface without a profile has its other errors reported too, and is part of its wide surface")
    func rest() {
        expect(
            surfaces(
                "1️⃣a: {match: X, 2️⃣profil: x, wide: desk, takeover: 3️⃣jmp, map: {fader.1: 4️⃣mastr}, pages: {fx: {}}}",
                "b: {match: Y, wide: desk, controls: {key: {input: note 1 ch 1}}, map: {key: {action: page, page: fx}}}"),
            [
                "1️⃣ error: the surface a needs a profile, or controls of its own",
                "2️⃣ error: unknown key \"profil\" in a surface; did you mean \"profile\"?",
                "3️⃣ error: takeover must be one of jump, pickup, scale, relative; found \"jmp\"; did you mean \"jump\"?",
                "4️⃣ error: there is no parameter \"mastr\"; did you mean \"master\"?",
            ])
    }

    @Test("what is in a second block of a key is not reported as missing")
    func secondBlock() {
        expect(
            """
            version: 1
            parameters: {a: {}}
            surfaces: {s: {match: X, controls: {f: {input: "cc 1 ch 1"}, g: {input: "cc 2 ch 1"}}, map: {f: a, g: b}}}
            1️⃣parameters:
              b: {}

            """, ["1️⃣ error: duplicate key \"parameters\", first given at line 2, column 1"])
    }

    @Test("a match is a glob, or a client with a port counted from 1")
    func matches() throws {
        expect(
            surfaces(
                "a: {match: 1️⃣[X], \(Self.good)}", "b: {match: 2️⃣{port: 1}, \(Self.good)}", "c: {match: {client: X, port: 3️⃣0}, \(Self.good)}",
                "d: {match: {client: 4️⃣\"\", 5️⃣prot: 1}, \(Self.good)}", "e: {match: 6️⃣\(String(repeating: "x", count: 127)), \(Self.good)}"),
            [
                "1️⃣ error: expected the name of a client, found a list",
                "2️⃣ error: a match needs a client: {client: \"NAME*\", port: 1}, or {usb: \"1397:00b4\"}",
                "3️⃣ error: port must be a whole number 1…254, found \"0\"",
                "4️⃣ error: expected the name of a client, found an empty text",
                "5️⃣ error: unknown key \"prot\" in a match; did you mean \"port\"?",
                "6️⃣ error: the name of a client is longer than 126 characters",
            ])
        let read = try configuration(
            surfaces("a: {match: {client: \"X*\", port: 1}, \(Self.good)}", "b: {match: {client: Y}, \(Self.good)}"))
        #expect(read.surfaces.map(\.match) == [SurfaceMatch(client: "X*", port: 0), SurfaceMatch(client: "Y")])
    }

    @Test("a match may name port, serial number, USB path and card besides the client, and out another port of the same device")
    func devices() throws {
        expect(
            surfaces(
                "a: {match: 1️⃣{serial: X}, \(Self.good)}", "b: {match: {client: X, serial: 2️⃣[1], card: 3️⃣\"\"}, \(Self.good)}",
                "c: {match: {client: X, 4️⃣seral: 1}, \(Self.good)}", "d: {match: X, out: 5️⃣2, \(Self.good)}",
                "e: {match: X, out: 6️⃣{}, \(Self.good)}", "f: {match: X, out: {port: 7️⃣0, 8️⃣client: Y}, \(Self.good)}"),
            [
                "1️⃣ error: a match needs a client: {client: \"NAME*\", port: 1}, or {usb: \"1397:00b4\"}",
                "2️⃣ error: expected a serial number, found a list",
                "3️⃣ error: expected the name of a sound card, found an empty text",
                "4️⃣ error: unknown key \"seral\" in a match; did you mean \"serial\"?",
                "5️⃣ error: out needs a port of the same device: {port: 1}, or {port-name: \"NAME*\"}; found \"2\"",
                "6️⃣ error: out needs a port of the same device: {port: 1}, or {port-name: \"NAME*\"}",
                "7️⃣ error: port must be a whole number 1…254, found \"0\"",
                "8️⃣ error: unknown key \"client\" in out",
            ])
        let text = "{client: \"X*\", port-name: \"* In\", serial: 0012, usb-path: 1-2.3, card: XTouch}, out: {port: 2, port-name: Out}"
        let read = try #require(try configuration(surfaces("a: {match: \(text), \(Self.good)}")).surfaces.first)
        var match = SurfaceMatch(client: "X*")
        (match.portName, match.serial, match.usbPath, match.card) = ("* In", "0012", "1-2.3", "XTouch")
        #expect(read.match == match)
        #expect(read.out == PortChoice(index: 1, name: "Out"))
        #expect("\(match)" == "X* port-name * In serial 0012 usb-path 1-2.3 card XTouch")
    }

    @Test("the name of a surface is one that a sequencer port can have")
    func names() {
        let rule = "letters, digits, \"_\", \"-\" and \".\", beginning with a letter or digit"
        let long = String(repeating: "s", count: 64)
        expect(
            surfaces(
                "1️⃣my desk: {match: X, \(Self.good)}", "2️⃣\"a:b\": {match: X, \(Self.good)}", "3️⃣\(long): {match: X, \(Self.good)}",
                "4️⃣Pültchen: {match: X, \(Self.good)}", "X-Touch_1.b: {match: X, \(Self.good)}", "5️⃣\"a\\eb\": {match: X, \(Self.good)}"),
            [
                "1️⃣ error: \"my desk\" cannot be the name of a surface: \(rule); did you mean \"my-desk\"?",
                "2️⃣ error: \"a:b\" cannot be the name of a surface: \(rule)",
                "3️⃣ error: \"\(long.prefix(60))…\" cannot be the name of a surface: at most 63 bytes",
                "4️⃣ error: \"Pültchen\" cannot be the name of a surface: \(rule)",
                "5️⃣ error: \"a\u{FFFD}b\" cannot be the name of a surface: \(rule)",
            ])
    }

    @Test("wrong types and unknown keys of a surface are reported")
    func types() {
        expect(
            surfaces(
                "a: 1️⃣X", "b: {match: X, controls: 2️⃣[fader.1], map: {fader.1: master}}", "c: {match: X, \(Self.good), map: 3️⃣[a]}",
                "d: {match: X, 4️⃣contols: {}, \(Self.good)}", "e: {match: X, profile: 5️⃣[x]}"),
            [
                "1️⃣ error: expected the keys of a surface, found \"X\"",
                "2️⃣ error: expected the keys of the controls, found a list",
                "3️⃣ error: expected the keys of the map, found a list",
                "4️⃣ error: unknown key \"contols\" in a surface; did you mean \"controls\"?",
                "5️⃣ error: expected the name of a profile, found a list",
            ])
    }

    @Test("250 surfaces are accepted, and not one more")
    func tooMany() throws {
        let lines = (1...250).map { "  s\($0): {match: X, \(Self.good)}\n" }.joined()
        #expect(try configuration("version: 1\nsurfaces:\n" + lines).surfaces.count == 250)
        let told = read("version: 1\nsurfaces:\n" + lines + "  more: {match: X, \(Self.good)}\n").diagnostics
        #expect(told.map(\.headline) == ["desk.yaml:253:3: error: more than 250 surfaces"])
    }
}
