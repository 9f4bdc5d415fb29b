internal import FaderModel

extension Value: WireType {
    package static let schema = """
        "Value": {"description": "a number in the parameter's unit (\\"-inf\\" for minus infinity) of a number or integer; true or false of a \
        toggle; the id of an option of a choice; a text; [low, high] of a range; \\"#rrggbb\\" of a color", "oneOf": [
          {"type": "number"}, {"type": "boolean"}, {"type": "string"},
          {"type": "array", "items": {"oneOf": [{"type": "number"}, {"enum": ["-inf"]}]}, "minItems": 2, "maxItems": 2}]}
        """
}
