import FaderTesting
import FaderValues
import FoundationEssentials
import Testing

@testable import FaderStore

@Suite("the text of the state file")
struct StateDocumentTests {
    private func parse(_ text: String) throws -> StateDocument { try StateDocument(parsing: Array(text.utf8), path: "state.json") }
    private func text(_ document: StateDocument) -> String {
        var document = document
        return String(decoding: document.render(), as: UTF8.self)
    }

    @Test("keys are sorted, one parameter a line, the version first")
    func layout() {
        var document = StateDocument()
        #expect(text(document) == "{\n  \"version\": 1,\n  \"parameters\": {},\n  \"snapshots\": {}\n}\n")
        for (id, value) in [("synth.cutoff", 1000.0), ("master", -6), ("a", 0.1)] { _ = document.set(id, to: .number(value)) }
        #expect(
            text(document) == """
                {
                  "version": 1,
                  "parameters": {
                    "a": { "value": 0.1 },
                    "master": { "value": -6.0 },
                    "synth.cutoff": { "value": 1000.0 }
                  },
                  "snapshots": {}
                }

                """)
    }

    @Test("what else is remembered has its own keys; they only exist if there is anything")
    func remembered() throws {
        var document = StateDocument()
        for key in ["surfaces", "programs", "runs", "devices", "held", "looks", "groups"] { #expect(!text(document).contains(key)) }
        var remembered = Remembered()
        remembered.views = ["desk": SurfaceView(page: "fx", banks: ["main": 9, "fx": 1])]
        remembered.programs = ["foo-bar": "Foo Bar"]
        remembered.marks = ["fan": "1a2b"]
        remembered.devices = [
            "desk": USBDevice(id: "1397:00b4", serial: "\"1\"", path: "1-2.3"), "box": USBDevice(id: "1397:00b4", path: "1-1"),
        ]
        remembered.held = ["mic": KeptValue(.flag(false)), "level": KeptValue(.word("-inf"), unit: "dB")]
        let looks = ["kick": SuppliedLook(label: "Kick \u{1B}[31m", color: StripColor("red")), "pad": SuppliedLook()]
        for (id, look) in looks { remembered.looks[id] = LookSupply(parameter: id, target: "obs Kick", look: look) }
        remembered.relations = [
            "kick": KeptRelation(Relation(value: -6.2, group: 0, rounded: -6.25), of: "drums"),
            "hat": KeptRelation(Relation(value: -.infinity, group: -3), of: "drums"), "drums": KeptRelation(Relation(last: -3), of: nil),
        ]
        #expect(document.take(UnsavedChanges(remembered: remembered)) && !document.take(UnsavedChanges(remembered: remembered)))
        let line = #"  "surfaces": { "desk": { "banks": { "fx": 1, "main": 9 }, "page": "fx" } }"#
        #expect(text(document).contains(line), "\(text(document))")
        #expect(try parse(text(document)).remembered == remembered)
    }

    @Test("what is none of it is left out")
    func notRemembered() throws {
        let held = #"{"a": 1, "b": {"unit": 2, "value": 1}, "c": {"value": 2}}"#
        let keys = #""programs": {"a": 1, "b": "x"}, "runs": {"a": [], "b": "x"}, "held": \#(held)"#
        let devices = #"{"a": 1, "b": {"usb": "x"}, "c": {"usb": "x", "usb-path": "y"}}"#
        let looks = #""looks": {"a": 1, "b": {"label": "B"}, "c": {"target": "t", "label": 3, "color": "nothing"}}"#
        let groups = #""groups": {"a": 1, "b": {"value": "x"}, "c": {"last": "-inf"}, "d": {"value": 1, "of": 2}}"#
        let banks = #"{"x": -9223372036854775808, "y": 0, "z": 2}"#
        let views = #"{"a": 1, "b": {"page": "main"}, "c": {"page": "main", "banks": \#(banks)}}"#
        let read = try parse(
            #"{"version": 1, "parameters": {}, \#(keys), "devices": \#(devices), "surfaces": \#(views), \#(looks), \#(groups)}"#
        )
        .remembered
        #expect(read.programs == ["b": "x"] && read.marks == ["b": "x"] && read.held == ["c": KeptValue(.number(2))])
        #expect(read.devices == ["c": USBDevice(id: "x", path: "y")])
        #expect(read.looks == ["c": LookSupply(parameter: "c", target: "t", look: SuppliedLook())])
        #expect(read.relations == ["d": KeptRelation(Relation(value: 1), of: nil)])
        #expect(read.views == ["b": SurfaceView(page: "main", banks: [:]), "c": SurfaceView(page: "main", banks: ["z": 2])])
        #expect(try parse(#"{"version": 1, "parameters": {}, "devices": 1, "surfaces": null}"#).remembered == Remembered())
    }

    @Test("every bit of a finite value is preserved")
    func bits() throws {
        var random = SeededGenerator(seed: 26)
        var values: [Double] = [0, -0.0, .leastNonzeroMagnitude, -.greatestFiniteMagnitude, 0.1, 1 / 3, 1e16, 9_007_199_254_740_992, -6]
        while values.count < 2000 {
            let value = Double(bitPattern: random.next())
            if value.isFinite { values.append(value) }
        }
        var document = StateDocument()
        for (index, value) in values.enumerated() { _ = document.set("p.\(index)", to: .number(value)) }
        let again = try parse(text(document)).values
        for (index, value) in values.enumerated() {
            guard case .number(let read)? = again["p.\(index)"]?.value else { return #expect(Bool(false), "\(value) is gone") }
            #expect(read.bitPattern == value.bitPattern)
        }
    }

    @Test("unknown keys survive a load and a save")
    func unknown() throws {
        let before = """
            {
              "version": 1,
              "parameters": {
                "color": { "value": "warm \\"white\\"\\n\\u0001ü" },
                "gone": { "big": 123456789012345678901234567890, "exact": 1.50, "far": 1e999, "flag": true, "value": 3 },
                "master": { "label": [1, 2.5, null, { "x": [] }], "value": -6.0 },
                "scene": { "value": { "a": 1, "b": {} } },
                "strange": 7
              },
              "snapshots": {
                "evening": { "master": { "value": -20.0 } },
                "z": [false, "kept"]
              },
              "future": { "deep": [[[1]]] }
            }

            """
        var document = try parse(before)
        #expect(text(document) == before)
        #expect(document.values == ["color": .word("warm \"white\"\n\u{1}ü"), "gone": 3, "master": -6])
        #expect(document.idsWithoutValue == ["scene", "strange"])
        #expect(document.snapshots.unreadable == ["evening", "z"])
        let changed = document.set("master", to: -7)
        #expect(changed)
        #expect(text(document) == before.replacing("\"value\": -6.0", with: "\"value\": -7.0"))
    }

    @Test("setting the value that is there changes nothing")
    func same() throws {
        var document = try parse(#"{"version": 1, "parameters": {"a": {"value": 2.5}}}"#)
        let changes = [document.set("a", to: 2.5), document.set("a", to: 2)]
        #expect(changes == [false, true])
    }

    @Test("new ids are sorted, in whatever order they are added")
    func order() {
        var document = StateDocument()
        let ids = (0..<300).map { "p.\($0)" }
        var random = SeededGenerator(seed: 1)
        for id in ids.shuffled(using: &random) { _ = document.set(id, to: 1) }
        let lines = text(document).split(separator: "\n").filter { $0.hasPrefix("    ") }.map { $0.split(separator: "\"")[1] }
        #expect(lines.map(String.init) == ids.sorted())
    }

    @Test(
        "anything but a state is reported as damaged",
        arguments: [
            "", " ", "\0\0\0\0", "nonsense", "[]", "null", "1", "{}", "{\"version\": 1}", "{\"version\": \"1\", \"parameters\": {}}",
            "{\"version\": 1, \"parameters\": []}", "{\"version\": 0, \"parameters\": {}}", "{\"version\": 0.5, \"parameters\": {}}",
            "{\"version\": 1, \"parameters\": {\"a\": {\"value\": NaN}}}", "{\"version\": 1, \"parameters\": {}} {",
            String(repeating: "[", count: 100_000),
        ])
    func damaged(text: String) {
        #expect {
            _ = try parse(text)
        } throws: { error in
            if case .damaged? = error as? StateError { true } else { false }
        }
    }

    @Test("a newer version is reported as newer, whatever its form", arguments: ["2", "1.5", "1000000000000000000000"])
    func newer(version: String) {
        #expect {
            _ = try parse("{\"version\": \(version), \"values\": []}")
        } throws: { error in
            if case .newer? = error as? StateError { true } else { false }
        }
    }

    @Test("truncated and random bytes are refused, and random damage never traps")
    func fuzz() throws {
        var random = SeededGenerator(seed: 26)
        var whole = StateDocument()
        for index in 0..<20 { _ = whole.set("p.\(index)", to: .number(Double(index) / 3)) }
        let bytes = whole.render()
        for length in 0..<(bytes.count - 2) {
            #expect(throws: StateError.self) { try StateDocument(parsing: Array(bytes[..<length]), path: "state.json") }
        }
        for _ in 0..<1000 {
            let junk = (0..<Int.random(in: 0..<200, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(throws: StateError.self) { try StateDocument(parsing: junk, path: "state.json") }
            var flipped = bytes
            flipped[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            // Nothing may trap. A digit replaced by another cannot be detected.
            if let read = try? StateDocument(parsing: flipped, path: "state.json") { #expect(read.values.count <= 21) }
        }
    }
}

extension StateDocument {
    /// Sets the value of a parameter. True if that changed anything.
    fileprivate mutating func set(_ id: String, to value: KeptValue) -> Bool { take(UnsavedChanges(values: [id: value])) }
}
