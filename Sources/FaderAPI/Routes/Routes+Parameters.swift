extension Routes {
    package static let listParameters = Route(Calls.listParameters, query: [.prefix], access: .page)
    package static let getParameter = Route(Calls.getParameter, access: .page)
    package static let setParameter = Route(Calls.setParameter, isConditional: true, access: .page)
    package static let setParameters = Route(Calls.setParameters, access: .page)
    package static let pressTrigger = Route(Calls.pressTrigger, isConditional: true, status: 202, access: .page)
    package static let checkText = Route<CheckRequest, CheckResource>(.post, "/v1/parameters/{id}/check", query: .viewer, access: .page)
    package static let stepParameter = Route(Calls.stepParameter, isConditional: true, access: .page)
    package static let resetParameter = Route(Calls.resetParameter, isConditional: true, access: .page)
    package static let explainParameter = Route<NoBody, ExplainResource>(
        .get, "/v1/parameters/{id}/explain", query: .viewer, access: .everything)

    // MARK: Edits

    package static let beginEdit = Route(Calls.beginEdit, status: 201, access: .page)
    package static let getEdit = Route<NoBody, EditResource>(.get, "/v1/edits/{edit}", access: .page)
    package static let draft = Route(Calls.draft, access: .page)
    package static let submitEdit = Route(Calls.submitEdit, isConditional: true, access: .page)
    package static let blurEdit = Route(Calls.blurEdit, isConditional: true, access: .page)
    package static let cancelEdit = Route(Calls.cancelEdit, access: .page)

    // MARK: Declarations

    package static let listDeclarations = Route<NoBody, [DeclarationResource]>(.get, "/v1/declarations", access: .token)
    package static let declare = Route(Calls.declare, status: 201, access: .token)
    package static let undeclare = Route(Calls.undeclare, access: .token)
}
