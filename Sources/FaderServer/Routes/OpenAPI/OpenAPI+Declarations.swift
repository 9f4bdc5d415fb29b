extension OpenAPI {
    /// The paths of declarations.
    static let declarationPaths = """
            "/v1/declarations": {
              "get": {"operationId": "listDeclarations", "summary": "What programs have declared, in the order of the first declarations.",
                "responses": {
                "200": {"description": "The declarations.", "content": {"application/json": {"schema": {"type": "array",
                  "items": {"$ref": "#/components/schemas/Declaration"}}}}},
                "default": {"$ref": "#/components/responses/Problem"}}},
              "post": {"operationId": "declare", "summary": "Declares a parameter, which lives as long as this connection.",
                "description": "\(introduction)", "parameters": [\(viewer)], "requestBody": \(body("DeclareRequest")),
                "responses": {
                  "201": {"description": "The parameter, then its parts.", "headers": {"Location": {"schema": {"type": "string"}}},
                    "content": {"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Parameter"}}}}},
                  "409": {"$ref": "#/components/responses/Problem"}, "422": {"$ref": "#/components/responses/Problem"},
                  "503": {"$ref": "#/components/responses/Problem"}, "default": {"$ref": "#/components/responses/Problem"}}}},
            "/v1/declarations/{id}": {
              "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"$ref": "#/components/schemas/ID"}}],
              "delete": {"operationId": "undeclare",
                "summary": "Takes back what this connection has declared under the id, and what is kept under it.",
                "responses": {\(answer("Declaration", "What is left: by is empty where the parameter has gone.")),
                  "409": {"$ref": "#/components/responses/Problem"}}}}
        """

    private static let introduction = """
        Two declarations of one id are one parameter: the keys of the later one count where both have them, the first value is kept, and it \
        goes with the last. A connection with a declared parameter is not closed for being idle. With keep it stays until it is taken back or \
        the daemon stops. An id that the config has is refused (409), wrong keys are refused all at once, with their places in the body (422). \
        At most 100 a connection (409) and 1000 in all (503).
        """

    /// No control character and no line end, and at least one character that is not a blank.
    private static let programName = "^[^\(controls)]*[^\(controls)\(blanks)][^\(controls)]*$"
    private static let controls = #"\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029"#
    private static let blanks = #" \\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000"#

    /// The schemas of declarations.
    static let declarationSchemas = """
              "Declaration": {"type": "object", "additionalProperties": false, "required": ["id", "by", "keep", "connections"], "properties": {
                  "id": {"$ref": "#/components/schemas/ID"},
                  "by": {"type": "array", "items": {"type": "string"}, "description": "the names of the programs"},
                  "keep": {"type": "boolean", "description": "whether it stays when all connections have gone"},
                  "connections": {"type": "integer", "minimum": 0, "description": "how many it lives with"}}},
              "DeclareRequest": {"type": "object", "additionalProperties": false, "required": ["id"], "properties": {
                  "id": {"$ref": "#/components/schemas/ID"},
                  "parameter": {"type": "object", "description": "the keys of a parameter, as in the config: faderd.yaml(5)"},
                  "value": {"$ref": "#/components/schemas/Value"},
                  "keep": {"type": "boolean", "default": false, "description": "stay when the connection goes"},
                  "by": {"type": "string", "minLength": 1, "maxLength": 64, "pattern": "\(programName)", "default": "unnamed",
                    "description": "the name of the program: not blank, and without control characters"}}}
        """
}
