extension ParametersPatch: WireType {
    package static let schema = """
        "ParametersPatch": {"type": "object", "maxProperties": \(most), "propertyNames": {"type": "string", "minLength": 1,
            "description": "an id, or for all that match a pattern of ids such as *.drums, or {ch}.drums with a list of the config"},
          "additionalProperties": {"oneOf": [
            {"type": "object", "additionalProperties": false, "required": ["text"], "properties": {
              "text": {"type": "string", "description": "typed text: -6 dB"}, \(revision)}},
            {"type": "object", "additionalProperties": false, "required": ["value"], "properties": {
              "value": {"$ref": "#/components/schemas/Value"}, \(revision)}},
            {"type": "object", "additionalProperties": false, "required": ["reset"], "properties": {
              "reset": {"const": true, "description": "back to the default"}, \(revision)}}]}}
        """

    private static let revision = """
        "revision": {"type": "integer", "format": "int64", "minimum": 0, "maximum": 9223372036854775807,
                "description": "the revision that it must still have; with any other nothing is changed (412)"}
        """
}
