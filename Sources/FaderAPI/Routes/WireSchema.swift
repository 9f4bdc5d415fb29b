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

/// The content of a request or an answer, with a schema.
package protocol DescribedContent: WireContent, WireSchema {
    /// Decodes the body of a request.
    static func received(_ bytes: [UInt8]) throws(WireError) -> Self
}

/// A wire type. Its schema follows from how it decodes itself, and from its notes.
package protocol WireType: NamedSchema, WireObject, DescribedContent {
    static var notes: KeyNotes { get }
}

/// The body of a request: an object without any other keys than those that the type decodes.
package protocol WireRequest: WireType {}

extension DescribedContent {
    package static func received(_ bytes: [UInt8]) throws(WireError) -> Self { try decode(bytes) }
}

extension WireRequest {
    package static func received(_ bytes: [UInt8]) throws(WireError) -> Self {
        try WireJSON.decode(StrictObject<Self>.self, from: bytes).value
    }
}

extension NamedSchema {
    package static var schemaName: String { String(schema.dropFirst().prefix { $0 != "\"" }) }
    package static var reference: String { ##"{"$ref": "#/components/schemas/\##(schemaName)"}"## }
}

extension Array: WireSchema, DescribedContent where Element: WireType {
    package static var reference: String { #"{"type": "array", "items": \#(Element.reference)}"# }
}

extension NoBody: DescribedContent {
    package static var reference: String { "{}" }
}

extension EventFlow: DescribedContent {
    package static var reference: String { #"{"type": "string"}"# }
}

/// A JSON text that is passed on unchanged.
package struct RawJSON<Schema: WireSchema>: DescribedContent {
    package var bytes: [UInt8]
    package init(_ bytes: [UInt8]) { self.bytes = bytes }
    package static var reference: String { Schema.reference }
    package static func decode(_ bytes: [UInt8]) -> Self { Self(bytes) }
    package func encode() -> [UInt8] { bytes }
}
