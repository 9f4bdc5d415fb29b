extension OpenAPI {
    /// The paths of edits.
    static let editPaths = """
            "/v1/parameters/{id}/edit": {
              "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"$ref": "#/components/schemas/ID"}}],
              "post": {"operationId": "beginEdit", "summary": "Begins an edit: a text field over the parameter.",
                "description": "\(introduction)", "parameters": [\(viewer)],
                "responses": {
                  "201": {"description": "The edit.", "headers": {"Location": {"schema": {"type": "string"}}},
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Edit"}}}},
                  "409": {"$ref": "#/components/responses/Problem"}, "503": {"$ref": "#/components/responses/Problem"},
                  "default": {"$ref": "#/components/responses/Problem"}}}},
            "/v1/edits/{edit}": {
              "parameters": [\(edit)],
              "get": {"operationId": "getEdit", "summary": "The edit as it stands.", "responses": {\(answer("Edit", "The edit."))}},
              "put": {"operationId": "draft", "summary": "What is typed, as a whole. Seen by nobody else, and never written by this.",
                "requestBody": \(body("DraftRequest")), "responses": {\(answer("Draft", "What it would come to."))}}},
            "/v1/edits/{edit}/submit": {
              "parameters": [\(edit)],
              "post": {"operationId": "submitEdit", "summary": "Return: writes the draft, answered when durable. A draft that is no value \
        is refused, and the edit goes on.", "responses": {\(outcome)}}},
            "/v1/edits/{edit}/blur": {
              "parameters": [\(edit)],
              "post": {"operationId": "blurEdit", "summary": "The field is left: writes a draft that is a value and not what was offered, \
        answered when durable; else restores.", "responses": {\(outcome)}}},
            "/v1/edits/{edit}/cancel": {
              "parameters": [\(edit)],
              "post": {"operationId": "cancelEdit", "summary": "Gives the draft up.", "responses": {\(outcome)}}}
        """

    private static let introduction = """
        An edit belongs to the connection that began it, which is the only one that can use it, and ends with it at the latest; \
        a connection with an edit is not closed for being idle. If the value changes elsewhere the draft is dropped and nothing is written: \
        begin another edit to type again. At most 16 a connection (409) and 256 in all (503).
        """

    private static let edit = """
        {"name": "edit", "in": "path", "required": true, "schema": {"type": "string"}}
        """

    private static let outcome = """
        \(answer("EditOutcome", "What became of it.")), "503": {"$ref": "#/components/responses/Problem"}
        """

    /// The schemas of edits.
    static let editSchemas = """
              "Edit": {"type": "object", "additionalProperties": false, "required": ["edit", "id", "label", "text", "editText", "revision"],
                "properties": {
                  "edit": {"type": "string", "description": "what the edit is called, on this connection"},
                  "id": {"$ref": "#/components/schemas/ID"},
                  "label": {"type": "string"},
                  "text": {"type": "string", "description": "the value as everybody sees it: -6.0 dB"},
                  "editText": {"type": "string", "description": "what a field offers for it: -6.0"},
                  "revision": {"type": "integer", "minimum": 0},
                  "draft": {"type": "string", "description": "what is typed"},
                  "judgement": {"$ref": "#/components/schemas/Draft"},
                  "dropped": {"type": "boolean", "description": "true where the value changed elsewhere and the draft is gone, else not there"}}},
              "Draft": {"type": "object", "additionalProperties": false, "required": ["valid"], "properties": {
                  "valid": {"type": "boolean"},
                  "text": {"type": "string", "description": "of the value that it would be; with dropped, of the value as it is now"},
                  "message": {"type": "string", "description": "why it would be refused"},
                  "dropped": {"type": "boolean", "description": "true where the value changed elsewhere: the draft is gone, and no other is taken; else not there"},
                  "editText": {"type": "string", "description": "with dropped: what the field shows now"}}},
              "DraftRequest": {"type": "object", "additionalProperties": false, "required": ["draft"], "properties": {
                  "draft": {"type": "string", "description": "the whole text of the field"}}},
              "EditOutcome": {"type": "object", "additionalProperties": false, "required": ["outcome", "parameter"], "properties": {
                  "outcome": {"enum": ["committed", "restored", "dropped", "refused"], "description": "all but refused end the edit"},
                  "message": {"type": "string", "description": "why it was refused"},
                  "parameter": {"$ref": "#/components/schemas/Parameter"}}}
        """
}
