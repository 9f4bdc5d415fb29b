import FaderConsole
import FaderTesting
import FaderValues
import Glibc
import Testing

@testable import FaderConfig

/// Random edits of the files that come with faderd, in several forms. The number of edits can be set with FADERD_FUZZ_EDITS.
@Suite("Random edits of real files", .serialized)
struct EditFuzzTests {
    private static let directory =
        TestFile.project + "/config"

    /// The files, each as it is, with CR LF, with deeper indents, and without its last line end.
    private static let texts: [String] = {
        let profiles = SystemFiles().names(in: directory + "/profiles").sorted().map { "\(directory)/profiles/\($0)" }
        let files = ["\(directory)/faderd.yaml"] + profiles
        return files.flatMap { file -> [String] in
            let text = String(decoding: (try? SystemFiles().contents(of: file, limit: 1 << 20)) ?? [], as: UTF8.self)
            let deeper = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
                String(repeating: " ", count: line.prefix { $0 == " " }.count) + line
            }
            return [
                text, text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n"),
                deeper.joined(separator: "\n"),
                "\u{FEFF}" + text.dropLast(),
            ]
        }
    }()

    private static let runs = unsafe getenv("FADERD_FUZZ_EDITS").flatMap { Int(unsafe String(cString: $0)) } ?? 200

    /// All paths in a file, as JSON, with their nodes.
    private static func paths(_ node: MarkedNode, _ path: [String] = []) -> [(path: [String], node: MarkedNode)] {
        let below =
            switch node.content {
            case .text: [(path: [String], node: MarkedNode)]()
            case .list(let items, _): items.enumerated().flatMap { paths($1, path + ["\($0)"]) }
            case .block(let entries, _): entries.flatMap { paths($0.value, path + [json($0.key)]) }
            }
        return (path.isEmpty ? [] : [(path, node)]) + below
    }

    private static func json(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar.value < 0x20 || scalar == "\"" || scalar == "\\" {
                quoted += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            } else {
                quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    private static func value(_ random: inout SeededGenerator, depth: Int = 0) -> String {
        switch Int.random(in: 0..<(depth < 2 ? 8 : 6), using: &random) {
        case 0: "\(Int.random(in: -99...99, using: &random))"
        case 1: "\(Double.random(in: -9...9, using: &random))"
        case 2: ["true", "false"].randomElement(using: &random) ?? ""
        case 3: json(HostileText.known.randomElement(using: &random) ?? "")
        case 4: json(HostileText.random(using: &random))
        case 5: json(["master", "cc 1 ch 1", "0 dB", "it's", "on", "-inf", ""].randomElement(using: &random) ?? "")
        case 6:
            "[" + (0..<Int.random(in: 0...3, using: &random)).map { _ in value(&random, depth: depth + 1) }.joined(separator: ", ") + "]"
        default:
            "{"
                + (0..<Int.random(in: 0...3, using: &random)).map { "\"key-\($0)\": \(value(&random, depth: depth + 1))" }
                .joined(separator: ", ") + "}"
        }
    }

    /// A random edit at one of the paths.
    private static func edit(_ path: [String], _ node: MarkedNode, _ random: inout SeededGenerator) -> String {
        let isItem = path.last?.first != "\""
        func list(_ path: [String]) -> String { "[\(path.joined(separator: ", "))]" }
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return "{\"remove\": \(list(path))}"
        case 1 where !isItem:
            return "{\"rename\": \(list(path)), \"to\": \(json("new-" + (HostileText.known.randomElement(using: &random) ?? "")))}"
        case 2:
            let next: [String] =
                switch node.content {
                case .list(let items, _): ["\(items.count)"]
                case .text where !node.isEmpty: []
                default: ["\"new.1\""] + (Bool.random(using: &random) ? ["\"inner\""] : [])
                }
            return "{\"set\": \(list(path + next)), \"to\": \(value(&random))}"
        default: return "{\"set\": \(list(path)), \"to\": \(isItem || Bool.random(using: &random) ? value(&random) : "null")}"
        }
    }

    @Test("an edit changes one piece of the file and keeps every other byte, and what is read then is the old content with the edit")
    func anything() throws {
        var random = SeededGenerator(seed: 14_071_789)
        var made = 0
        for run in 0..<Self.runs {
            let text = try #require(Self.texts.randomElement(using: &random))
            let source = Source(name: "c.yaml", bytes: Array(text.utf8))
            let root = try MarkedTree.read(source)
            let (path, node) = try #require(Self.paths(root).randomElement(using: &random))
            let edit = Self.edit(path, node, &random)
            let after: String
            do throws(ConfigEditRefusal) { after = try edited(text, edit) } catch {
                // The only refusals are of what the edit itself has.
                if case .malformed = error { continue }
                Issue.record("run \(run): \(edit) was refused: \(error)")
                continue
            }
            made += 1
            let edits = try ConfigEdits(json: Array("{\"read\": \"\", \"edits\": [\(edit)]}".utf8))
            let splices = try Splicer(source: source, root: root).splices(edits.edits[0])
            #expect(Self.isKept(text, after, splices), "run \(run): \(edit)\n\(after)")
            #expect(Self.missing(text, after, besides: node) <= 2, "run \(run): \(edit)\n\(after)")
            let expected = try root.value.after(edits.edits[0])
            #expect(
                try MarkedTree.read(Source(name: "c.yaml", bytes: Array(after.utf8))).value.isSame(as: expected), "run \(run): \(edit)")
        }
        #expect(made > Self.runs / 2)
    }

    @Test("edits that are made together give what they give one at a time")
    func together() throws {
        var random = SeededGenerator(seed: 28_111_989)
        for run in 0..<Self.runs / 2 {
            let text = try #require(Self.texts.randomElement(using: &random))
            let paths = Self.paths(try MarkedTree.read(Source(name: "c.yaml", bytes: Array(text.utf8))))
            // Few places, so that many of the edits meet.
            let start = Int.random(in: 0..<paths.count, using: &random)
            let near = paths[start..<min(paths.count, start + 12)]
            let edits = try (0..<Int.random(in: 2...8, using: &random)).map { _ in
                let (path, node) = try #require(near.randomElement(using: &random))
                return Self.edit(path, node, &random)
            }
            try EditRunTests.check(text, edits, "run \(run): ")
        }
    }

    /// How many lines of a text are not in another one, besides those that a value is on. The line of its key may be, and, if nothing is left
    /// beside it, that of the key around it.
    private static func missing(_ before: String, _ after: String, besides node: MarkedNode) -> Int {
        let (old, new) = (Source(name: "old", bytes: Array(before.utf8)), Source(name: "new", bytes: Array(after.utf8)))
        let own = old.lineIndex(atByte: node.range.lowerBound)...old.lineIndex(atByte: node.range.upperBound)
        var counts = Dictionary(new.lines.map { (new.bytes[$0], 1) }, uniquingKeysWith: +)
        return old.lines.indices.count { line in
            if own.contains(line) || old.isBlank(line) { return false }
            counts[old.bytes[old.lines[line]], default: 0] -= 1
            return counts[old.bytes[old.lines[line]], default: 0] < 0
        }
    }

    /// Whether a text is another one with these pieces replaced.
    private static func isKept(_ before: String, _ after: String, _ splices: [Splice]) -> Bool {
        let (old, new) = (Array(before.utf8), Array(after.utf8))
        let mark = before.unicodeScalars.first == "\u{FEFF}" ? 3 : 0
        var (place, kept) = (0, 0)
        for splice in splices.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            let range = splice.range.lowerBound + mark..<splice.range.upperBound + mark
            let count = range.lowerBound - kept
            guard new.count >= place + count, new[place..<place + count] == old[kept..<range.lowerBound] else { return false }
            place += count
            guard new[place...].starts(with: splice.text.utf8) else { return false }
            (place, kept) = (place + splice.text.utf8.count, range.upperBound)
        }
        return new[min(place, new.count)...] == old[kept...]
    }

    @Test("a key that is moved takes its lines with it, and no other line changes")
    func moving() throws {
        var random = SeededGenerator(seed: 20_261_126)
        for run in 0..<Self.runs {
            let text = try #require(Self.texts.randomElement(using: &random))
            let root = try MarkedTree.read(Source(name: "c.yaml", bytes: Array(text.utf8)))
            let blocks = Self.paths(root).filter { if case .block(let entries, _) = $0.node.content { entries.count > 1 } else { false } }
            guard let (path, node) = blocks.randomElement(using: &random), case .block(let entries, let isFlow) = node.content else {
                continue
            }
            let key = try #require(entries.randomElement(using: &random)).key
            let place = Bool.random(using: &random) ? entries.randomElement(using: &random)?.key : nil
            let edit = "{\"move\": [\((path + [Self.json(key)]).joined(separator: ", "))], \"before\": \(place.map(Self.json) ?? "null")}"
            let after: String
            do throws(ConfigEditRefusal) { after = try edited(text, edit) } catch {
                // Comments inside of braces may keep a key from moving; then nothing has changed.
                #expect(isFlow, "run \(run): \(edit): \(error)")
                continue
            }
            let edits = try ConfigEdits(json: Array("{\"read\": \"\", \"edits\": [\(edit)]}".utf8))
            let expected = try root.value.after(edits.edits[0])
            #expect(try MarkedTree.read(Source(name: "c.yaml", bytes: Array(after.utf8))).value.isSame(as: expected), "run \(run): \(edit)")
            if !isFlow { #expect(Self.lines(text) == Self.lines(after), "run \(run): \(edit)\n\(after)") }
        }
    }

    /// The lines of a text that are not blank, sorted.
    private static func lines(_ text: String) -> [String] {
        text.unicodeScalars.split { "\r\n\u{FEFF}".unicodeScalars.contains($0) }.map { String($0) }.filter { !$0.allSatisfy { $0 == " " } }
            .sorted()
    }

    /// Edits that make sense, and how they change the configuration.
    private static func sensible(_ configuration: Configuration, _ random: inout SeededGenerator, _ number: Int) -> String {
        let ids = configuration.parameters.map(\.id).filter { !$0.contains("band.") && !$0.contains("lamp.") }
        let id = ids.randomElement(using: &random) ?? ""
        let numbers = ["master", "monitor.level", "phones.level", "synth.cutoff", "synth.resonance", "delay.time", "tempo", "reverb.mix"]
        let fader = "fader.\(Int.random(in: 1...8, using: &random))"
        switch Int.random(in: 0..<9, using: &random) {
        case 0: return "{\"set\": [\"parameters\", \(json(id)), \"label\"], \"to\": \(json("It's \"\(number)\": #1"))}"
        case 1: return "{\"set\": [\"surfaces\", \"virtual\", \"map\", \"\(fader)\"], \"to\": \"\(numbers[number % numbers.count])\"}"
        case 2:
            return "{\"set\": [\"surfaces\", \"virtual\", \"map\", \"\(fader)\"], \"to\": "
                + "{\"parameter\": \"\(numbers[number % numbers.count])\"}}"
        case 3: return "{\"set\": [\"parameters\", \"new-\(number)\"], \"to\": {\"min\": 0, \"max\": \(number + 1), \"unit\": \"dB\"}}"
        case 4: return "{\"rename\": [\"surfaces\", \"virtual\"], \"to\": \"virtual-\(number)\"}"
        case 5: return "{\"remove\": [\"surfaces\", \"virtual\", \"map\", \"\(fader)\"]}"
        case 6: return "{\"set\": [\"web\", \"pages\", \"page-\(number)\"], \"to\": [\(json(id)), \"*.level\"]}"
        case 7: return "{\"set\": [\"parameters\", \"\(numbers[number % numbers.count])\", \"decimals\"], \"to\": \(number % 10)}"
        default: return "{\"set\": [\"surfaces\", \"box-\(number)\"], \"to\": {\"match\": \"Box\", \"profile\": \"virtual\"}}"
        }
    }

    @Test("a sensible edit gives a config without errors, which has what a config written anew with that edit has")
    func sensible() throws {
        let profile = String(
            decoding: try SystemFiles().contents(of: Self.directory + "/profiles/virtual.yaml", limit: 1 << 20), as: UTF8.self)
        let profiles = ["/usr/share/profiles/virtual.yaml": profile]
        var random = SeededGenerator(seed: 19_690_720)
        for run in 0..<Self.runs / 4 {
            let text = Self.texts[run % 4]
            let root = try MarkedTree.read(Source(name: "c.yaml", bytes: Array(text.utf8)))
            let before = try configuration(text, profiles: profiles)
            let edit = Self.sensible(before, &random, run)
            let after = try configuration(try edited(text, edit), profiles: profiles)
            let edits = try ConfigEdits(json: Array("{\"read\": \"\", \"edits\": [\(edit)]}".utf8))
            let anew = try configuration(Self.written(try root.value.after(edits.edits[0])), profiles: profiles)
            #expect(after == anew, "run \(run): \(edit)")
        }
    }

    /// A value as a whole file, each key on a line.
    private static func written(_ value: EditValue, _ indent: Int = 0) -> String {
        let start = "\n" + String(repeating: " ", count: indent)
        switch value {
        case .text(let text, let isBare): return " " + (isBare ? text : text.yamlQuoted)
        case .list(let items): return items.isEmpty ? " []" : items.map { "\(start)-\(written($0, indent + 1))" }.joined()
        case .block(let members):
            return members.isEmpty
                ? " {}" : members.map { "\(start)\($0.key.yamlQuoted):\(written($0.value, indent + 1))" }.joined()
        }
    }
}
