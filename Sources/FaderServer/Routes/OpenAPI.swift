internal import FaderAPI
internal import FaderModel

/// The description of the API as OpenAPI 3.1, made from the table of routes and the schemas of the wire types.
struct OpenAPI {
    let rows: [RouteRow]

    /// All schemas that have a name.
    static let schemas: [any NamedSchema.Type] = [
        IDSchema.self, Taper.self, Value.self, ParameterResource.self, ParameterChange.self, ParametersPatch.self, CheckRequest.self,
        StepRequest.self,
        CheckResource.self, ExplainResource.self, ExplainResource.Decision.self, ExplainResource.Hidden.self, HistoryEntryResource.self,
        UndoRequest.self, RestoredResource.self, SnapshotResource.self, SnapshotContents.self, SnapshotRequest.self, RecallRequest.self,
        FadeRequest.self, RenameRequest.self, MoveRequest.self, RecallNextRequest.self, SnapshotPlaceResource.self, SnapshotNameSchema.self,
        IDPatterns.self, IDPatternSchema.self, ExportSchema.self,
        ExportedValuesSchema.self,
        ExportedSnapshotSchema.self, ImportResource.self, EditResource.self, DraftResource.self, DraftRequest.self,
        EditOutcomeResource.self, DeclarationResource.self, DeclareRequest.self, Problem.self, Diagnostic.self, ReloadResource.self,
        ConfigChange.self, StateEvent.self, SessionEvent.self, BatchSchema.self, TouchEvent.self, TakeoverEvent.self,
        RecalledEvent.self, PressEvent.self, EndedEvent.self, HistoryEvent.self,
        ControlResource.self, SurfaceResource.self, PanelResource.self, ViewResource.self, PageRequest.self, BankRequest.self,
        LoanRequest.self, LoanResource.self, LessonRequest.self, LessonResource.self, ProfileResource.self, ControllerResource.self,
        VirtualFader.self, VirtualControlResource.self,
        VirtualSurfaceResource.self, VirtualGesture.self, VirtualBytes.self, VirtualSent.self, MonitorResource.self, StatusResource.self,
        TokenResource.self, KeyResource.self, KeyRequest.self, PageResource.self, MixerStripResource.self,
        TargetsResource.self, TargetReport.self, PeerReport.self, SilentPeer.self,
    ]

    var document: [UInt8] {
        var templates: [String] = []
        for row in rows where !templates.contains(row.template) { templates.append(row.template) }
        let paths = templates.map { template in "\(template.quoted): {\(path(template))}" }
        return Array(
            """
            {
              "openapi": "3.1.0",
              "info": {"title": "faderd", "version": "\(faderdVersion)",
                "summary": "Parameters, and the MIDI controllers that show and move them.",
                "description": \(Self.introduction.quoted), "license": {"name": "MIT", "identifier": "MIT"}},
              "servers": [{"url": "/", "description": "the Unix socket, or the loopback address given with --listen"}],
              "paths": {
            \(paths.joined(separator: ",\n"))
              },
              "security": [{}, {"token": []}],
              "components": {
                "securitySchemes": {
                  "token": {"type": "http", "scheme": "bearer",
                    "description": "needed over TCP, not on the Unix socket; faderctl token show prints it"},
                  "key": {"type": "http", "scheme": "bearer",
                    "description": "what a page sends instead, over either transport; POST /v1/keys registers it"}},
                "responses": {"Problem": {"description": "The request failed; the detail says what to do next.",
                  "content": {"application/problem+json": {"schema": \(Problem.reference)}}}},
                "schemas": {
            \(Self.schemas.map { $0.schema }.joined(separator: ",\n"))
                }
              }
            }
            """.utf8)
    }

