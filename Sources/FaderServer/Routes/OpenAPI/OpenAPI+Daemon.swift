extension OpenAPI {
    /// The paths of everything except parameters.
    static let daemonPaths = """
            "/v1/status": {
              "get": {"operationId": "getStatus", "summary": "How the daemon is doing.",
                "responses": {\(answer("Status", "The status."))}}},
            "/v1/surfaces": {
              "get": {"operationId": "listSurfaces", "summary": "All surfaces, in the order of the config.", "responses": {
                "200": {"description": "The surfaces.", "content": {"application/json": {"schema": {"type": "array",
                  "items": {"$ref": "#/components/schemas/Surface"}}}}},
                "default": {"$ref": "#/components/responses/Problem"}}}},
            "/v1/openapi.json": {
              "get": {"operationId": "getDescription", "summary": "This document.", "responses": {
                "200": {"description": "The document.", "content": {"application/json": {"schema": {"type": "object"}}}},
                "default": {"$ref": "#/components/responses/Problem"}}}},
            "/v1/events": {
              "get": {"operationId": "watchChanges",
                "summary": "Server-Sent Events: state (the whole state: first, after a reload, and when a parameter is declared or goes), parameter, surfaces.",
                "description": "The data of state is a State, of parameter a Parameter, of surfaces the list of all Surfaces. A slow \
        reader gets the newest value of each parameter.",
                "parameters": [{"name": "prefix", "in": "query", "schema": {"type": "string"}, "description": "only ids that begin like this"},
                  \(viewer)],
                "responses": {\(stream)}}},
            "/v1/monitor": {
              "get": {"operationId": "monitorMessages", "summary": "Server-Sent Events: message, whose data is a Message.",
                "parameters": [{"name": "surface", "in": "query", "schema": {"type": "string"}, "description": "only this surface"},
                  {"name": "all", "in": "query", "schema": {"enum": ["", "true", "false"]}, "description": "also controllers that belong to no \
        surface; not together with surface"}],
                "responses": {\(stream)}}},
            "/v1/reload": {
              "post": {"operationId": "reload", "summary": "Reads the config again, all or nothing.", "responses": {
                \(answer("Reload", "The new configuration is in force.")),
                "422": {"$ref": "#/components/responses/Problem"}}}},
            "/v1/virtual": {
              "get": {"operationId": "listVirtualFaders", "summary": "The faders of the virtual surface.", "responses": {
                "200": {"description": "The faders.", "content": {"application/json": {"schema": {"type": "array",
                  "items": {"$ref": "#/components/schemas/VirtualFader"}}}}},
                "default": {"$ref": "#/components/responses/Problem"}}}},
            "/v1/virtual/{control}": {
              "parameters": [{"name": "control", "in": "path", "required": true, "schema": {"type": "string"}}],
              "put": {"operationId": "useVirtualFader", "summary": "Moves a fader as a hand would, or puts a finger on it.",
                "requestBody": \(body("VirtualGesture")), "responses": {\(answer("VirtualFader", "The fader as it is now."))}}}
        """

    private static let stream = """
        "200": {"description": "The stream; stays open.", "content": {"text/event-stream": {"schema": {"type": "string"}}}},
                  "default": {"$ref": "#/components/responses/Problem"}
        """

    /// The schemas of everything except parameters.
    static let daemonSchemas = """
              "Problem": {"type": "object", "additionalProperties": false, "required": ["type", "title", "status", "detail"], "properties": {
                  "type": {"type": "string", "description": "about:blank, or urn:faderd: and unknown-id, unknown-snapshot, refused-value, nothing-to-undo, \
        not-durable, no-room, invalid-config, no-virtual-surface, unavailable"},
                  "title": {"type": "string"},
                  "status": {"type": "integer"},
                  "detail": {"type": "string", "description": "what happened, and what to do next"},
                  "suggestion": {"type": "string", "description": "the id that was probably meant"},
                  "parameter": {"$ref": "#/components/schemas/Parameter"},
                  "config": {"type": "string", "description": "of a reload: the config file that was read"},
                  "diagnostics": {"type": "array", "items": {"$ref": "#/components/schemas/Diagnostic"}}}},
              "Diagnostic": {"type": "object", "additionalProperties": false,
                "required": ["file", "line", "column", "severity", "message", "text"], "properties": {
                  "file": {"type": "string"},
                  "line": {"type": "integer", "description": "1-based; 0: the file as a whole"},
                  "column": {"type": "integer", "description": "1-based; 0: the file as a whole"},
                  "severity": {"enum": ["error", "warning"]},
                  "message": {"type": "string"},
                  "suggestion": {"type": "string"},
                  "text": {"type": "string", "description": "as a person reads it, with the line of the file and a caret"}}},
              "Reload": {"type": "object", "additionalProperties": false, "required": ["config", "valid", "diagnostics", "changes"],
                "properties": {
                  "config": {"type": "string"},
                  "valid": {"type": "boolean", "description": "always true here; faderctl check has false as well"},
                  "diagnostics": {"type": "array", "items": {"$ref": "#/components/schemas/Diagnostic"}, "description": "warnings"},
                  "changes": {"type": "array", "items": {"$ref": "#/components/schemas/ConfigChange"}}}},
              "ConfigChange": {"type": "object", "additionalProperties": false, "required": ["subject", "id", "change", "text"],
                "properties": {
                  "subject": {"enum": ["parameter", "surface", "value"]},
                  "id": {"type": "string", "description": "the id, or the name of the surface"},
                  "change": {"enum": ["added", "removed", "changed", "clamped"],
                    "description": "clamped: the value, by the range that its parameter has now"},
                  "keys": {"type": "array", "items": {"type": "string"}, "description": "the keys of the config that are different"},
                  "text": {"type": "string", "description": "as a person reads it"}}},
              "State": {"type": "object", "additionalProperties": false, "required": ["parameters", "surfaces"], "properties": {
                  "parameters": {"type": "array", "items": {"$ref": "#/components/schemas/Parameter"}},
                  "surfaces": {"type": "array", "items": {"$ref": "#/components/schemas/Surface"}}}},
              "Surface": {"type": "object", "additionalProperties": false, "required": ["name", "match", "state", "mappings"], "properties": {
                  "name": {"type": "string"},
                  "match": {"type": "string", "description": "what the config looks for"},
                  "profile": {"type": "string"},
                  "state": {"enum": ["connected", "waiting"]},
                  "client": {"type": "string", "description": "the matched client, while connected"},
                  "port": {"type": "string", "description": "the matched port, while connected"},
                  "mappings": {"type": "array", "items": {"type": "object", "additionalProperties": false,
                    "required": ["control", "parameter"], "properties": {
                      "control": {"type": "string"}, "parameter": {"$ref": "#/components/schemas/ID"}}}}}},
              "VirtualFader": {"type": "object", "additionalProperties": false, "required": ["control", "position", "touched"],
                "properties": {
                  "control": {"type": "string"},
                  "parameter": {"$ref": "#/components/schemas/ID"},
                  "label": {"type": "string"},
                  "text": {"type": "string", "description": "the value of its parameter"},
                  "position": {"type": "number", "minimum": 0, "maximum": 1},
                  "touched": {"type": "boolean"}}},
              "VirtualGesture": {"type": "object", "additionalProperties": false, "minProperties": 1, "maxProperties": 1, "properties": {
                  "position": {"type": "number", "minimum": 0, "maximum": 1},
                  "touched": {"type": "boolean"}}},
              "Message": {"type": "object", "additionalProperties": false,
                "required": ["time", "direction", "message", "missed"], "properties": {
                  "time": {"type": "string", "format": "date-time"},
                  "surface": {"type": "string", "description": "not there for a controller that belongs to none"},
                  "client": {"type": "string", "description": "where there is no surface: the client's name, which match is compared with"},
                  "port": {"type": "integer", "minimum": 1, "description": "which of the client's ports; not there where it has only one"},
                  "direction": {"enum": ["in", "out"]},
                  "message": {"type": "string", "description": "in the words of the config: cc 7 ch 1 = 64"},
                  "raw": {"type": "integer"},
                  "control": {"type": "string"},
                  "parameter": {"$ref": "#/components/schemas/ID"},
                  "missed": {"type": "integer", "description": "messages left out before this one"}}},
        \(statusSchema)
        """
}
