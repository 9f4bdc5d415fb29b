import FaderModel
import Testing

@testable import FaderAPI

@Suite struct SchemaTests {
    @Test("the schema of a wire type follows from what it decodes and from its notes")
    func schemas() throws {
        let expected = """
            {"Surroundings": {"type": "object", "additionalProperties": false, "required": ["name", "places", "sizes"], "description": "of a test",
              "properties": {
                "name": {"$ref": "#/components/schemas/ID"},
                "places": {"type": "array", "description": "in order", "items": {
                  "type": "object", "additionalProperties": false, "required": ["row", "isFree"], "properties": {
                    "row": {"type": "integer", "minimum": 1, "maximum": 8}, "isFree": {"type": "boolean"}}}},
                "sizes": {"type": "array", "items": {"enum": ["ordinary", "big", "fine"]}},
                "travel": {"type": "number"},
                "value": {"$ref": "#/components/schemas/Value"},
                "members": {"type": "object"},
                "check": {"$ref": "#/components/schemas/Check", "description": "if \\"asked\\" for"}}}}
            """
        #expect(try JSON("{\(SurroundingsResource.schema)}".utf8) == JSON(expected.utf8))
    }

    private struct SurroundingsResource: WireType {
        struct Place: Codable {
            var row: Int
            var isFree: Bool
        }
        var name: String
        var places: [Place]
        var sizes: [StepSize]
        var travel: Double?
        var value: Value?
        var members: [String: Int]?
        var check: CheckResource?

        static let notes: KeyNotes = [
            "": "of a test", "name": .id, "places": "in order", "places.row": .from(1, to: 8), "check": "if \"asked\" for",
        ]
    }

    @Test("a body with one of several keys accepts each key of its schema alone, and no two together")
    func alternatives() throws {
        func check<Body: WireType>(_ type: Body.Type, _ values: [String: String]) throws {
            let schema = try schema(of: type)
            let alternatives = schema["oneOf"]?.list?.flatMap { $0["required"]?.list?.compactMap(\.text) ?? [] }
            #expect(try Set(values.keys) == Set(alternatives ?? Array(#require(schema["properties"]?.object).keys)))
            for (key, value) in values {
                let body = Array(#"{"\#(key)":\#(value)}"#.utf8)
                #expect(try type.decode(body).encode() == body)
            }
            let all = values.map { #""\#($0)":\#($1)"# }.joined(separator: ",")
            #expect(throws: WireError.self) { try type.decode(Array("{\(all)}".utf8)) }
        }
        try check(ParameterChange.self, ["text": #""1""#, "value": "1", "position": "1", "positions": #"{"low":1}"#])
        for body in [#"{"end":true,"gesture":"a","position":1}"#, #"{"gesture":"a","positions":{"low":1}}"#] {
            #expect(try ParameterChange.decode(Array(body.utf8)).encode() == Array(body.utf8))
        }
        try check(VirtualGesture.self, ["position": "1", "sweep": "1", "touched": "true", "turn": "-3", "pressed": "true", "clicks": "2"])
        try check(BankRequest.self, ["bank": "9", "by": "-8"])
    }

    private func schema(of type: any NamedSchema.Type) throws -> JSON {
        try #require(try JSON("{\(type.schema)}".utf8)[type.schemaName])
    }
}
