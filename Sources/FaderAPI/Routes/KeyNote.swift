internal import FaderModel

/// What `openapi.json` says about a key besides the type that it has in Swift. A text alone is its description.
package struct KeyNote: ExpressibleByStringLiteral, Sendable {
    /// The members of a schema instead of those that follow from the type in Swift; nil if the type says everything.
    let type: String?
    /// More members.
    let limits: String?
    let description: String?

    private init(type: String? = nil, limits: String? = nil, _ description: String?) {
        (self.type, self.limits, self.description) = (type, limits, description)
    }
    package init(stringLiteral text: String) { self.init(text) }

    /// Other members than those that follow from the type in Swift.
    static func of(_ members: String, _ description: String? = nil) -> KeyNote { KeyNote(type: members, description) }
    /// More members.
    static func with(_ members: String, _ description: String? = nil) -> KeyNote { KeyNote(limits: members, description) }

    /// A text with a schema of its own.
    static func named(_ schema: any NamedSchema.Type, _ description: String? = nil) -> KeyNote {
        .of(schema.reference.members, description)
    }
    static let id = KeyNote.named(IDSchema.self)
    static func id(_ description: String) -> KeyNote { .named(IDSchema.self, description) }
    static func ids(_ description: String) -> KeyNote { .of(#""type": "array", "items": \#(IDSchema.reference)"#, description) }
    static func words(_ words: [String], _ description: String? = nil) -> KeyNote { .of(words.choice, description) }
    static func words<Word: CaseIterable & RawRepresentable<String>>(_: Word.Type, _ description: String? = nil) -> KeyNote {
        .words(Word.allCases.map(\.rawValue), description)
    }
    /// The colors of strips.
    static let colors = KeyNote.of(
        #""type": "array", "items": {\#((UInt8(0)..<8).map { StripColor.name(ofBits: $0) }.choice)}"#, "of the strips; black is dark")
    /// A time in RFC 3339 format.
    static let time = KeyNote.with(#""format": "date-time""#)
    /// A number with limits.
    static func from(_ least: Int, to most: UInt64? = nil, _ description: String? = nil) -> KeyNote {
        .with(#""minimum": \#(least)"# + (most.map { #", "maximum": \#($0)"# } ?? ""), description)
    }
}

/// Notes about the keys of a type. `place.row` is about the key `row` of the object in `place`, and an empty key about the type itself.
package typealias KeyNotes = KeyValuePairs<String, KeyNote>

extension WireType {
    package static var schemaName: String { "\(Self.self)".pieces(between: "Resource").joined() }
    package static var notes: KeyNotes { [:] }

    package static var schema: String {
        var writer = SchemaWriter(notes: Dictionary(uniqueKeysWithValues: notes.map { ($0, $1) }))
        let members = writer.members(Self.self, at: "")
        precondition(writer.used.count == notes.count, "\(schemaName) has notes about keys that it does not have")
        return "\(schemaName.quoted): {\(members)}"
    }
}

/// Makes the schema of a type from what it decodes and from notes.
private struct SchemaWriter {
    let notes: [String: KeyNote]
    /// The notes whose key has been found.
    private(set) var used: Set<String> = []

    init(notes: [String: KeyNote]) { self.notes = notes }

    /// The members of the schema of a type. `path`: the keys that lead to it.
    mutating func members(_ type: any Any.Type, at path: String) -> String {
        let note = notes[path]
        if note != nil { used.insert(path) }
        return [note?.type ?? plain(type, at: path), note?.limits, note?.description.map { #""description": \#($0.quoted)"# }]
            .compactMap { $0 }.joined(separator: ", ")
    }

    private mutating func plain(_ type: any Any.Type, at path: String) -> String {
        switch type {
        case let named as any WireSchema.Type where !path.isEmpty: named.reference.members
        case let list as any List.Type: #""type": "array", "items": {\#(plain(list.item, at: path))}"#
        case let words as any (CaseIterable & RawRepresentable).Type: Self.words(words).choice
        case is String.Type: #""type": "string""#
        case is Bool.Type: #""type": "boolean""#
        case is Double.Type: #""type": "number""#
        case is any BinaryInteger.Type: #""type": "integer""#
        case is any Table.Type: #""type": "object""#
        case let object as any Decodable.Type: self.object(object, at: path)
        default: preconditionFailure("\(type) has no schema")
        }
    }

    private mutating func object(_ type: any Decodable.Type, at path: String) -> String {
        let keys = DecodedKeys.of(type)
        var properties: [String] = []
        for key in keys {
            properties.append("\(key.name.quoted): {\(members(key.type, at: path.isEmpty ? key.name : "\(path).\(key.name)"))}")
        }
        let required = keys.filter(\.isRequired).map(\.name.quoted).joined(separator: ", ")
        return #""type": "object", "additionalProperties": false, "# + (required.isEmpty ? "" : #""required": [\#(required)], "#)
            + "\"properties\": {\n  \(properties.joined(separator: ",\n  "))}"
    }

    private static func words<Words: CaseIterable & RawRepresentable>(_: Words.Type) -> [String] { Words.allCases.map { "\($0.rawValue)" } }
}

private protocol List { static var item: any Any.Type { get } }
extension Array: List { static var item: any Any.Type { Element.self } }
private protocol Table {}
extension Dictionary: Table {}

extension String {
    package var quoted: String {
        // Every string can be encoded.
        (try? WireJSON.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
    /// The members of a JSON object.
    fileprivate var members: String { String(dropFirst().dropLast()) }
}

extension [String] {
    /// The members of a schema for one of these words.
    fileprivate var choice: String { #""enum": [\#(map(\.quoted).joined(separator: ", "))]"# }
}
