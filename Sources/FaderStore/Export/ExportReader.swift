internal import FaderJSON
internal import FaderValues

/// Reads an export and collects all that is wrong with it.
struct ExportReader {
    private var problems: [DocumentProblem] = []
    private var suggester = Suggester()

    mutating func read(_ bytes: [UInt8]) -> ExportDocument.Parts {
        guard let node = parse(bytes) else { return ([], [:], nil, problems) }
        let document = document(JSONValue(node))
        for name in Self.lookAlikes(node) {
            note(["snapshots", name], "looks like another name here but is encoded differently (accents); rename one of the two")
        }
        let values = document.parameters.sorted { $0.key < $1.key }.map { (id: $0.key, value: $0.value) }
        return (values, document.snapshots, document.order, problems)
    }

    private mutating func parse(_ bytes: [UInt8]) -> JSONNode? {
        do {
            if !bytes.isEmpty { return try JSONReader.read(bytes) }
            note([], "the document is empty")
        } catch {
            note([], error.sentence(of: "this", in: bytes))
        }
        return nil
    }

    /// They differ from an earlier one only in how accents are composed, so that a dictionary has lost one.
    private static func lookAlikes(_ node: JSONNode) -> [String] {
        guard case .object(let fields) = node.content, let snapshots = fields.first(where: { $0.key == "snapshots" }),
            case .object(let members) = snapshots.value.content
        else { return [] }
        var known: Set<String> = []
        return members.map(\.key).filter { !known.insert($0).inserted }
    }

    private mutating func note(_ path: [String], _ message: String) {
        problems.append(DocumentProblem(path: path.map(Self.quoted).joined(separator: "."), message: message))
    }

    /// Quoted unless it is a valid id, in either case.
    private static func quoted(_ key: String) -> String { ParameterSpec.isValidID(key.lowercased()) ? key : JSONValue.text(key).rendered }

    private mutating func document(_ json: JSONValue) -> ExportDocument {
        var document = ExportDocument(parameters: [:], snapshots: [:])
        guard case .object(let fields) = json else {
            note([], "this is \(json.words); an export is an object with \"faderd-export\", \"parameters\" and \"snapshots\"")
            return document
        }
        guard checkVersion(fields["faderd-export"]) else { return document }
        checkNames(of: fields, known: ["faderd-export", "parameters", "snapshot-order", "snapshots"], [])
        if let parameters = fields["parameters"] { document.parameters = values(parameters, ["parameters"]) }
        for (name, json) in object(fields["snapshots"] ?? .object([:]), ["snapshots"], of: "snapshots by name") {
            if let problem = SnapshotName.problem(name) { note(["snapshots", name], "the name \(problem)") }
            document.snapshots[name] = snapshot(json, ["snapshots", name])
        }
        if let order = fields["snapshot-order"] { document.order = names(order, of: fields["snapshots"]) }
        return document
    }

    /// The order of the snapshots. It may lack some, which come after the others.
    private mutating func names(_ json: JSONValue, of snapshots: JSONValue?) -> [String] {
        let path = ["snapshot-order"]
        guard case .list(let items) = json else {
            note(path, "\(json.words) was found; a list of the names of the snapshots is expected")
            return []
        }
        var known: Set<String> = []
        if case .object(let fields)? = snapshots { known = Set(fields.keys) }
        var names: [String] = []
        for item in items {
            guard case .text(let name) = item else {
                note(path, "\(item.words) was found; the name of a snapshot is expected")
                continue
            }
            if known.remove(name) == nil {
                let isTwice = names.contains(name)
                note(path, isTwice ? "\(item.words) is named twice" : "\(item.words) is not among the snapshots of this document")
            }
            names.append(name)
        }
        return names
    }

    private mutating func checkVersion(_ json: JSONValue?) -> Bool {
        guard let json else {
            note(
                ["faderd-export"],
                "is missing, so this is not an export of faderd; it begins with \"faderd-export\": \(ExportDocument.version)"
            )
            return false
        }
        guard json.double != Double(ExportDocument.version) else { return true }
        let isNewer = json.double.map { $0 > Double(ExportDocument.version) } ?? false
        note(
            ["faderd-export"],
            "\(json.words) is not known\(isNewer ? ", a newer faderd wrote it" : ""); this faderd reads \(ExportDocument.version)")
        return false
    }

