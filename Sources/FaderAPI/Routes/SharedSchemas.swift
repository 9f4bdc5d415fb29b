/// Any JSON object.
package enum AnyObjectSchema: WireSchema {
    package static var reference: String { #"{"type": "object"}"# }
}

/// The id of a parameter.
package enum IDSchema: NamedSchema {
    package static let schema = #""ID": {"type": "string", "pattern": "^[a-z0-9_-]+([.][a-z0-9_-]+)*$", "maxLength": 64}"#
}

/// The name of a snapshot.
package enum SnapshotNameSchema: NamedSchema {
    package static let schema = """
        "SnapshotName": {"type": "string", "minLength": 1, "maxLength": 64,
          "description": "at most 256 bytes; no /, no control characters, no blank at either end; not . or .."}
        """
}

/// The document that an export returns and an import reads.
package enum ExportSchema: NamedSchema {
    package static let schema = """
        "Export": {"type": "object", "additionalProperties": false, "required": ["faderd-export"], "properties": {
            "faderd-export": {"const": 1},
            "parameters": {"$ref": "#/components/schemas/ExportedValues"},
            "snapshot-order": {"type": "array", "items": {"$ref": "#/components/schemas/SnapshotName"},
              "description": "the names in their order; those that are not listed come last"},
            "snapshots": {"type": "object", "propertyNames": {"$ref": "#/components/schemas/SnapshotName"},
              "additionalProperties": {"$ref": "#/components/schemas/ExportedSnapshot"}}}}
        """
}

/// The values in such a document, by id.
package enum ExportedValuesSchema: NamedSchema {
    package static let schema = """
        "ExportedValues": {"type": "object", "propertyNames": {"$ref": "#/components/schemas/ID"}, "additionalProperties": {
            "type": "object", "additionalProperties": false, "required": ["value"], "properties": {
              "value": {"$ref": "#/components/schemas/Value"},
              "unit": {"type": "string", "minLength": 1, "description": "of the value; not there where there is none"}}}}
        """
}

/// A snapshot in such a document.
package enum ExportedSnapshotSchema: NamedSchema {
    package static let schema = """
        "ExportedSnapshot": {"type": "object", "additionalProperties": false, "required": ["saved", "parameters"], "properties": {
            "over": {"type": "number", "exclusiveMinimum": 0, "maximum": 600, "description": "seconds of its fade; not there where it has none"},
            "saved": {"type": "string", "format": "date-time"},
            "parameters": {"$ref": "#/components/schemas/ExportedValues"}}}
        """
}
