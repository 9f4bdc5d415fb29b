/// The description of the API, as it is served. A test compares it with the router and with real answers.
enum OpenAPI {
    /// An OpenAPI 3.1 document.
    static let document: [UInt8] = Array(
        """
        {
          "openapi": "3.1.0",
          "info": {
            "title": "faderd",
            "version": "1",
            "summary": "Parameters, and the MIDI controllers that show and move them.",
            "description": "\(introduction)",
            "license": {"name": "MIT", "identifier": "MIT"}
          },
          "servers": [{"url": "/", "description": "the Unix socket, or the loopback address given with --listen"}],
          "paths": {
        \(parameterPaths),
        \(snapshotPaths),
        \(editPaths),
        \(declarationPaths),
        \(daemonPaths)
          },
          "components": {
            "responses": {
        \(responses)
            },
            "schemas": {
        \(parameterSchemas),
        \(snapshotSchemas),
        \(editSchemas),
        \(declarationSchemas),
        \(daemonSchemas)
            }
          }
        }
        """.utf8)

    private static let introduction = """
        HTTP/1.1 and JSON. GET changes nothing, and HEAD is answered wherever GET is. Bodies are application/json of at most 64 KiB (an import: 64 MiB). \
        JSON is read strictly: a comma too many, a key that is there twice, an unknown key or query key, or null for a key that is to be left out \
        is an error (400). Errors are application/problem+json (RFC 9457). A member that has nothing to say is left out.
        """

    /// The answers of operations that fail in the same ways.
    private static let responses = """
              "Problem": {"description": "The request failed; the detail says what to do next.",
                "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}}
        """
}
