import FaderConfig
import FaderTesting
import FaderValues
import Testing

@Suite("Errors in lists and templates")
struct ListErrorTests {
    private func kit(_ lines: String, lists: String = "{ch: {kick: Kick, snare: Snare T}, mon: [m1, m2]}") -> String {
        parameters(lines).replacing("version: 1\n", with: "version: 1\nlists: \(lists)\n")
    }

    @Test("errors in lists are reported at their place")
    func lists() {
        expect(
            "version: 1\nlists: {ch: [kick, 1️⃣Bad, 2️⃣kick, 3️⃣a.b, 4️⃣[x]], 5️⃣n: [a], 6️⃣a.b: [a], e: 7️⃣[], s: 8️⃣word, 9️⃣Ch: [a]}",
            [
                "1️⃣ error: \"Bad\" cannot be a word of a list: only a-z, 0-9, _ and -, as between the dots of an id; did you mean \"bad\"?",
                "2️⃣ error: kick is in this list already (line 2, column 14)",
                "3️⃣ error: \"a.b\" cannot be a word of a list: only a-z, 0-9, _ and -, as between the dots of an id",
                "4️⃣ error: expected a word, found a list",
                "5️⃣ error: no list can be called n: {n} has a meaning already",
                "6️⃣ error: \"a.b\" cannot be the name of a list: only a-z, 0-9, _ and -, as between the dots of an id",
                "7️⃣ error: the list e has no words, so nothing is made for it",
                "8️⃣ error: a list is written [kick, snare], or with labels {kick: Kick, snare: {label: Snare T, color: red}}; found \"word\"",
                "9️⃣ error: \"Ch\" cannot be the name of a list: only a-z, 0-9, _ and -, as between the dots of an id; did you mean \"ch\"?",
            ])
        expect(
            "version: 1\nlists: {ch: {kick: {1️⃣lable: Kick, color: 2️⃣reddish, short: 3️⃣[x]}}}",
            [
                "1️⃣ error: unknown key \"lable\" in a word of a list; did you mean \"label\"?",
                "2️⃣ error: color must be a name such as red, or \"#ff8800\" in quotes; found \"reddish\"",
                "3️⃣ error: expected the short label, found a list",
            ])
        let long = String(repeating: "x", count: 65)
        expect(
            "version: 1\nlists: {ch: {kick: 1️⃣\"\", 2️⃣\(long): X, snare: 3️⃣\(long), 4️⃣kick: Y}}",
            [
                "1️⃣ error: expected the label, found an empty text",
                "2️⃣ error: \"\(long.prefix(60))…\" cannot be a word of a list: at most 64 bytes",
                "3️⃣ error: the label is longer than 64 characters",
                "4️⃣ error: duplicate key \"kick\", first given at line 2, column 14",
            ])
        for name in ["label", "color", "short", "n", "nn", "value", "text", "position", "name"] {
            expect("version: 1\nlists: {1️⃣\(name): [a]}", ["1️⃣ error: no list can be called \(name): {\(name)} has a meaning already"])
        }
    }

    @Test("an error in a template is one error, at the template, with the first word for which it is wrong")
    func once() {
        expect(
            kit(
                """
                "{ch}.level": {min: 1️⃣x, 2️⃣foo: 1, type: 3️⃣decibl}
                "{ch}.mute": {kind: toggle, 4️⃣target: {osc: "10.0.0.1:9", address: /mute}}
                "{mon}.on": {kind: choice, options: [m1, b], default: 5️⃣"{}"}
                "{ch}.{mon}": {default: 6️⃣9}
                """),
            [
                "1️⃣ error: for kick: expected a number for min, found \"x\"",
                "2️⃣ error: for kick: unknown key \"foo\" in a parameter",
                "3️⃣ error: for kick: there is no type \"decibl\"; did you mean \"decibel\"?",
                "4️⃣ error: for snare: osc 10.0.0.1:9 /mute is the target of \"kick.mute\" already (line 5, column 31); a target can have "
                    + "one parameter, and that one can be mapped to any number of controls",
                "5️⃣ error: for m2: there is no option \"m2\" for the default; did you mean \"m1\"?",
                "6️⃣ error: for kick, m1: default 9 is outside the range 0…1",
            ])
    }

