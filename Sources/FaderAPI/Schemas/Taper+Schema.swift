internal import FaderModel

extension Taper: WireType {
    package static let schema = """
        "Taper": {"description": "How travel becomes value.", "oneOf": [
          {"enum": ["linear", "log", "audio"]},
          {"type": "object", "required": ["points"], "additionalProperties": false, "properties": {
            "points": {"type": "array", "items": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}}}}]}
        """
}
