extension GestureMark {
    /// Its properties in the schemas of request bodies.
    static let properties = """
        "gesture": {"type": "string", "minLength": 1, "maxLength": \(longestName), "pattern": "^[^\(DeclareRequest.controls)]*$",
                "description": "the name of a drag, in this session: without control characters"},
              "end": {"type": "boolean", "description": "whether the gesture ends with this"}
        """
}

extension ParameterChange: WireType {
    package static let schema = """
        "ParameterChange": {"oneOf": [
            {"type": "object", "additionalProperties": false, "required": ["text"], "properties": {
              "text": {"type": "string", "description": "typed text: -6 dB"}}},
            {"type": "object", "additionalProperties": false, "required": ["value"], "properties": {
              "value": {"$ref": "#/components/schemas/Value"}}},
            {"type": "object", "additionalProperties": false, "required": ["position"], "dependentRequired": {"end": ["gesture"]}, "properties": {
              "position": {"type": "number", "minimum": 0, "maximum": 1}, \(GestureMark.properties)}},
            {"type": "object", "additionalProperties": false, "required": ["positions"], "dependentRequired": {"end": ["gesture"]}, "properties": {
              "positions": {"$ref": "#/components/schemas/Positions"}, \(GestureMark.properties)}}]},
        "Positions": {"type": "object", "minProperties": 1, "additionalProperties": {"type": "number", "minimum": 0, "maximum": 1},
          "description": "of parts of a range or color, by the last word of their ids: low"}
        """
}

extension StepRequest: WireRequest {
    package static let schema = """
        "StepRequest": {"type": "object", "additionalProperties": false, "required": ["by"], "dependentRequired": {"end": ["gesture"]}, "properties": {
            "by": {"type": "integer", "format": "int64", "minimum": -9223372036854775808, "maximum": 9223372036854775807},
            "size": {"enum": ["ordinary", "big", "fine"]}, \(GestureMark.properties)}}
        """
}
