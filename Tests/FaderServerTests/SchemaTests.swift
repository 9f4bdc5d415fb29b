import FaderAPI
import FaderModel
import Testing

@testable import FaderServer

@Suite struct SchemaTests {
    @Test("every wire type decodes exactly the keys of its schema, with their types, and needs the required ones")
    func shapes() throws {
        var compared = 0
        for type in OpenAPI.schemas {
            guard let decodable = type as? any (Decodable & NamedSchema).Type, let members = ShapeReader.members(of: decodable) else {
                continue
            }
            // These have exactly one of their keys; see below.
            if type == ParameterChange.self || type == VirtualGesture.self || type == BankRequest.self { continue }
            try compare(members, with: try schema(of: type), at: type.schemaName)
            compared += 1
        }
        #expect(compared >= 30)
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
        try check(VirtualGesture.self, ["position": "1", "touched": "true", "turn": "-3", "pressed": "true", "clicks": "2"])
        try check(BankRequest.self, ["bank": "9", "by": "-8"])
    }

    private func schema(of type: any NamedSchema.Type) throws -> JSON {
        try #require(try JSON("{\(type.schema)}".utf8)[type.schemaName])
    }

    private func compare(_ members: [String: ShapeReader.Member], with schema: JSON, at place: String) throws {
        let properties = try #require(schema["properties"]?.object, "\(place)")
        #expect(Set(members.keys) == Set(properties.keys), "\(place)")
        #expect(Set(members.filter(\.value.isRequired).keys) == Set((schema["required"]?.list ?? []).compactMap(\.text)), "\(place)")
        for (key, member) in members {
            if let property = properties[key] { try compare(member.type, with: property, at: "\(place).\(key)") }
        }
    }

    private func compare(_ type: Any.Type, with schema: JSON, at place: String) throws {
        if let named = type as? any NamedSchema.Type, schema["oneOf"] == nil {
            #expect(try JSON(named.reference.utf8)["$ref"] == schema["$ref"], "\(place)")
        } else if let list = type as? any List.Type {
            #expect(schema["type"]?.text == "array", "\(place)")
            if let items = schema["items"] { try compare(list.item, with: items, at: place) }
        } else if let words = type as? any Words.Type {
            #expect(Set((schema["enum"]?.list ?? []).compactMap(\.text)) == Set(words.all), "\(place)")
        } else if let decodable = type as? any Decodable.Type, let members = ShapeReader.members(of: decodable), !members.isEmpty {
            try compare(members, with: schema, at: place)
        } else if type == String.self {
            #expect(schema["type"]?.text == "string" || schema["enum"] != nil || schema["$ref"] != nil, "\(place)")
        } else if type == Double.self || type == Bool.self {
            #expect(schema["type"]?.text == (type == Bool.self ? "boolean" : "number"), "\(place)")
        } else if type is any BinaryInteger.Type {
            #expect(schema["type"]?.text == "integer", "\(place)")
        } else {
            #expect(schema["type"]?.text == "object" || schema["oneOf"] != nil, "\(place): \(type)")
        }
    }
}

private protocol List { static var item: Any.Type { get } }
extension Array: List { static var item: Any.Type { Element.self } }

private protocol Words { static var all: [String] { get } }
extension CaseIterable where Self: RawRepresentable<String> { static var all: [String] { allCases.map(\.rawValue) } }
extension StepSize: Words {}
extension EditOutcomeResource.Outcome: Words {}
extension MonitorResource.Direction: Words {}
extension ConfigChange.Subject: Words {}
extension ConfigChange.Change: Words {}
extension StatusResource.Sequencer: Words {}
extension StatusResource.Saving.State: Words {}
extension SurfaceResource.State: Words {}
extension ControlResource.Kind: Words {}
extension VirtualControlResource.Kind: Words {}
extension VirtualControlResource.Lamp: Words {}
extension ParameterResource.Owner: Words {}
extension ControlResource.Takeover.Side: Words {}
extension ExplainResource.Hidden.Cause: Words {}
