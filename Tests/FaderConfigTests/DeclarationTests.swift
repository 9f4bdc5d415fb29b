import FaderConfig
import FaderConsole
import FaderTargets
import FaderValues
import Testing

@Suite("Declarations") struct DeclarationTests {
    private func body(_ text: String, by name: String = "app") -> DeclarationBody { DeclarationBody(name: name, bytes: Array(text.utf8)) }

    private func reader(_ config: String = "version: 1\n") -> DeclarationReader {
        ConfigReader(kinds: TargetKinds.all, profileDirectories: []).readAll(bytes: Array(config.utf8), name: "desk.yaml").declarations
    }

    /// The parameter from a body without errors.
    private func parameter(
        _ text: String, as id: String = "a", over earlier: [String] = [], config: String = "version: 1\n",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> DeclaredParameter {
        let result = reader(config).read(body(text), as: id, over: earlier.map { body($0, by: "first") })
        guard case .success(let parameter, _, _) = result else {
            Issue.record("\(result)", sourceLocation: sourceLocation)
            throw NotRead()
        }
        return parameter
    }

    /// Expects a marked body to be refused with exactly these diagnostics, as `MARKER error: what is wrong`.
    private func expectRefused(
        _ marked: String, _ expected: [String], as id: String = "a", over earlier: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let text = MarkedText(marked)
        guard case .failure(let told) = reader().read(body(text.text), as: id, over: earlier.map { body($0, by: "first") }) else {
            Issue.record("it was taken", sourceLocation: sourceLocation)
            return
        }
        let lines = told.map { diagnostic in
            let question = diagnostic.suggestion.map { "; did you mean \"\($0)\"?" } ?? ""
            let place =
                diagnostic.file == "body"
                ? text.marker(line: diagnostic.line, column: diagnostic.column)
                : "\(diagnostic.file):\(diagnostic.line):\(diagnostic.column)"
            return "\(place) \(diagnostic.severity.rawValue): \(diagnostic.message)\(question)"
        }
        #expect(lines == expected, sourceLocation: sourceLocation)
    }

    @Test("a declaration of every kind is read like the same keys in the config")
    func same() throws {
        for (json, yaml) in [
            (#"{}"#, "{}"),
            (#"{"min":0,"max":100,"unit":"%","decimals":0,"label":"Volume"}"#, "{min: 0, max: 100, unit: '%', decimals: 0, label: Volume}"),
            (#"{"min":"-inf","max":10,"taper":"audio","default":"-inf"}"#, "{min: -inf, max: 10, taper: audio, default: -inf}"),
            (
                #"{"kind":"integer","min":0,"max":23,"out-of-range":"reject","format":{"suffix":":00h"}}"#,
                "{kind: integer, min: 0, max: 23, out-of-range: reject, format: {suffix: ':00h'}}"
            ),
            (#"{"kind":"toggle","words":["open","muted"],"default":true}"#, "{kind: toggle, words: [open, muted], default: true}"),
            (
                #"{"kind":"choice","options":["heads",{"id":"tails","label":"Tails up"}]}"#,
                "{kind: choice, options: [heads, {id: tails, label: Tails up}]}"
            ),
            (#"{"kind":"text","max-length":8,"default":"marcus"}"#, "{kind: text, max-length: 8, default: marcus}"),
            (#"{"type":"pan"}"#, "{type: pan}"),
            (#"{"taper":{"points":[[0,0],[0.5,0.1],[1,1]]}}"#, "{taper: {points: [[0, 0], [0.5, 0.1], [1, 1]]}}"),
        ] {
            let wanted = try configuration(parameters("a: \(yaml)"))
            #expect(try parameter(#"{"id":"a","parameter":\#(json)}"#) == DeclaredParameter(wanted.parameters[0]), "\(json)")
        }
        let range = try parameter(#"{"id":"a","parameter":{"kind":"range","max":1000,"gap":10,"default":[100,900]}}"#)
        #expect(range.ids == ["a", "a.low", "a.high", "a.nearest"])
        #expect(range.specs.map(\.defaultValue) == [100, 900])
        #expect(
            try parameter(##"{"id":"a","parameter":{"kind":"color","default":"#ff8800"}}"##).ids == [
                "a", "a.hue", "a.saturation", "a.lightness",
            ])
        #expect(try parameter(#"{"id":"a"}"#) == DeclaredParameter(ParameterSpec(id: "a")))
    }

    @Test("JSON is read however it is written: on many lines, with escapes of every kind, with null for nothing")
    func spelling() throws {
        let spread = "{\n\t\"id\": \"a\",\r\n  \"parameter\"  :  {\t\"label\":\"\\u00e5\\/\\ud83c\\udf9a\\\\ud83c\",\n\"max\":1e1}}\n"
        let spec = try parameter(spread).specs[0]
        #expect(spec.label == "å/🎚\\ud83c")
        #expect(spec.maximum == 10)
        #expect(try parameter(#"{"id":"a","parameter":null}"#) == DeclaredParameter(ParameterSpec(id: "a")))
    }

    @Test("all errors are reported at once, worded as for the config, with their place in the body")
    func refused() {
        expectRefused(
            #"{"id":"a","parameter":{1️⃣"mn":0,"max":2️⃣"loud","step":3️⃣-1,"decimals":4️⃣77}}"#,
            [
                "1️⃣ error: unknown key \"mn\" in a parameter; did you mean \"min\"?",
                "2️⃣ error: expected a number for max, found \"loud\"", "3️⃣ error: step cannot be negative; 0 is continuous",
                "4️⃣ error: decimals must be a whole number 0…15, found \"77\"",
            ])
        expectRefused(
            #"{"id":1️⃣"Big Room","parameter":{}}"#,
            [
                "1️⃣ error: \"Big Room\" cannot be a parameter id: lower-case words of a-z, 0-9, _ and - with dots between; did you mean \"big-room\"?"
            ], as: "Big Room")
        expectRefused(#"{"id":"a","parameter":{"max":1,1️⃣"max":2}}"#, ["1️⃣ error: duplicate key \"max\", first given at line 1, column 24"])
        expectRefused(#"{"id":"a","parameter":1️⃣[1]}"#, ["1️⃣ error: expected the keys of a parameter, found a list"])
        expectRefused(#"{"id":"a","parameter":{"type":1️⃣"persent"}}"#, ["1️⃣ error: there is no type \"persent\"; did you mean \"percent\"?"])
        expectRefused(#"{"id":"a","parameter":{"max":1️⃣null}}"#, ["1️⃣ error: expected a number for max, found nothing"])
        // A program cannot bind anything.
        expectRefused(
            #"{"id":"a","parameter":{1️⃣"target":{"exec":["true"]}}}"#, ["1️⃣ error: unknown key \"target\" in a parameter"])
        expectRefused(
            #"{"id":"a","parameter":{"kind":"color",1️⃣"parts":{"hue":{"target":{"exec":["true"]}}}}}"#,
            ["1️⃣ error: unknown key \"parts\" in a parameter"])
    }

    @Test("keys can be given as they stand in a config, each as its text, and an initial value beside them")
    func yaml() throws {
        func read(_ yaml: String) -> DeclarationResult {
            DeclarationReader().read(DeclarationBody(name: "p", bytes: Array(#"{"id":"a","yaml":\#(yaml)}"#.utf8)), as: "a")
        }
        let wanted = try parameter(#"{"id":"a","parameter":{"label":"a: b","max":5,"unit":"%","format":{"suffix":":00h"}}}"#)
        for (value, first) in [
            ("50", Value.number(50)), ("true", .flag(true)), ("'5'", .word("5")), ("heads", .word("heads")), ("[1, -2.5]", .pair(1, -2.5)),
        ] {
            let result = read(#"{"label":"a: b","max":"5","unit":"%","format":"{suffix: ':00h'}","value":"\#(value)"}"#)
            guard case .success(let parameter, _, let found) = result else {
                Issue.record("\(result)")
                continue
            }
            #expect(parameter == wanted && found == first)
        }
        for (yaml, words) in [
            (#"{"options":"[a"}"#, "options:2:1: error"), (#"{"value":"{}"}"#, "two numbers [LOW, HIGH]"),
            (#"{"max":[5]}"#, "the text of max"),
            (#"{"mn":"1"}"#, "unknown key"), (#"{"max":"&x"}"#, "expected a number"),
        ] {
            guard case .failure(let diagnostics) = read(yaml) else {
                Issue.record("\(yaml) was read")
                continue
            }
            #expect(diagnostics.contains { $0.text.contains(words) }, "\(yaml): \(diagnostics.map(\.text))")
        }
        let both = DeclarationReader().read(
            DeclarationBody(name: "p", bytes: Array(#"{"id":"a","parameter":{"max":1},"yaml":{"max":"2"}}"#.utf8)), as: "a")
        guard case .failure = both else {
            Issue.record("a key given twice was read")
            return
        }
    }

    @Test("the types of the config can be used")
    func types() throws {
        let config = "version: 1\ntypes:\n  send: {type: decibel, max: 0}\nparameters: {b: {}}\n"
        let spec = try parameter(#"{"id":"a","parameter":{"type":"send","label":"Send"}}"#, config: config).specs[0]
        #expect(spec.maximum == 0)
        #expect(spec.minimum == -.infinity)
        #expect(spec.label == "Send")
    }

    @Test("the later of two declarations wins for keys that both have, including those of its type; other keys stay")
    func merged() throws {
        let first = #"{"id":"a","parameter":{"label":"First","min":-10,"max":10,"unit":"dB"}}"#
        let later = try parameter(#"{"id":"a","parameter":{"max":20,"decimals":0}}"#, over: [first])
        #expect(later == DeclaredParameter(ParameterSpec(id: "a", label: "First", minimum: -10, maximum: 20, decimals: 0, unit: "dB")))
        let percent = try parameter(#"{"id":"a","parameter":{"type":"percent"}}"#, over: [first])
        #expect(percent == DeclaredParameter(ParameterSpec(id: "a", label: "First", minimum: 0, maximum: 100, decimals: 0, unit: "%")))
        #expect(try parameter(#"{"id":"a"}"#, over: [first]).specs[0].unit == "dB")
        let three = try parameter(#"{"id":"a","parameter":{"label":"Third"}}"#, over: [first, #"{"id":"a","parameter":{"max":30}}"#])
        #expect(three.specs[0].label == "Third")
        #expect(three.specs[0].maximum == 30)
    }

    @Test("of an earlier declaration of another kind only the keys that fit are kept")
    func otherKind() throws {
        let first = #"{"id":"a","parameter":{"label":"First","min":-10,"max":10,"default":5}}"#
        let toggle = try parameter(#"{"id":"a","parameter":{"kind":"toggle"}}"#, over: [first])
        #expect(toggle.specs[0].kind == .toggle(off: "off", on: "on"))
        #expect(toggle.specs[0].label == "First")
        #expect(try parameter(#"{"id":"a","parameter":{"kind":"integer"}}"#, over: [first]).specs[0].maximum == 10)
    }

    @Test("an error caused by an earlier declaration is reported with its program")
    func mergedErrors() {
        expectRefused(
            #"{"id":1️⃣"a","parameter":{"max":0}}"#,
            ["declaration of first:1:30 error: min 5 is not below max 0"], over: [#"{"id":"a","parameter":{"min":5}}"#])
    }

    @Test("only bodies that still matter are kept to be read again")
    func kept() {
        let bodies = [#"{"id":"a","parameter":{"max":2}}"#, #"{"id":"a","parameter":{"min":-1}}"#].map { body($0, by: "first") }
        let new = body(#"{"id":"a","parameter":{"max":3,"label":"x"}}"#)
        guard case .success(_, let kept, _) = reader().read(new, as: "a", over: bodies) else {
            Issue.record("it was refused")
            return
        }
        #expect(kept == [bodies[1], new])
    }

    @Test("any bytes are read or refused with at least one error")
    func garbage() {
        for text in ["", "{", "[]", "1", "\u{0}", "{\"id\":\"a\",\"parameter\":{\"label\":\"\\u0000\"}}", "{a: 1}", "&a *a", "\u{FEFF}{}"] {
            if case .failure(let told) = reader().read(body(text), as: "a") { #expect(!told.isEmpty, "\(text)") }
        }
        if case .success = reader().read(DeclarationBody(name: "x", bytes: [0xFF, 0xFE]), as: "a") { Issue.record("no UTF-8 was taken") }
    }
}