    @Test("an error in a key that overrides a result is at that key, with no word")
    func overrides() {
        expect(
            kit("\"{ch}.level\": {min: 0, max: 10}\nkick.level: {max: 1️⃣x}\nsnare.level: 2️⃣5\nkick.lvl: {max: 3️⃣y}"),
            [
                "1️⃣ error: expected a number for max, found \"x\"",
                "2️⃣ error: expected the keys of a parameter, found \"5\"",
                "3️⃣ error: expected a number for max, found \"y\"",
            ])
        expect(
            kit("\"{ch}.level\": {1️⃣min: 0, 2️⃣max: 10}\nkick.level: {kind: toggle}"),
            [
                "1️⃣ error: for kick: min does not fit a toggle: it is for number, integer and range",
                "2️⃣ error: for kick: max does not fit a toggle: it is for number, integer and range",
            ])
    }

    @Test("an end that overrides a result turns no travel around")
    func turned() {
        expect(
            """
            version: 1
            lists: {ch: [kick, snare]}
            parameters:
              "{ch}.level": {min: 1️⃣0, max: 1}
              "{ch}.drawbar": {min: 8, max: 0}
              kick.level: {max: -5}
              snare.level: {min: 5, max: -5}
            """,
            ["1️⃣ error: for kick: min 0 is not below max -5"])
    }

    @Test("two templates for one id, unknown lists and unclear braces are errors of the template")
    func keys() {
        expect(
            kit(
                """
                "{ch}.level": {}
                1️⃣"{kit}.level": {}
                2️⃣"{chh}.mute": {}
                3️⃣"{}.pan": {}
                4️⃣"{ch.solo": {}
                5️⃣"{n}.x": {}
                6️⃣"{ch.label}.x": {}
                "{ch}.{mon}": {label: 7️⃣"{label}", short: 8️⃣"{nn}", target: {exec: [a, "{}"]}}
                9️⃣"{ch}{mon}": {}
                """, lists: "{ch: [a, ab], kit: [x, ab], mon: [bc, c]}"),
            [
                "1️⃣ error: for ab: ab.level is made by \"{ch}.level\" already (line 4, column 3)",
                "2️⃣ error: there is no list \"chh\"; did you mean \"ch\"?",
                "3️⃣ error: {} does not say for which list: name it, as in \"{ch}.level\"",
                "4️⃣ error: a brace is not closed: a list is named as in \"{ch}.level\"",
                "5️⃣ error: this names no list: braces in an id name one, as in \"{ch}.level\"",
                "6️⃣ error: an id can have {ch}, {ch.n} and {ch.nn}, not {ch.label}",
                "7️⃣ error: {label} could stand for each list in the key: write {ch.label} or {mon.label}",
                "8️⃣ error: {nn} could stand for each list in the key: write {ch.nn} or {mon.nn}",
                "9️⃣ error: for ab, c: abc is made twice by this template (line 12, column 3)",
            ])
        expect(
            parameters("1️⃣\"{ch}.level\": {}"),
            ["1️⃣ error: there is no list \"ch\": lists are at the top of the config, as lists: {ch: [kick, snare]}"])
        expect(
            kit("\"{ch}.x\": {format: {words: {\"{n}\": a, 1️⃣1: b}}}", lists: "{ch: [kick]}"),
            ["1️⃣ error: for kick: duplicate key \"1\""])
    }

    @Test("what a template with errors was to make is not missed elsewhere")
    func followUps() {
        let surface = "surfaces: {s: {match: X, controls: {fader.1: {input: \"cc 1 ch 1\"}}, strips: {each: ch, fader: \"{}.level\"}}}\n"
        expect(kit("1️⃣\"{cc}.level\": {}") + surface, ["1️⃣ error: there is no list \"cc\"; did you mean \"ch\"?"])
        expect(
            kit("1️⃣{ch}.level: {}") + surface, ["1️⃣ error: YAML reads braces without quotes as a block of keys; put it in quotes"])
        expect(
            kit("\"{ch}.level\": {}", lists: "{ch: 1️⃣5}") + surface,
            ["1️⃣ error: a list is written [kick, snare], or with labels {kick: Kick, snare: {label: Snare T, color: red}}; found \"5\""])
    }

