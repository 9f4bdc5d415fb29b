extension OpenAPI {
    /// The paths of parameters.
    static let parameterPaths = """
            "/v1/parameters": {
              "get": {"operationId": "listParameters", "summary": "All parameters, in the order of the config.",
                "parameters": [{"name": "prefix", "in": "query", "schema": {"type": "string"}, "description": "only ids that begin like this; any text, also the beginning of none"},
                  \(viewer)],
                "responses": {
                  "200": {"description": "The parameters.", "content": {"application/json": {"schema": {"type": "array",
                    "items": {"$ref": "#/components/schemas/Parameter"}}}}},
                  "default": {"$ref": "#/components/responses/Problem"}}}},
            "/v1/parameters/{id}": {
              "parameters": [\(id)],
              "get": {"operationId": "getParameter", "summary": "One parameter.", "parameters": [\(viewer)], "responses": {\(parameter)}},
              "put": {"operationId": "setParameter",
                "summary": "Sets a parameter. Text and value are answered when durable, a position (a drag) at once.",
                "parameters": [\(viewer)],
                "requestBody": \(body("ParameterChange")), "responses": {\(parameter),
                  "422": {"$ref": "#/components/responses/Problem"}, "503": {"$ref": "#/components/responses/Problem"}}}},
            "/v1/parameters/{id}/check": {
              "parameters": [\(id)],
              "post": {"operationId": "checkText", "summary": "What a typed text would come to. Changes nothing.",
                "parameters": [\(viewer)],
                "requestBody": \(body("CheckRequest")), "responses": {\(answer("Check", "The judgement."))}}},
            "/v1/parameters/{id}/step": {
              "parameters": [\(id)],
              "post": {"operationId": "stepParameter", "summary": "Moves by steps; answered when durable.",
                "parameters": [\(viewer)],
                "requestBody": \(body("StepRequest")), "responses": {\(parameter), "503": {"$ref": "#/components/responses/Problem"}}}},
            "/v1/parameters/{id}/reset": {
              "parameters": [\(id)],
              "post": {"operationId": "resetParameter", "summary": "Back to the default; answered when durable.",
                "parameters": [\(viewer)],
                "responses": {\(parameter), "503": {"$ref": "#/components/responses/Problem"}}}},
            "/v1/parameters/{id}/explain": {
              "parameters": [\(id)],
              "get": {"operationId": "explainParameter", "summary": "The last changes and refusals, and what was sent or held back.",
                "parameters": [\(viewer)],
                "responses": {\(answer("Explain", "The decisions, oldest first."))}}}
        """

    private static let id = """
        {"name": "id", "in": "path", "required": true, "schema": {"$ref": "#/components/schemas/ID"}}
        """

    /// How a client wants numbers written and read; it never changes a parameter.
    static let viewer = """
        {"name": "locale", "in": "query", "schema": {"type": "string", "pattern": "^[A-Za-z][A-Za-z0-9_.@=;-]*$"}, "description": "a locale that is known, as \
        sv_SE, else it is refused (422); without it that of Accept-Language, else of the config"},
                  {"name": "default-locale", "in": "query", "schema": {"type": "string"}, "description": "the locale of the user's \
        environment: it counts where neither the request nor the config says one; an unknown one is none"},
                  {"name": "decimals", "in": "query", "schema": {"type": "integer", "minimum": 0, "maximum": 15}}
        """

    private static let parameter = answer("Parameter", "The parameter as it is now.")

    /// A body; if it is not required, leaving it out means `{}`.
    static func body(_ schema: String, isRequired: Bool = true) -> String {
        """
        {"required": \(isRequired), "content": {"application/json": {"schema": {"$ref": "#/components/schemas/\(schema)"}}}}
        """
    }

    /// An answer, and the problems that may come instead.
    static func answer(_ schema: String, _ description: String) -> String {
        """
        "200": {"description": "\(description)", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/\(schema)"}}}},
                  "default": {"$ref": "#/components/responses/Problem"}
        """
    }

    /// The schemas of parameters.
    static let parameterSchemas = """
              "ID": {"type": "string", "pattern": "^[a-z0-9_-]+([.][a-z0-9_-]+)*$", "maxLength": 64},
              "Taper": {"description": "How travel becomes value.", "oneOf": [
                {"enum": ["linear", "log", "audio"]},
                {"type": "object", "required": ["points"], "additionalProperties": false, "properties": {
                  "points": {"type": "array", "items": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}}}}]},
              "Value": {"description": "a number in the parameter's unit (\\"-inf\\" for minus infinity) of a number or integer; true or false of a \
        toggle; the id of an option of a choice; a text; [low, high] of a range; \\"#rrggbb\\" of a color", "oneOf": [
                {"type": "number"}, {"type": "boolean"}, {"type": "string"},
                {"type": "array", "items": {"oneOf": [{"type": "number"}, {"enum": ["-inf"]}]}, "minItems": 2, "maxItems": 2}]},
              "Parameter": {"type": "object", "additionalProperties": false,
                "required": ["id", "label", "kind", "value", "text", "editText", "default", "origin", "revision"],
                "properties": {
                  "id": {"$ref": "#/components/schemas/ID"},
                  "label": {"type": "string"},
                  "kind": {"enum": ["number", "integer", "toggle", "choice", "text", "range", "color"]},
                  "value": {"$ref": "#/components/schemas/Value"},
                  "text": {"type": "string", "description": "as a person reads it: -6.0 dB"},
                  "editText": {"type": "string", "description": "as a text field offers it: -6.0"},
                  "position": {"type": "number", "minimum": 0, "maximum": 1, "description": "not of text, range and color"},
                  "default": {"$ref": "#/components/schemas/Value"},
                  "min": {"oneOf": [{"type": "number"}, {"enum": ["-inf"]}],
                    "description": "at the beginning of the travel, above max where that is turned round; not of text and color, as with max, step and taper"},
                  "max": {"type": "number"},
                  "step": {"type": "number", "description": "what fader motion snaps to; 0: continuous"},
                  "decimals": {"type": "integer", "minimum": 0, "maximum": 15},
                  "unit": {"type": "string"},
                  "taper": {"$ref": "#/components/schemas/Taper"},
                  "options": {"type": "array", "description": "of a choice", "items": {"type": "object", "additionalProperties": false,
                    "required": ["id", "label"], "properties": {"id": {"type": "string"}, "label": {"type": "string"}}}},
                  "words": {"type": "array", "items": {"type": "string"}, "description": "of a toggle: for off and on"},
                  "pattern": {"type": "string", "description": "of a text: what the whole of it matches"},
                  "maxLength": {"type": "integer", "description": "of a text"},
                  "parts": {"type": "array", "items": {"$ref": "#/components/schemas/ID"}, "description": "of a range or color"},
                  "partOf": {"$ref": "#/components/schemas/ID"},
                  "gap": {"type": "number", "description": "of a range: how near the ends may come"},
                  "meet": {"enum": ["stop", "push"], "description": "of a range"},
                  "origin": {"enum": ["touch", "hand", "text", "api", "recall", "target", "undo", "restore"]},
                  "revision": {"type": "integer", "minimum": 0, "description": "goes up with every change"},
                  "owner": {"type": "string", "description": "the control that moved it last or drives it: desk fader.1"},
                  "declaredBy": {"type": "array", "items": {"type": "string"}, "description": "the programs that declared it; not there for \
        what is configured"},
                  "clamped": {"type": "boolean", "description": "true in the answer to a change that the range cut, else not there"},
                  "notice": {"type": "string", "description": "with clamped: what a person is told"}}},
              "ParameterChange": {"type": "object", "additionalProperties": false, "minProperties": 1, "maxProperties": 1, "properties": {
                  "text": {"type": "string", "description": "typed text: -6 dB"},
                  "value": {"$ref": "#/components/schemas/Value"},
                  "position": {"type": "number", "minimum": 0, "maximum": 1}}},
              "CheckRequest": {"type": "object", "additionalProperties": false, "required": ["text"], "properties": {
                  "text": {"type": "string"}}},
              "StepRequest": {"type": "object", "additionalProperties": false, "required": ["by"], "properties": {
                  "by": {"type": "integer", "format": "int64", "minimum": -9223372036854775808, "maximum": 9223372036854775807},
                  "size": {"enum": ["ordinary", "big", "fine"]}}},
              "Check": {"type": "object", "additionalProperties": false, "required": ["valid"], "properties": {
                  "valid": {"type": "boolean"},
                  "text": {"type": "string", "description": "of the value it would be set to"},
                  "value": {"$ref": "#/components/schemas/Value"},
                  "message": {"type": "string", "description": "why not, or that it would be clamped"}}},
              "Explain": {"type": "object", "additionalProperties": false, "required": ["id", "text", "decisions"], "properties": {
                  "id": {"$ref": "#/components/schemas/ID"},
                  "text": {"type": "string"},
                  "decisions": {"type": "array", "items": {"$ref": "#/components/schemas/Decision"}}}},
              "Decision": {"type": "object", "additionalProperties": false, "required": ["time", "origin", "decision", "text", "count"],
                "properties": {
                  "time": {"type": "string", "format": "date-time"},
                  "origin": {"enum": ["touch", "hand", "text", "api", "recall", "target", "undo", "restore"]},
                  "decision": {"type": "string", "description": "as sent, changed, clamped, same value, held: touched"},
                  "text": {"type": "string"},
                  "control": {"type": "string", "description": "desk fader.1"},
                  "raw": {"type": "integer"},
                  "count": {"type": "integer", "minimum": 1, "description": "how often in a row"}}}
        """
}