    private static let introduction = """
        HTTP/1.1 and JSON. GET changes nothing, and HEAD is answered wherever GET is. Bodies are application/json of at most 64 KiB (an import: 64 MiB). \
        JSON is read strictly: an extra comma, a key given twice, an unknown key or query key, or null for a key that can be left out \
        is an error (400). Errors are application/problem+json (RFC 9457). Members without a value are left out. \
        Edits, declarations, gestures, lessons and borrowed controls belong to a session: the connection of the request, or the named session in its header Fader-Session, \
        which GET /v1/events?session=new begins. An unknown name is refused (409).
        """

    private func path(_ template: String) -> String {
        let name = template.split(separator: "{").dropFirst().first?.prefix { $0 != "}" }
        let parameters = name.map { name in
            let schema = ["id": IDSchema.reference, "name": SnapshotNameSchema.reference][name] ?? #"{"type": "string"}"#
            return #""parameters": [{"name": "\#(name)", "in": "path", "required": true, "schema": \#(schema)}]"#
        }
        let methods = rows.filter { $0.template == template }.map { #""\#($0.method.rawValue.lowercased())": \#(Self.operation($0))"# }
        return ((parameters.map { [$0] } ?? []) + methods).joined(separator: ",\n  ")
    }

    private static func operation(_ row: RouteRow) -> String {
        var members = [#""operationId": \#(row.name.quoted), "summary": \#(row.summary.quoted)"#]
        if row.access <= .everything {
            members.append(#""security": [{}\#(row.access == .anybody ? "" : #", {"token": []}, {"key": []}"#)]"#)
        }
        if row.access <= .page { members.append(#""x-key-of-page": true"#) }
        if !row.details.isEmpty { members.append(#""description": \#(row.details.quoted)"#) }
        let parameters =
            row.query.map(parameter) + (row.isConditional ? [condition] : []) + (row.isOfSession ? [session] : [])
            + (row.isWriting ? [writer] : [])
        if !parameters.isEmpty { members.append(#""parameters": [\#(parameters.joined(separator: ", "))]"#) }
        if row.hasBody {
            members.append(
                #""requestBody": {"required": \#(!row.isBodyOptional), "content": {"\#(row.body.mediaType)": {"schema": \#(row.body.reference)}}}"#
            )
        }
        members.append(#""responses": {\#(responses(row))}"#)
        return "{\(members.joined(separator: ",\n    "))}"
    }

    private static func parameter(_ key: QueryKey) -> String {
        let note = key.note.isEmpty ? "" : #", "description": \#(key.note.quoted)"#
        return #"{"name": \#(key.name.quoted), "in": "query", "schema": \#(key.schema)\#(note)}"#
    }

    private static let condition = #"""
        {"name": "If-Match", "in": "header", "schema": {"type": "string", "pattern": "^([*]|\"[0-9]{1,15}\"(, \"[0-9]{1,15}\")*)$"},
          "description": "the revisions that the request applies to, in quotes; with any other, nothing is changed (412)"}
        """#

    private static let session = #"""
        {"name": "Fader-Session", "in": "header", "schema": {"type": "string"},
          "description": "the name of the session to which this belongs, instead of its connection; GET /v1/events?session=new begins one"}
        """#

    private static let writer = #"""
        {"name": "Fader-By", "in": "header", "schema": {"type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[!-~]([ -~]*[!-~])?$"},
          "description": "the name of whoever writes, which the history and explain show; UTF-8, no control characters, nothing that reorders text"}
        """#

    private static func responses(_ row: RouteRow) -> String {
        let header = row.status == 201 ? "Location" : row.answer == ParameterResource.self ? "ETag" : nil
        let location = header.map { #""headers": {"\#($0)": {"schema": {"type": "string"}}}, "# } ?? ""
        let content = #"{"\#(row.answer.mediaType)": {"schema": \#(row.answer.reference)}}"#
        let good = #""\#(row.status)": {"description": \#(row.answered.quoted), \#(location)"content": \#(content)}"#
        let problems = (row.problems.map { "\($0)" } + ["default"]).map { ##""\##($0)": {"$ref": "#/components/responses/Problem"}"## }
        return ([good] + problems).joined(separator: ", ")
    }
}
