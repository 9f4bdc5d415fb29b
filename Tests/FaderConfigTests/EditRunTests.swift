import FaderTesting
import FaderValues
import Testing

@testable import FaderConfig

/// Many edits of one file are made with few readings of it, and give what they give one at a time.
@Suite("Many edits at a time")
struct EditRunTests {
    /// A config of about that many bytes, with its number of parameters.
    private static func file(of size: Int) -> (text: String, count: Int) {
        var (text, count) = ("version: 1\nparameters:\n", 0)
        while text.utf8.count < size {
            text += "  p\(count): {label: P \(count), min: 0, max: 100, unit: dB, default: 10} # of \(count)\n"
            count += 1
        }
        return (text, count)
    }

    private static func set(_ path: String, _ value: String) -> String { "{\"set\": [\(path)], \"to\": \(value)}" }

    /// Edits of the kinds that a program sends by the thousand, and how often they read a file at most.
    struct Many: Sendable, CustomTestStringConvertible {
        let name: String
        let kilobytes: Int
        let edits: Int
        let reads: Int
        let edit: @Sendable (_ number: Int, _ count: Int) -> String
        var testDescription: String { "\(edits) edits \(name), \(kilobytes) KiB" }
    }

    private static let many = [
        Many(name: "of values here and there", kilobytes: 8, edits: 1_000, reads: 12) { number, count in
            let key = number / count % 3
            return set(
                "\"parameters\", \"p\(number % count)\", \"\(["min", "max", "label"][key])\"",
                ["-\(number)", "\(number)", "\"Q \(number)\""][key])
        },
        Many(name: "of values here and there", kilobytes: 64, edits: 300, reads: 2) { number, _ in
            set("\"parameters\", \"p\(number * 7 % 300)\", \"max\"", "\(number + 200)")
        },
        Many(name: "that add parameters", kilobytes: 8, edits: 1_000, reads: 2) { number, _ in
            set("\"parameters\", \"q\(number)\"", "{\"max\": \(number + 1)}")
        },
        Many(name: "that add, change, and change back", kilobytes: 8, edits: 300, reads: 4) { number, _ in
            number < 100
                ? set("\"parameters\", \"q\(number)\"", "{\"max\": \(number + 1)}")
                : number < 200
                    ? set("\"parameters\", \"p\(number - 100)\", \"min\"", "-1") : set("\"parameters\", \"p\(number - 200)\", \"min\"", "0")
        },
        Many(name: "that rename", kilobytes: 8, edits: 100, reads: 2) { number, _ in
            "{\"rename\": [\"parameters\", \"p\(number)\"], \"to\": \"q\(number)\"}"
        },
        Many(name: "that remove", kilobytes: 8, edits: 100, reads: 2) { number, _ in "{\"remove\": [\"parameters\", \"p\(number)\"]}" },
    ]

    @Test("a thousand edits of a small file, and many of a large one, read it a few times", arguments: many)
    func reads(many: Many) throws {
        let (text, count) = Self.file(of: many.kilobytes << 10)
        let edits = (0..<many.edits).map { many.edit($0, count) }.joined(separator: ",")
        var run = try EditRun(Source(name: "c.yaml", bytes: Array(text.utf8)))
        try run.make(try ConfigEdits(json: Array("{\"read\": \"\", \"edits\": [\(edits)]}".utf8)).edits)
        #expect(run.reads <= many.reads)
    }

    @Test("edits that need one another are made, too, and refused only where they would read a large file for seconds")
    func moves() throws {
        func edits(_ count: Int) -> String {
            (0..<count).map { "{\"move\": [\"p\($0 % 2)\"], \"before\": null}" }.joined(separator: ",")
        }
        let few = "p0: {}\np1: {}\n"
        #expect(try edited(few, edits(1_000)) == few)
        let large = few + String(repeating: "# what the desk of the hall is for\n", count: 10_000)
        #expect(try edited(large, edits(50)) == large)
        #expect(
            throws: ConfigEditRefusal.malformed("too many of these edits need what others of them have changed; make them in several runs")
        ) {
            () throws in _ = try edited(large, edits(101))
        }
    }

    @Test("an edit of what a template makes is refused as if the edits before it were written")
    func templates() throws {
        let text = "lists: {ch: [kick, snare]}\nparameters:\n  \"{ch}.level\": {max: 10}\n  master: {max: 10}\n"
        let renamed = "{\"rename\": [\"parameters\", \"{ch}.level\"], \"to\": \"{ch}.gain\"}"
        func level(_ id: String) -> String { Self.set("\"parameters\", \"\(id)\", \"max\"", "5") }
        for edits in [
            [Self.set("\"lists\", \"ch\"", "[\"kick\"]"), level("snare.level")],
            [level("master"), level("kick.level")], [renamed, level("kick.gain")], [renamed, level("kick.level")],
            [Self.set("\"parameters\", \"pan\"", "{\"max\": 1}"), "{\"rename\": [\"parameters\", \"pan\"], \"to\": \"snare.level\"}"],
        ] {
            try Self.check(text, edits)
        }
    }

    /// Compares the text after all edits, or their refusal, with that after one at a time.
    static func check(_ text: String, _ edits: [String], _ name: String = "") throws {
        let one = Result { () throws(ConfigEditRefusal) in
            var text = text
            for edit in edits { text = try edited(text, edit) }
            return text
        }
        let all = Result { () throws(ConfigEditRefusal) in try edited(text, edits.joined(separator: ",")) }
        #expect(one == all, "\(name)\(edits.joined(separator: "\n"))\nin\n\(text)")
    }
}
