/// How a request is sent, without static types for the body and the answer.
package struct CallRow: Sendable {
    /// The methods that the API knows.
    package enum Method: String, Sendable {
        case get = "GET"
        case put = "PUT"
        case patch = "PATCH"
        case post = "POST"
        case delete = "DELETE"
    }

    package let method: Method
    /// The path, with `{…}` for a segment that is an id or a name.
    package let template: String
    package let hasBody: Bool
    /// Whether it takes the locale and decimals of texts.
    package let isOfViewer: Bool

    package init(_ method: Method, _ template: String, hasBody: Bool = false, isOfViewer: Bool = false) {
        (self.method, self.template, self.hasBody, self.isOfViewer) = (method, template, hasBody, isOfViewer)
    }

    /// Its path, with an id in place of `{…}`. The id is percent-encoded.
    package func path(_ id: String = "") -> String {
        guard let start = template.firstIndex(of: "{"), let end = template.firstIndex(of: "}") else { return template }
        return template[..<start] + PercentEncoding.encode(id) + template[template.index(after: end)...]
    }

    /// The daemon's status, which a client also asks for to find out whether somebody answers.
    package static let status = CallRow(.get, "/v1/status")
}

/// What a client asks of a daemon. The table of routes describes it, says who may, and has all others.
package struct ClientCall<Body: WireContent, Answer: WireContent>: Sendable {
    package let row: CallRow

    package init(row: CallRow) { self.row = row }

    /// Most answers have texts of parameters, so most take the viewer's locale and decimals.
    init(_ method: CallRow.Method, _ template: String, isOfViewer: Bool = true) {
        row = CallRow(method, template, hasBody: Body.self != NoBody.self, isOfViewer: isOfViewer)
    }
}

/// What programs with faders ask.
package enum Calls {
    package static let listParameters = ClientCall<NoBody, [ParameterResource]>(.get, "/v1/parameters")
    package static let getParameter = ClientCall<NoBody, ParameterResource>(.get, "/v1/parameters/{id}")
    package static let setParameter = ClientCall<ParameterChange, ParameterResource>(.put, "/v1/parameters/{id}")
    package static let setParameters = ClientCall<ParametersPatch, [ParameterResource]>(.patch, "/v1/parameters")
    package static let pressTrigger = ClientCall<NoBody, ParameterResource>(.post, "/v1/parameters/{id}/press")
    package static let stepParameter = ClientCall<StepRequest, ParameterResource>(.post, "/v1/parameters/{id}/step")
    package static let resetParameter = ClientCall<NoBody, ParameterResource>(.post, "/v1/parameters/{id}/reset")
    package static let watchChanges = ClientCall<NoBody, EventFlow>(.get, "/v1/events")

    // MARK: Edits

    package static let beginEdit = ClientCall<NoBody, EditResource>(.post, "/v1/parameters/{id}/edit")
    package static let draft = ClientCall<DraftRequest, DraftResource>(.put, "/v1/edits/{edit}", isOfViewer: false)
    package static let submitEdit = ClientCall<NoBody, EditOutcomeResource>(.post, "/v1/edits/{edit}/submit", isOfViewer: false)
    package static let blurEdit = ClientCall<NoBody, EditOutcomeResource>(.post, "/v1/edits/{edit}/blur", isOfViewer: false)
    package static let cancelEdit = ClientCall<NoBody, EditOutcomeResource>(.post, "/v1/edits/{edit}/cancel", isOfViewer: false)

    // MARK: Declarations

    package static let declare = ClientCall<DeclareRequest, [ParameterResource]>(.post, "/v1/declarations")
    package static let undeclare = ClientCall<NoBody, DeclarationResource>(.delete, "/v1/declarations/{id}", isOfViewer: false)

    // MARK: History and snapshots

    package static let undo = ClientCall<UndoRequest, RestoredResource>(.post, "/v1/undo")
    package static let redo = ClientCall<UndoRequest, RestoredResource>(.post, "/v1/redo")
    package static let listSnapshots = ClientCall<NoBody, [SnapshotResource]>(.get, "/v1/snapshots", isOfViewer: false)
    package static let saveSnapshot = ClientCall<SnapshotRequest, SnapshotResource>(.put, "/v1/snapshots/{name}", isOfViewer: false)
    package static let deleteSnapshot = ClientCall<NoBody, SnapshotResource>(.delete, "/v1/snapshots/{name}", isOfViewer: false)
    package static let recallSnapshot = ClientCall<RecallRequest, RestoredResource>(.post, "/v1/snapshots/{name}/recall")
}
