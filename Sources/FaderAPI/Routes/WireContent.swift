/// Something that has a JSON schema.
package protocol WireSchema: Sendable {
    /// The schema, or a reference to it, as `openapi.json` has it where the type is used.
    static var reference: String { get }
}

/// A schema that `openapi.json` lists under a name.
package protocol NamedSchema: WireSchema {
    /// The name and the schema, as a member of a JSON object.
    static var schema: String { get }
}

/// The content of a request or an answer.
package protocol WireContent: WireSchema {
    /// The media type.
    static var mediaType: String { get }
    static func decode(_ bytes: [UInt8]) throws(WireError) -> Self
    func encode() throws(WireError) -> [UInt8]
}

/// A wire type, with its schema beside it. A test checks that both have the same keys.
package protocol WireType: NamedSchema, WireContent, Codable {}

extension NamedSchema {
    /// The name.
    package static var schemaName: String { String(schema.dropFirst().prefix { $0 != "\"" }) }
    package static var reference: String { ##"{"$ref": "#/components/schemas/\##(schemaName)"}"## }
}

extension WireContent {
    package static var mediaType: String { "application/json" }
}

extension WireContent where Self: Codable {
    package static func decode(_ bytes: [UInt8]) throws(WireError) -> Self { try WireJSON.decode(Self.self, from: bytes) }
    package func encode() throws(WireError) -> [UInt8] { try WireJSON.encode(self) }
}

extension Array: WireSchema, WireContent where Element: WireType {
    package static var reference: String { #"{"type": "array", "items": \#(Element.reference)}"# }
}

/// No body. The body `{}` is accepted too.
package struct NoBody: WireContent {
    package init() {}
    package static var reference: String { "{}" }
    package static func decode(_ bytes: [UInt8]) throws(WireError) -> NoBody {
        guard bytes.isEmpty || bytes == Array("{}".utf8) else { throw .malformed("this request has no body; leave it out") }
        return NoBody()
    }
    package func encode() -> [UInt8] { [] }
}

/// A JSON text that is passed on unchanged.
package struct RawJSON<Schema: WireSchema>: WireContent {
    /// The text.
    package var bytes: [UInt8]
    package init(_ bytes: [UInt8]) { self.bytes = bytes }
    package static var reference: String { Schema.reference }
    package static func decode(_ bytes: [UInt8]) -> Self { Self(bytes) }
    package func encode() -> [UInt8] { bytes }
}

/// An endless stream of Server-Sent Events. The description of its route lists their names and data.
package struct EventFlow: WireContent {
    package static var reference: String { #"{"type": "string"}"# }
    package static var mediaType: String { "text/event-stream" }
    package static func decode(_ bytes: [UInt8]) throws(WireError) -> EventFlow { throw .malformed("a stream is not decoded as a whole") }
    package func encode() -> [UInt8] { [] }
}