    @Test("strips, pages and only: errors with the word, at the template")
    func patterns() {
        let surface = "surfaces: {s: {match: X, controls: {fader.1: {input: \"cc 1 ch 1\"}}, strips: STRIPS}}\n"
        let text = kit("\"{ch}.level\": {}\nsnare.pan: {}") + surface
        expect(
            text.replacing("STRIPS", with: "{each: ch, fader: 1️⃣\"{}.pan\"}"),
            ["1️⃣ error: for kick: there is no parameter \"kick.pan\""])
        expect(
            text.replacing("STRIPS", with: "{each: 1️⃣chh, fader: \"{}.pan\"}"), ["1️⃣ error: there is no list \"chh\"; did you mean \"ch\"?"])
        expect(
            text.replacing("STRIPS", with: "{each: ch, fader: 1️⃣\"{mon}.pan\"}"),
            ["1️⃣ error: fader needs {} in quotes, which is replaced by each word, such as \"{}.level\""])
        expect(
            kit("\"{ch}.level\": {}") + "web: {pages: {live: [1️⃣\"{ch}.pan\", 2️⃣\"{chh}.x\", 3️⃣\"{}.x\"]}}\n",
            [
                "1️⃣ warning: for kick: no parameter of this config matches \"kick.pan\"",
                "2️⃣ error: there is no list \"chh\"; did you mean \"ch\"?",
                "3️⃣ error: {} does not say for which list: name it, as in \"{ch}.level\"",
            ])
        expect(
            kit("a: {}") + "targets: {x: {osc: \"10.0.0.1:9\", 2️⃣only: [1️⃣\"{cc}.x\"]}}\n",
            ["2️⃣ error: unknown key \"only\" in a target", "1️⃣ error: there is no list \"cc\"; did you mean \"ch\"?"])
    }

    @Test(
        "braces without quotes: put it in quotes",
        arguments: [
            "parameters:\n  1️⃣{ch}.level: {}\n", "parameters: {1️⃣{ch}.level: {}}\n", "parameters: {a: {label: 1️⃣{label} Mute}}\n",
            "parameters:\n  a:\n    label: 1️⃣{label} Mute\n",
            "parameters: {a: {target: {osc: \"10.0.0.1:9\", address: 1️⃣/ch/{nn}/mix}}}\n", "web: {pages: {live: [1️⃣{ch}.level]}}\n",
            "web:\n  pages:\n    live:\n      - 1️⃣{ch}.level\n",
        ])
    func quotes(text: String) {
        expect(
            "version: 1\nlists: {ch: [kick]}\n" + text,
            ["1️⃣ error: YAML reads braces without quotes as a block of keys; put it in quotes"])
    }

    @Test("a comma that is missing after braces is not taken for quotes that are missing")
    func commas() {
        expect("version: 1\nparameters: {a: {} 1️⃣b: {}}\n", ["1️⃣ error: \",\" or \"}\" is missing: the block opens at line 2, column 13"])
        expect("version: 1\nlists: {a: {b} 1️⃣c: [d]}\n", ["1️⃣ error: \",\" or \"}\" is missing: the block opens at line 2, column 8"])
    }

    @Test("braces that YAML can read as a block: put it in quotes, too")
    func blocks() {
        expect(
            kit("1️⃣{ch}: {}\na: {label: 2️⃣{label}, min: 3️⃣{}}"),
            [
                "1️⃣ error: YAML reads braces without quotes as a block of keys; put it in quotes, as \"{ch}.level\":",
                "2️⃣ error: expected the label, found a block of keys; a text with braces must be put in quotes",
                "3️⃣ error: expected a number for min, found a block of keys; a text with braces must be put in quotes",
            ])
    }

    @Test("whatever words, labels, names and templates are, each diagnostic is safe to show")
    func hostile() {
        var generator = SeededGenerator(seed: 2702)
        let places: [@Sendable (String) -> String] = [
            { "version: 1\nlists: {ch: [\($0), kick]}\nparameters: {\"{ch}.x\": {label: \"{label}\", min: x}}\n" },
            {
                "version: 1\nlists: {ch: {kick: \($0)}}\nparameters: {\"{ch}.x\": {label: \"{label}\", short: \"{label}\", unit: \"{label}\"}}\n"
            },
            { "version: 1\nlists: {\($0): [kick]}\nparameters: {\"{ch}.x\": {}}\n" },
            {
                "version: 1\nlists: {ch: [kick]}\nparameters: {\($0): {label: \($0)}, \"{ch}\": {\($0): \($0)}}\nweb: {pages: {a: [\($0)]}}\n"
            },
        ]
        for name in HostileText.known + (0..<200).map({ _ in HostileText.random(using: &generator) }) {
            for spelling in [name.yamlQuoted, name, ("{" + name + "}").yamlQuoted, ("{ch}." + name).yamlQuoted] {
                for place in places {
                    for diagnostic in read(place(spelling)).diagnostics {
                        let lines = diagnostic.text.split(separator: "\n", omittingEmptySubsequences: false)
                        let isSafe = lines.allSatisfy { line in HostileText.isSafe(String(line.filter { $0 != "\t" })) && line.count < 1_000
                        }
                        #expect(isSafe && [1, 3].contains(lines.count), "\(diagnostic.text.debugDescription)")
                    }
                }
            }
        }
    }
}
