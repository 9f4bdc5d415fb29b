import FaderAPI
import FaderRig
import FaderValues
import Testing

@testable import FaderServer

@Suite struct SchemaTests {
    private let schemas: [String: JSON]
    private let document: JSON

    init() throws {
        document = try JSON(Endpoints.description)
        schemas = try #require(document["components"]?["schemas"]?.object)
    }

    @Test(
        "every request, answer and event has the keys of its schema in openapi.json and no others, the same ones required, of the same types"
    )
    func keys() async throws {
        let rig = try await Rig(.server())
        let rows = await Endpoints.all(of: rig.daemon, OwnPart(token: nil)).map(\.row)
        await rig.stop()
        var comparison = SchemaComparison(schemas: schemas)
        for row in rows {
            let operation = document["paths"]?[row.template]?[row.method.rawValue.lowercased()]
            let place = "\(row.method) \(row.template)"
            if row.hasBody {
                comparison.compare(row.body, with: operation?["requestBody"]?["content"]?["application/json"]?["schema"], at: place)
            }
            let answer = operation?["responses"]?["\(row.status)"]?["content"]?[row.answer.mediaType]?["schema"]
            comparison.compare(row.answer, with: answer, at: place)
        }
        for (name, type) in Self.events { comparison.compare(type, with: .object(["$ref": .text("/\(name)")]), at: name) }
        #expect(comparison.problems == [])
        // What is read or written in another way than by the keys of a type.
        #expect(Set(schemas.keys).subtracting(comparison.seen) == Self.written)
        #expect(comparison.alternatives == Self.alternatives)
    }

    /// The data of events, and of failed requests.
    private static var events: [(String, any Decodable.Type)] {
        [
            ("State", StateEvent.self), ("Touch", TouchEvent.self), ("Takeover", TakeoverEvent.self), ("Recall", RecalledEvent.self),
            ("Press", PressEvent.self), ("Ended", EndedEvent.self), ("HistoryEvent", HistoryEvent.self), ("Session", SessionEvent.self),
            ("Message", MonitorResource.self), ("SilentPeer", SilentPeer.self), ("Problem", Problem.self), ("View", ViewResource.self),
        ]
    }
    private static let written: Set = [
        "ExportedValues", "ExportedSnapshot", "IDPattern", "Batch", "Levels", "PageButton", "PageJob", "Positions",
    ]
    private static let alternatives: Set = [
        "BankRequest", "DeclareRequest.yaml", "IDPatterns", "Page.buttons", "Parameter.default", "Parameter.min", "Parameter.value",
        "ParameterChange",
        "ParametersPatch", "StepSize", "Taper", "Value", "VirtualGesture",
    ]

