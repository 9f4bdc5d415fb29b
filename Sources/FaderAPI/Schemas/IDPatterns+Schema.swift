internal import FaderModel

extension IDPatterns: WireType {
    package static let schema = #"""
        "IDPatterns": {"description": "each word is the beginning of ids, or with * or ? in it a pattern of whole ids; refused if one selects nothing (422)",
          "oneOf": [{"$ref": "#/components/schemas/IDPattern"}, {"type": "array", "maxItems": \#(most), "items": {"$ref": "#/components/schemas/IDPattern"}}]}
        """#
}

/// One word of such a selection.
package enum IDPatternSchema: NamedSchema {
    package static let schema = ##""IDPattern": {"type": "string", "pattern": "^[a-z0-9._*?-]*$", "maxLength": 64}"##
}
