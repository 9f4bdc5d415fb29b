extension Routes {
    package static let listParameters = Route<NoBody, [ParameterResource]>(
        .get, "/v1/parameters", query: [.prefix] + .viewer, access: .page)
    package static let getParameter = Route<NoBody, ParameterResource>(.get, "/v1/parameters/{id}", query: .viewer, access: .page)
    package static let setParameter = Route<ParameterChange, ParameterResource>(
        .put, "/v1/parameters/{id}", query: .viewer, isConditional: true, access: .page)
    package static let setParameters = Route<ParametersPatch, [ParameterResource]>(.patch, "/v1/parameters", query: .viewer, access: .page)
    package static let pressTrigger = Route<NoBody, ParameterResource>(
        .post, "/v1/parameters/{id}/press", query: .viewer, isConditional: true, status: 202, access: .page)
    package static let holdParameter = Route<HoldRequest, ParameterResource>(
        .post, "/v1/parameters/{id}/hold", query: .viewer, access: .page)
    package static let checkText = Route<CheckRequest, CheckResource>(.post, "/v1/parameters/{id}/check", query: .viewer, access: .page)
    package static let stepParameter = Route<StepRequest, ParameterResource>(
        .post, "/v1/parameters/{id}/step", query: .viewer, isConditional: true, access: .page)
    package static let resetParameter = Route<NoBody, ParameterResource>(
        .post, "/v1/parameters/{id}/reset", query: .viewer, isConditional: true, access: .page)
    package static let explainParameter = Route<NoBody, ExplainResource>(
        .get, "/v1/parameters/{id}/explain", query: .viewer, access: .everything)

    package static let identifyParameter = Route<NoBody, IdentifyResource>(.post, "/v1/parameters/{id}/identify", access: .everything)

    // MARK: Edits

    package static let beginEdit = Route<NoBody, EditResource>(
        .post, "/v1/parameters/{id}/edit", query: .viewer, status: 201, access: .page)
    package static let getEdit = Route<NoBody, EditResource>(.get, "/v1/edits/{edit}", access: .page)
    package static let draft = Route<DraftRequest, DraftResource>(.put, "/v1/edits/{edit}", access: .page)
    package static let submitEdit = Route<NoBody, EditOutcomeResource>(.post, "/v1/edits/{edit}/submit", isConditional: true, access: .page)
    package static let blurEdit = Route<NoBody, EditOutcomeResource>(.post, "/v1/edits/{edit}/blur", isConditional: true, access: .page)
    package static let cancelEdit = Route<NoBody, EditOutcomeResource>(.post, "/v1/edits/{edit}/cancel", access: .page)

    // MARK: Declarations

    package static let listDeclarations = Route<NoBody, [DeclarationResource]>(.get, "/v1/declarations", access: .token)
    package static let declare = Route<DeclareRequest, [ParameterResource]>(
        .post, "/v1/declarations", query: .viewer, status: 201, access: .token)
    package static let undeclare = Route<NoBody, DeclarationResource>(.delete, "/v1/declarations/{id}", access: .token)
}