    @Test("a body with one of several keys accepts each key of its schema alone, and no two together")
    func alternatives() throws {
        func check<Body: WireObject>(_ type: Body.Type, _ name: String, _ values: [String: String]) throws {
            let schema = try #require(schemas[name])
            let alternatives = schema["oneOf"]?.list?.flatMap { $0["required"]?.list?.compactMap(\.text) ?? [] }
            #expect(try Set(values.keys) == Set(alternatives ?? Array(#require(schema["properties"]?.object).keys)))
            for (key, value) in values {
                let body = Array(#"{"\#(key)":\#(value)}"#.utf8)
                #expect(try type.decode(body).encode() == body)
            }
            let all = values.map { #""\#($0)":\#($1)"# }.joined(separator: ",")
            #expect(throws: WireError.self) { try type.decode(Array("{\(all)}".utf8)) }
        }
        let positions = ["text": #""1""#, "value": "1", "position": "1", "positions": #"{"low":1}"#]
        try check(ParameterChange.self, "ParameterChange", positions)
        for body in [#"{"end":true,"gesture":"a","position":1}"#, #"{"gesture":"a","positions":{"low":1}}"#] {
            #expect(try ParameterChange.decode(Array(body.utf8)).encode() == Array(body.utf8))
        }
        let gestures = ["position": "1", "sweep": "1", "touched": "true", "turn": "-3", "pressed": "true", "clicks": "2"]
        try check(VirtualGesture.self, "VirtualGesture", gestures)
        try check(BankRequest.self, "BankRequest", ["bank": "9", "by": "-8"])
    }
}

/// Compares types with schemas, by the keys that the types decode.
private struct SchemaComparison {
    let schemas: [String: JSON]
    private(set) var problems: [String] = []
    /// The schemas that were compared.
    private(set) var seen: Set<String> = []
    /// The schemas and properties that are one of several, which a type decodes in its own way.
    private(set) var alternatives: Set<String> = []

    init(schemas: [String: JSON]) { self.schemas = schemas }

    /// - Parameter place: a name for people.
    mutating func compare(_ type: any Any.Type, with schema: JSON?, at place: String) {
        guard let schema else { return problems.append("\(place) has no schema") }
        if let name = schema["$ref"]?.text?.split(separator: "/").last.map(String.init) {
            if seen.insert(name).inserted { compare(type, with: schemas[name], at: name) }
            return
        }
        let kind = schema["type"]?.text
        switch type {
        case is RawJSON.Type, is EventFlow.Type: break
        case _ where schema["oneOf"] != nil && schema["properties"] == nil: alternatives.insert(place)
        case _ where schema["maxProperties"]?.number == 1: alternatives.insert(place)
        case _ where kind == "object" && schema["properties"] == nil && schema["additionalProperties"] != nil: alternatives.insert(place)
        case let list as any List.Type:
            expect(kind, "array", place)
            compare(list.item, with: schema["items"], at: place)
        case let words as any (CaseIterable & RawRepresentable).Type: compare(Self.words(words), with: schema, at: place)
        case is String.Type: if schema["enum"] == nil { expect(kind, "string", place) }
        case is Bool.Type: if schema["const"] == nil { expect(kind, "boolean", place) }
        case is Double.Type: expect(kind, "number", place)
        case is any BinaryInteger.Type: if schema["enum"] == nil { expect(kind, "integer", place) }
        case is any Table.Type: expect(kind, "object", place)
        case let object as any Decodable.Type: compare(DecodedKeys.of(object), with: schema, at: place)
        default: problems.append("\(place) is of the type \(type)")
        }
    }

    private mutating func compare(_ keys: [DecodedKeys.Found], with schema: JSON, at place: String) {
        expect(schema["type"]?.text, "object", place)
        if schema["additionalProperties"] != .truth(false) { problems.append("\(place) may have other keys") }
        let properties = schema["properties"]?.object ?? [:]
        let required = Set(schema["required"]?.list?.compactMap(\.text) ?? [])
        for key in Set(properties.keys).symmetricDifference(keys.map(\.name)) {
            problems.append("\(place).\(key) is only in one of the two")
        }
        for key in required.symmetricDifference(keys.filter(\.isRequired).map(\.name)) {
            problems.append("\(place).\(key) is required only by one of the two")
        }
        for key in keys where properties[key.name] != nil { compare(key.type, with: properties[key.name], at: "\(place).\(key.name)") }
    }

    private mutating func compare(_ words: [String], with schema: JSON, at place: String) {
        if schema["enum"]?.list?.compactMap(\.text) != words { problems.append("\(place) has the words \(words)") }
    }

    private mutating func expect(_ found: String?, _ wanted: String, _ place: String) {
        if found != wanted { problems.append("\(place) is \(wanted), its schema says \(found ?? "nothing")") }
    }

    private static func words<Words: CaseIterable & RawRepresentable>(_: Words.Type) -> [String] { Words.allCases.map { "\($0.rawValue)" } }
}

private protocol List { static var item: any Any.Type { get } }
extension Array: List { static var item: any Any.Type { Element.self } }
private protocol Table {}
extension Dictionary: Table {}
