extension OpenAPI {
    /// The paths of history, snapshots, export and import.
    static let snapshotPaths = """
            "/v1/history": {
              "get": {"operationId": "listHistory", "summary": "What was changed, oldest first; a gesture is one entry.",
                "parameters": [\(viewer)], "responses": {
                "200": {"description": "The entries.", "content": {"application/json": {"schema": {"type": "array",
                  "items": {"$ref": "#/components/schemas/HistoryEntry"}}}}},
                "default": {"$ref": "#/components/responses/Problem"}}}},
            "/v1/undo": {
              "post": {"operationId": "undo", "summary": "Takes the last change back, or several; answered when durable.",
                "parameters": [\(viewer)], "requestBody": \(body("UndoRequest", isRequired: false)),
                "responses": {\(answer("Restored", "What was set.")), "409": {"$ref": "#/components/responses/Problem"}}}},
            "/v1/redo": {
              "post": {"operationId": "redo", "summary": "Brings back what was undone last, or several times; answered when durable.",
                "parameters": [\(viewer)], "requestBody": \(body("UndoRequest", isRequired: false)),
                "responses": {\(answer("Restored", "What was set.")), "409": {"$ref": "#/components/responses/Problem"}}}},
            "/v1/snapshots": {
              "get": {"operationId": "listSnapshots", "summary": "All snapshots, by name.", "responses": {
                "200": {"description": "The snapshots.", "content": {"application/json": {"schema": {"type": "array",
                  "items": {"$ref": "#/components/schemas/Snapshot"}}}}},
                "default": {"$ref": "#/components/responses/Problem"}}}},
            "/v1/snapshots/{name}": {
              "parameters": [\(name)],
              "get": {"operationId": "getSnapshot", "summary": "Its values, beside those of now.", "parameters": [\(viewer)],
                "responses": {\(answer("SnapshotContents", "The snapshot."))}},
              "put": {"operationId": "saveSnapshot", "summary": "Saves the values of now under this name; answered when durable.",
                "requestBody": \(body("SnapshotRequest", isRequired: false)), "responses": {\(answer("Snapshot", "The snapshot.")),
                  "507": {"$ref": "#/components/responses/Problem"}}},
              "delete": {"operationId": "deleteSnapshot", "summary": "Forgets it; answered when durable.",
                "responses": {\(answer("Snapshot", "What was forgotten."))}}},
            "/v1/snapshots/{name}/recall": {
              "parameters": [\(name)],
              "post": {"operationId": "recallSnapshot",
                "summary": "Sets its values: at once, answered when durable; or on the way over some seconds, answered when that has begun.",
                "parameters": [\(viewer)], "requestBody": \(body("RecallRequest", isRequired: false)),
                "responses": {\(answer("Restored", "What is set."))}}},
            "/v1/snapshots/{name}/rename": {
              "parameters": [\(name)],
              "post": {"operationId": "renameSnapshot", "summary": "Gives it another name; answered when durable.",
                "requestBody": \(body("RenameRequest")), "responses": {\(answer("Snapshot", "The snapshot.")),
                  "409": {"$ref": "#/components/responses/Problem"}}}},
            "/v1/export": {
              "get": {"operationId": "export", "summary": "All values and snapshots as one document.",
                "responses": {\(answer("Export", "The document."))}}},
            "/v1/import": {
              "post": {"operationId": "import", "summary": "Takes such a document in, all or nothing; answered when durable. At most 64 MiB.",
                "parameters": [{"name": "dry-run", "in": "query", "schema": {"enum": ["", "true", "false"]},
                  "description": "only says what it would do"}, \(viewer)],
                "requestBody": \(body("Export")), "responses": {\(answer("Import", "What was taken in.")),
                  "422": {"$ref": "#/components/responses/Problem"}, "507": {"$ref": "#/components/responses/Problem"}}}}
        """

    private static let name = """
        {"name": "name", "in": "path", "required": true, "schema": {"$ref": "#/components/schemas/SnapshotName"}}
        """

