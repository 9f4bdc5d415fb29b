/// Something that has a JSON schema.
package protocol WireSchema: Sendable {
    /// The schema, or a reference to it, as `openapi.json` has it where the type is used.
    static var reference: String { get }
}

/// A schema that `openapi.json` lists under a name.
package protocol NamedSchema: WireSchema {
    /// The name. That of a wire type is the type's own, without the word `Resource`.
    static var schemaName: String { get }
    /// The name and the schema, as a member of a JSON object.
    static var schema: String { get }
}

/// The content of a request or an answer.
package protocol WireContent: WireSchema {
    static var mediaType: String { get }
    static func decode(_ bytes: [UInt8]) throws(WireError) -> Self
    func encode() throws(WireError) -> [UInt8]
}

/// A wire type. Its schema follows from how it decodes itself, and from its notes.
package protocol WireType: NamedSchema, WireContent, Codable {
    static var notes: KeyNotes { get }
}

/// The body of a request: an object without any other keys than those that the type decodes.
package protocol WireRequest: WireType {}

extension NamedSchema {
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

extension WireRequest {
    package static func decode(_ bytes: [UInt8]) throws(WireError) -> Self {
        try WireJSON.decode(StrictObject<Self>.self, from: bytes).value
    }
}

extension Array: WireSchema, WireContent where Element: WireType {
    package static var reference: String { #"{"type": "array", "items": \#(Element.reference)}"# }
}

/// No body. The body `{}` is accepted too.
package struct NoBody: WireContent {
    package init() {}
    package static var reference: String { "{}" }
    package static func decode(_ bytes: [UInt8]) throws(WireError) -> NoBody {
        guard bytes.isEmpty || bytes == Array("{}".utf8) else { throw WireError("this request has no body; leave it out") }
        return NoBody()
    }
    package func encode() -> [UInt8] { [] }
}

/// A JSON text that is passed on unchanged.
package struct RawJSON<Schema: WireSchema>: WireContent {
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
    package static func decode(_ bytes: [UInt8]) throws(WireError) -> EventFlow { throw WireError("a stream is not decoded as a whole") }
    package func encode() -> [UInt8] { [] }
}
