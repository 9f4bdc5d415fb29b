extension OpenAPI {
    /// The schema of the status.
    static let statusSchema = """
              "Status": {"type": "object", "additionalProperties": false,
                "required": ["version", "uptime", "process", "socket", "config", "sequencer", "realtime", "saving", "parameters", "surfaces", "events", "latency",
                  "connections"],
                "properties": {
                  "version": {"type": "string"},
                  "uptime": {"type": "number", "description": "seconds"},
                  "process": {"type": "integer", "description": "its number"},
                  "socket": {"type": "string", "description": "the Unix socket"},
                  "listen": {"type": "string", "description": "the TCP address, where there is one: 127.0.0.1:7373"},
                  "config": {"type": "string", "description": "the config file, or why there is none"},
                  "configFile": {"type": "string", "description": "its whole path; not there for the built-in configuration"},
                  "state": {"type": "string", "description": "the state file"},
                  "sequencer": {"enum": ["present", "virtual"]},
                  "realtime": {"type": "object", "additionalProperties": false, "required": ["granted"], "properties": {
                    "granted": {"type": "boolean"}, "reason": {"type": "string"}}},
                  "saving": {"type": "object", "additionalProperties": false, "required": ["state", "unsaved", "warnings"], "properties": {
                    "state": {"enum": ["ok", "failing", "disabled"]},
                    "reason": {"type": "string"},
                    "lastSaved": {"type": "string", "format": "date-time"},
                    "unsaved": {"type": "boolean"},
                    "warnings": {"type": "array", "items": {"type": "string"}}}},
                  "parameters": {"type": "integer", "description": "how many /v1/parameters lists"},
                  "surfaces": {"type": "array", "items": {"$ref": "#/components/schemas/Surface"}},
                  "events": {"type": "object", "additionalProperties": false, "description": "counts of MIDI messages",
                    "required": ["in", "out", "overruns", "echoes", "blocked", "failures"], "properties": {
                      "in": {"type": "integer"}, "out": {"type": "integer"}, "overruns": {"type": "integer"},
                      "echoes": {"type": "integer"}, "blocked": {"type": "integer"}, "failures": {"type": "integer"}}},
                  "latency": {"type": "object", "additionalProperties": false, "description": "microseconds",
                    "required": ["count", "p50", "p99", "max"], "properties": {
                      "count": {"type": "integer"}, "p50": {"type": "number"}, "p99": {"type": "number"}, "max": {"type": "number"}}},
                  "connections": {"type": "object", "additionalProperties": false, "required": ["open", "streams"], "properties": {
                    "open": {"type": "integer"}, "streams": {"type": "integer"}}}}}
        """
}