    /// The schemas of history, snapshots, export and import.
    static let snapshotSchemas = """
              "HistoryEntry": {"type": "object", "additionalProperties": false, "required": ["number", "time", "origin", "changes"],
                "properties": {
                  "number": {"type": "integer", "minimum": 1},
                  "time": {"type": "string", "format": "date-time"},
                  "origin": {"enum": ["touch", "hand", "text", "api", "recall", "target", "undo"]},
                  "changes": {"type": "array", "items": {"type": "object", "additionalProperties": false,
                    "required": ["id", "before", "after", "undone"], "properties": {
                      "id": {"$ref": "#/components/schemas/ID"}, "before": {"type": "string"}, "after": {"type": "string"},
                      "undone": {"type": "boolean"}}}}}},
              "UndoRequest": {"type": "object", "additionalProperties": false, "properties": {
                  "id": {"$ref": "#/components/schemas/ID", "description": "changes of this parameter alone"},
                  "count": {"type": "integer", "format": "int64", "minimum": 1, "maximum": 9223372036854775807,
                    "description": "so many entries of the history, or all there are; else one"},
                  "to": {"type": "integer", "minimum": 0, "maximum": 18446744073709551615,
                    "description": "undo: back to this entry, which stays; redo: up to this entry. Not together with count"}},
                "not": {"required": ["count", "to"]}},
              "Restored": {"type": "object", "additionalProperties": false, "required": ["parameters", "skipped"], "properties": {
                  "parameters": {"type": "array", "items": {"$ref": "#/components/schemas/Parameter"}},
                  "skipped": {"type": "array", "items": {"type": "string"}, "description": "what could not be set, a sentence each"}}},
              "Snapshot": {"type": "object", "additionalProperties": false, "required": ["name", "saved", "count"], "properties": {
                  "name": {"type": "string"},
                  "saved": {"type": "string", "format": "date-time"},
                  "count": {"type": "integer", "description": "how many values it holds"}}},
              "SnapshotContents": {"type": "object", "additionalProperties": false, "required": ["name", "saved", "entries"], "properties": {
                  "name": {"type": "string"},
                  "saved": {"type": "string", "format": "date-time"},
                  "entries": {"type": "array", "items": {"type": "object", "additionalProperties": false,
                    "required": ["id", "value", "isSame"], "properties": {
                      "id": {"$ref": "#/components/schemas/ID"},
                      "value": {"$ref": "#/components/schemas/Value"},
                      "text": {"type": "string"},
                      "now": {"type": "string", "description": "what the parameter is now"},
                      "isSame": {"type": "boolean"}}}}}},
              "SnapshotRequest": {"type": "object", "additionalProperties": false, "properties": {
                  "only": {"$ref": "#/components/schemas/Prefix"}}},
              "RecallRequest": {"type": "object", "additionalProperties": false, "properties": {
                  "over": {"type": "number", "minimum": 0, "maximum": 600, "description": "seconds that the way there takes"},
                  "only": {"$ref": "#/components/schemas/Prefix"}}},
              "RenameRequest": {"type": "object", "additionalProperties": false, "required": ["to"], "properties": {
                  "to": {"$ref": "#/components/schemas/SnapshotName"}}},
              "SnapshotName": {"type": "string", "minLength": 1, "maxLength": 64,
                "description": "also at most 256 bytes, without /, control characters and blanks at its ends, and not . or .."},
              "Prefix": {"type": "string", "pattern": "^[a-z0-9._-]*$", "maxLength": 64,
                "description": "only ids that begin like this; where none does it is refused (422)"},
              "Export": {"type": "object", "additionalProperties": false, "required": ["faderd-export"], "properties": {
                  "faderd-export": {"const": 1},
                  "parameters": {"$ref": "#/components/schemas/ExportedValues"},
                  "snapshots": {"type": "object", "propertyNames": {"$ref": "#/components/schemas/SnapshotName"},
                    "additionalProperties": {"$ref": "#/components/schemas/ExportedSnapshot"}}}},
              "ExportedValues": {"type": "object", "propertyNames": {"$ref": "#/components/schemas/ID"}, "additionalProperties": {
                  "type": "object", "additionalProperties": false, "required": ["value"], "properties": {
                    "value": {"$ref": "#/components/schemas/Value"}}}},
              "ExportedSnapshot": {"type": "object", "additionalProperties": false, "required": ["saved", "parameters"], "properties": {
                  "saved": {"type": "string", "format": "date-time"},
                  "parameters": {"$ref": "#/components/schemas/ExportedValues"}}},
              "Import": {"type": "object", "additionalProperties": false,
                "required": ["parameters", "unconfigured", "snapshots", "dryRun", "changes", "altered", "forgotten"], "properties": {
                  "parameters": {"type": "array", "items": {"type": "string"}},
                  "unconfigured": {"type": "array", "items": {"type": "string"},
                    "description": "those of the parameters that are not configured; their values are kept until they are"},
                  "snapshots": {"type": "array", "items": {"type": "string"}},
                  "dryRun": {"type": "boolean"},
                  "changes": {"type": "array", "description": "what is configured and becomes another value",
                    "items": {"type": "object", "additionalProperties": false, "required": ["id", "before", "after"], "properties": {
                      "id": {"$ref": "#/components/schemas/ID"}, "before": {"type": "string"}, "after": {"type": "string"}}}},
                  "altered": {"type": "array", "description": "what is not taken as the document has it",
                    "items": {"type": "object", "additionalProperties": false, "required": ["id", "notice"], "properties": {
                      "id": {"$ref": "#/components/schemas/ID"}, "notice": {"type": "string"}}}},
                  "forgotten": {"type": "integer", "minimum": 0,
                    "description": "how many older values of parameters that are not configured had to go for want of room"}}}
        """
}