    private mutating func checkNames(of fields: [String: JSONValue], known: [String], _ path: [String]) {
        for name in fields.keys.sorted() where !known.contains(name) {
            let hint = suggester.nearest(to: name, among: known).map { " (did you mean \"\($0)\"?)" } ?? ""
            let expected = known.map { "\"\($0)\"" }.joined(separator: ", ")
            note(path + [name], "is an unknown key; expected: \(expected)\(hint)")
        }
    }

    /// Sorted by name; if it is not an object, none, which is noted.
    private mutating func object(_ json: JSONValue, _ path: [String], of what: String) -> [(key: String, value: JSONValue)] {
        if case .object(let fields) = json { return fields.sorted { $0.key < $1.key } }
        note(path, "\(json.words) was found; an object of \(what) is expected")
        return []
    }

    private mutating func values(_ json: JSONValue, _ path: [String]) -> [String: KeptValue] {
        var values: [String: KeptValue] = [:]
        for (id, entry) in object(json, path, of: "parameters by id") { values[id] = value(id, entry, path) }
        return values
    }

    private mutating func value(_ id: String, _ entry: JSONValue, _ path: [String]) -> KeptValue? {
        if !ParameterSpec.isValidID(id) { note(path + [id], "is not a valid parameter id, which is like \"synth.cutoff\"") }
        guard case .object(let fields) = entry else {
            note(path + [id], "\(entry.words) was found; an object like { \"unit\": \"dB\", \"value\": -6.0 } is expected")
            return nil
        }
        if fields.count > 1 || fields["value"] == nil { checkNames(of: fields, known: ["unit", "value"], path + [id]) }
        guard let json = fields["value"] else {
            note(path + [id, "value"], "is missing")
            return nil
        }
        if json.value == nil { note(path + [id, "value"], Self.problem(ofValue: json)) }
        let value = KeptValue(fields)
        if json.value != nil, value == nil, let unit = fields["unit"] {
            note(
                path + [id, "unit"], "\(unit.words) is not a unit; a text such as \"dB\" is expected, and no \"unit\" where there is none")
        }
        return value
    }

    private static func problem(ofValue json: JSONValue) -> String {
        if case .number(let spelling) = json { return "\(spelling.prefix(40)) is too large a number" }
        return "\(json.words) is not a value; a number, \"-inf\", true, false, a text or a list of two numbers is expected"
    }

    private mutating func snapshot(_ json: JSONValue, _ path: [String]) -> Snapshot? {
        guard case .object(let fields) = json else {
            note(path, "\(json.words) was found; an object with \"saved\" and \"parameters\" is expected")
            return nil
        }
        checkNames(of: fields, known: ["over", "saved", "parameters"], path)
        var saved: Double?
        if case .text(let text)? = fields["saved"] { saved = WallTime.seconds(text) }
        if saved == nil {
            let found = fields["saved"].map { "\($0.words) was found" } ?? "is missing"
            note(path + ["saved"], "\(found); a time like \"\(WallTime.text(1_770_091_445.678))\" is expected")
        }
        let over = fields["over"]?.double
        if let json = fields["over"], !(over.map(Fade.isLength) ?? false) {
            let longest = Int(Fade.longest)
            note(
                path + ["over"],
                "\(json.words) was found; seconds above 0 and up to \(longest) are expected, and no \"over\" without a fade")
        }
        guard let parameters = fields["parameters"] else {
            note(path + ["parameters"], "is missing")
            return nil
        }
        return Snapshot(saved: saved ?? 0, values: values(parameters, path + ["parameters"]), over: over)
    }
}

extension JSONValue {
    fileprivate var words: String {
        switch self {
        case .null: "null"
        case .flag(let value): "\(value)"
        case .number(let spelling): String(spelling.prefix(40))
        case .text(let text): JSONValue.text(String(text.prefix(40))).rendered
        case .list: "a list"
        case .object: "an object"
        }
    }
}

public struct DocumentProblem: Sendable, Equatable, CustomStringConvertible {
    /// Where the problem is, such as `parameters.master.value`; empty for the document as a whole.
    public var path: String
    public var message: String

    public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}
