import FaderConsole
import FaderTargets
import FaderTesting
import FaderValues
import Testing

@testable import FaderConfig

@Suite("Lists and templates")
struct ListTests {
    /// A config with the list `ch` and these lines as its parameters.
    private func kit(_ lines: String) -> String {
        parameters(lines).replacing("version: 1\n", with: "version: 1\nlists: {ch: {kick: Kick, snare: Snare T}, mon: [m1, m2]}\n")
    }

    private func ids(_ text: String) throws -> [String] { try configuration(text).parameters.map(\.id) }

    // MARK: What templates make

    @Test("results stand where the template stands, in the order of the list")
    func order() throws {
        #expect(
            try ids(kit("first: {}\n\"{ch}.level\": {}\nmiddle: {}\n\"{ch}.mute\": {kind: toggle}\nlast: {}")) == [
                "first", "kick.level", "snare.level", "middle", "kick.mute", "snare.mute", "last",
            ])
    }

    @Test("braces are replaced in texts at any depth, in keys below, and in the id; braces of other things stay")
    func braces() throws {
        let read = try contents(
            kit(
                """
                "ch{ch.nn}.{ch}":
                  label: "{label} {n} {nn} {} {ch} {ch.label} {ch.n} {ch.nn} {mon} {{ch}} {0} {"
                  target: {osc: "10.0.0.1:9", address: "/ch/{nn}/on", args: ["{n}", "{nn}", "a{n}"]}
                "{ch}.pad": {kind: choice, options: ["{ch}", {id: other, label: "not {label}"}]}
                """))
        #expect(read.console.parameters.map(\.id) == ["ch01.kick", "ch02.snare", "kick.pad", "snare.pad"])
        #expect(read.console.parameters[1].label == "Snare T 2 02 snare snare Snare T 2 02 {mon} {snare} {0} {")
        guard case .choice(let options) = read.console.parameters[2].kind else { throw NotRead() }
        #expect(options.map(\.label) == ["kick", "not Kick"])
        let target = try #require(read.settings.targets[1].target.details as? OSCTargetSpec)
        #expect(target.address == "/ch/02/on")
        // A number alone is a number, as if it were written there without quotes.
        #expect(target.sendArguments == [.integer(2), .text("02"), .text("a2")])
    }

    @Test("a word has a color and a short label: they stand where they are written, and a word without one has no such key")
    func looks() throws {
        let read = try contents(
            """
            version: 1
            lists: {ch: {kick: {label: Kick, color: "#ff8800", short: KIK}, snare: Snare T, hat: {color: red}, tom: {}}, mon: [a]}
            parameters:
              "{ch}.level": {label: "{label}", color: "{color}", short: "{short}"}
              "{ch}.{mon}": {label: "{ch.short} to {mon}", color: "{ch.color}"}
            """)
        let specs = read.console.parameters
        #expect(specs.prefix(4).map(\.label) == ["Kick", "Snare T", "hat", "tom"])
        #expect(specs.prefix(4).map { $0.color?.text } == ["#ff8800", nil, "#ff0000", nil])
        #expect(specs.prefix(4).map(\.short) == ["KIK", nil, nil, nil])
        #expect(specs.dropFirst(4).map(\.label) == ["KIK to a", "Snare T to a", "hat to a", "tom to a"])
        #expect(specs[4].color?.text == "#ff8800" && specs[5].color == nil)
        #expect(read.settings.templates["hat.a"] == "{ch}.{mon}")
    }

    @Test("in exec, read, payload and send, {} stays, and the names of lists are replaced")
    func foreign() throws {
        let read = try settings(
            kit(
                """
                "{ch}.level":
                  target: {exec: [find, "{ch}", "{}", "{value}", "{nn}"], read: [cat, "{}", "{ch}"], env: {WHICH: "{} {label}"}}
                """))
        let target = try #require(read.targets[1].target.details as? ExecTargetSpec)
        #expect(target.arguments == ["find", "snare", "{}", "{value}", "02"])
        #expect(target.read == ["cat", "{}", "snare"])
        #expect(target.environment["WHICH"] == .text("snare Snare T"))
        let filling = Filling([("ch", NameList.Entry(word: "kick", label: "Kick"), 0)])
        let tree = try #require(
            TreeBuilder.tree(of: Source(name: "a", bytes: Array("a: '{}'\npayload: ['{} {ch}']\nsend: '{}{n}'\n".utf8)), report: Report()))
        guard case .block(let entries) = filling.node(tree, report: Report()).content, case .list(let payload) = entries[1].value.content
        else { throw NotRead() }
        #expect([entries[0].value.text, payload[0].text, entries[2].value.text] == ["kick", "{} kick", "{}1"])
    }

    @Test("words that YAML has a meaning for are words, and labels of them labels")
    func yamlWords() throws {
        let read = try configuration(
            "version: 1\nlists: {ch: {no: yes, null: ~, 1: 2, 0x1f: 1:30, true: \"{n}\"}, b: [off, 007, 1e3, _, -]}\n"
                + "parameters: {\"{ch}.x\": {label: \"{label}\"}, \"{b}\": {}}\n")
        #expect(read.parameters.map(\.id) == ["no.x", "null.x", "1.x", "0x1f.x", "true.x", "off", "007", "1e3", "_", "-"])
        #expect(read.parameters.prefix(5).map(\.label) == ["yes", "~", "2", "1:30", "{n}"])
    }

    @Test("a word may have a number of its own, which {n} and {nn} are")
    func numbers() throws {
        let read = try configuration(
            "version: 1\nlists: {fx: {hall: {number: 13}, plate: {number: 4, label: Plate}, echo: Echo}}\nparameters: {\"{fx}\": {label: \"{label} {n} {nn}\"}}\n"
        )
        #expect(read.parameters.map(\.label) == ["hall 13 13", "Plate 4 04", "Echo 3 03"])
    }

    @Test("two lists in a key make all pairs, the words of the second changing first")
    func pairs() throws {
        let read = try contents(
            kit(
                """
                "{ch}.{mon}":
                  label: "{ch.label} in {mon.label} {ch.nn}/{mon.n} {ch}"
                  target: {osc: "10.0.0.1:9", address: "/ch/{ch.nn}/mix/{mon.nn}"}
                """))
        #expect(read.console.parameters.map(\.id) == ["kick.m1", "kick.m2", "snare.m1", "snare.m2"])
        #expect(read.console.parameters[2].label == "Snare T in m1 02/1 snare")
        #expect(
            read.settings.targets.map { ($0.target.details as? OSCTargetSpec)?.address } == [
                "/ch/01/mix/01", "/ch/01/mix/02", "/ch/02/mix/01", "/ch/02/mix/02",
            ])
    }

    @Test("an id that is written out overrides single keys of a result, which stays in its place")
    func overrides() throws {
        let read = try configuration(
            kit(
                """
                snare.level: {label: Snare!, max: 6, currency: EUR}
                "{ch}.level": {min: 0, max: 100, unit: "%", decimals: 0, label: "{label}"}
                kick.level:
                other: {}
                """))
        #expect(
            read.parameters[0]
                == ParameterSpec(id: "kick.level", label: "Kick", minimum: 0, maximum: 100, decimals: 0, unit: "%"))
        #expect(read.parameters.map(\.id) == ["kick.level", "snare.level", "other"])
        // The currency takes the place of the unit and the decimals.
        let same = try configuration(parameters("snare.level: {label: Snare!, max: 6, currency: EUR, min: 0}"))
        #expect(read.parameters[1] == same.parameters[0])
    }

    @Test("templates go with types, ranges, colors and their parts, and with a locale")
    func others() throws {
        let made = """
            version: 1
            locale: sv_SE
            lists: {ch: {kick: Kick, snare: Snare T}}
            types: {level: {type: decibel, min: -70, max: 0, label: Level}}
            parameters:
              "{ch}.level": {type: level, short: "{ch}"}
              "{ch}.band": {kind: range, type: frequency, gap: 50, parts: {low: {target: {osc: "10.0.0.1:9", address: "/{ch}/low"}}}}
              "{ch}.tint": {kind: color, label: "Tint {n}", parts: {hue: {target: {osc: "10.0.0.1:9", address: "/{ch}/hue"}}}}
              "{ch}.price": {currency: local, label: "{label}"}
            """
        var written = "version: 1\nlocale: sv_SE\ntypes: {level: {type: decibel, min: -70, max: 0, label: Level}}\nparameters:\n"
        for line in made.split(separator: "\n").dropFirst(5) {
            for (word, label, number) in [("kick", "Kick", "1"), ("snare", "Snare T", "2")] {
                written += line.replacing("{ch}", with: word).replacing("{label}", with: label).replacing("{n}", with: number) + "\n"
            }
        }
        #expect(try configuration(made) == configuration(written))
    }

    @Test("what templates make equals the same config written out by hand")
    func property() throws {
        var generator = SeededGenerator(seed: 2701)
        let forms = [
            #"{type: decibel, label: "{label}", target: {osc: "10.0.0.1:9", address: "/ID/{nn}/fader"}}"#,
            #"{kind: toggle, words: ["{ch} off", "on {n}"], label: "{label} ID"}"#,
            #"{kind: integer, min: 0, max: 9, default: "{n}"}"#, #"{kind: range, max: 10, label: "{ch.label} {ch.nn}"}"#,
            #"{kind: color}"#, #"{kind: choice, options: [a, "{}"]}"#, #"{kind: text, max-length: 9, default: "{}"}"#,
        ]
        for _ in 0..<60 {
            let words = (1...Int.random(in: 1...5, using: &generator)).map { "w\($0)" }
            let labels = words.map { "L \($0)!" }
            var (made, written) = ("", "")
            for index in 0..<Int.random(in: 1...6, using: &generator) {
                let form = (forms.randomElement(using: &generator) ?? "{}").replacing("ID", with: "i\(index)")
                guard Bool.random(using: &generator) else {
                    made += "  own\(index): {max: \(index + 1)}\n"
                    written += "  own\(index): {max: \(index + 1)}\n"
                    continue
                }
                let key = ["{ch}.i\(index)", "i\(index).{ch}", "x{ch}.i\(index)"].randomElement(using: &generator) ?? ""
                made += "  \"\(key)\": \(form)\n"
                for (number, word) in words.enumerated() {
                    var line = "  \(key): \(form)\n"
                    for (braces, text) in [
                        ("\"{n}\"", "\(number + 1)"), ("{n}", "\(number + 1)"), ("{nn}", "0\(number + 1)"), ("{ch.nn}", "0\(number + 1)"),
                        ("{ch.label}", labels[number]), ("{label}", labels[number]), ("{ch}", word), ("{}", word),
                    ] { line = line.replacing(braces, with: text) }
                    written += line
                }
            }
            let list = zip(words, labels).map { "\($0): \"\($1)\"" }.joined(separator: ", ")
            let surface = "surfaces:\n  s:\n    match: X\n    controls: {fader.1: {input: \"cc 1 ch 1\"}}\n    map: {}\n"
            let text = "version: 1\nlists: {ch: {\(list)}}\nparameters:\n\(made)\(surface)"
            #expect(try configuration(text) == configuration("version: 1\nparameters:\n\(written)\(surface)"), "\(text)")
        }
    }

    // MARK: Strips, pages, only

    @Test("strips and pages are made for the words of a list")
    func stripsAndPages() throws {
        let surface =
            "surfaces: {s: {match: X, controls: {fader.1: {input: \"cc 1 ch 1\"}, mute.1: {input: \"note 1 ch 1\"}}, strips: STRIPS}}\n"
        let text = kit("\"{ch}.level\": {}\n\"{ch}.mute\": {kind: toggle}\nch01.x: {}\nch02.x: {}") + surface
        let made = try configuration(
            text.replacing("STRIPS", with: "{each: ch, fader: \"{}.level\", mute: {parameter: \"{ch}.mute\", action: toggle}}")
                + "web: {pages: {live: [\"{ch}.level\", ch01.x, \"{ch}.*\", \"ch{ch.nn}.x\"]}}\n")
        let written = try configuration(
            text.replacing(
                "STRIPS",
                with: "[{fader: kick.level, mute: {parameter: kick.mute, action: toggle}}, {fader: snare.level, mute: snare.mute}]")
                + "web: {pages: {live: [kick.level, snare.level, ch01.x, kick.*, snare.*, ch01.x, ch02.x]}}\n")
        #expect(made == written)
        let numbered = try configuration(text.replacing("STRIPS", with: "{each: ch, fader: \"ch{nn}.x\"}"))
        #expect(numbered.decks[0].pages[0].columns[0].cells.map(\.parameter) == [ParameterIndex(4), ParameterIndex(5)])
        let inline = try configuration(text.replacing("STRIPS", with: "{each: [a, b], fader: \"ch{nn}.x\"}"))
        #expect(inline.decks == numbered.decks)
    }

    @Test("every only: takes templates, alone or in a list, in whatever section it stands")
    func only() throws {
        let text = """
            version: 1
            lists: {ch: [kick, snare]}
            osc: {send: [{to: "1.1.1.1:1", only: ["{ch}.level", master]}], name: "{ch}"}
            targets: {house: {publish: {only: "{ch}.*"}}}
            """
        let report = Report()
        let root = try #require(TreeBuilder.tree(of: Source(name: "a", bytes: Array(text.utf8)), report: report))
        let written = text.replacing("[\"{ch}.level\", master]", with: "[kick.level, snare.level, master]")
            .replacing("\"{ch}.*\"", with: "[kick.*, snare.*]")
        let same = try #require(TreeBuilder.tree(of: Source(name: "a", bytes: Array(written.utf8)), report: report))
        #expect(Templates(of: root, report: report).expand(root).spelled == same.spelled)
        #expect(!report.hasErrors)
    }

    @Test("a declaration of a program has no templates: its braces stay, and an id with braces is an error")
    func declarations() throws {
        let reader = ConfigReader(kinds: TargetKinds.all, profileDirectories: []).readAll(
            bytes: Array(kit("a: {}").utf8), name: "desk.yaml"
        ).declarations
        let body = DeclarationBody(name: "app", bytes: Array(#"{"parameter": {"label": "{ch} {label}"}}"#.utf8))
        guard case .success(let declared, _, _) = reader.read(body, as: "app.level") else { throw NotRead() }
        #expect(declared.specs[0].label == "{ch} {label}")
        guard case .failure(let errors) = reader.read(body, as: "{ch}.level") else { throw NotRead() }
        #expect(
            errors.map(\.message) == ["\"{ch}.level\" cannot be a parameter id: lower-case words of a-z, 0-9, _ and - with dots between"])
        #expect(reader.lists.map(\.name) == ["ch", "mon"])
    }

    // MARK: Limits

    @Test("thousands of results are read, up to the limit of parameters; what is beyond is told, not made")
    func limits() throws {
        func list(_ name: String, _ count: Int) -> String { "\(name): [\((0..<count).map { "\(name)\($0)" }.joined(separator: ", "))]" }
        func config(_ lists: String..., lines: String) -> String {
            "version: 1\nlists: {\(lists.joined(separator: ", "))}\nparameters:\n\(lines)"
        }
        let many = (0..<200).map { "  \"{a}.p\($0)\": {label: \"{label} \($0)\"}\n" }.joined()
        #expect(try configuration(config(list("a", 24), lines: many)).parameters.count == 4_800)
        #expect(try configuration(config(list("a", 256), list("b", 255), lines: "  \"{a}.{b}\": {}\n")).parameters.count == 65_280)
        let whole = "1️⃣ error: with its lists the config has more than 65535 parameters and patterns"
        expect(config(list("a", 256), list("b", 256), lines: "  1️⃣\"{a}.{b}\": {}\n"), [whole])
        let lists = (["a", "b", "c", "d", "e", "f", "g"].map { list($0, 1_024) }).joined(separator: ", ")
        expect(config(lists, lines: "  1️⃣\"{a}{b}{c}{d}{e}{f}{g}\": {}\n"), [whole])
        let size = "1️⃣ error: with its lists the file has more than 1000000 keys and values, or 64 MiB of text"
        expect(config(list("a", 1_024), lines: "  1️⃣\"{a}.x\": {label: \"\(String(repeating: "{a}", count: 20_000))\"}\n"), [size])
        expect(config(list("a", 1_024), lines: "  1️⃣\"{a}.x\": {label: [\(String(repeating: "a,", count: 1_000))]}\n"), [size])
        expect(
            config(list("a", 1_024).replacing("a1023", with: "a1023, 1️⃣z"), lines: "  b: {}\n"), ["1️⃣ error: more than 1024 words in a list"])
        let most = (0..<64).map { "l\($0): [a]" }.joined(separator: ", ")
        expect(config(most + ", 1️⃣z: [a]", lines: "  b: {}\n"), ["1️⃣ error: more than 64 lists"])
    }
}

extension Node {
    /// Everything in it, without the places.
    fileprivate var spelled: String {
        switch content {
        case .scalar(let scalar): scalar.text
        case .list(let items): "[\(items.map(\.spelled))]"
        case .block(let entries): "{\(entries.map { "\($0.key): \($0.value.spelled)" })}"
        case .unusable: "?"
        }
    }
}
