extension Routes {
    package static let listParameters = Route(
        Calls.listParameters, "listParameters", "All parameters, in the order of the config.", query: [.prefix],
        answers: "The parameters.", access: .page)
    package static let getParameter = Route(
        Calls.getParameter, "getParameter", "One parameter.", answers: "The parameter as it is now.", access: .page
    )
    package static let setParameter = Route(
        Calls.setParameter, "setParameter",
        "Sets a parameter. Text and value are answered when durable, a position (a drag) at once.",
        details: """
            A gesture makes one entry of the history of all its positions and steps, and holds the parameter as a hand does, so that no glide \
            moves it; others see it as touched, by the name of the gesture. It ends with the change that says end, after two seconds without a \
            change, with its session, or when a hand comes to a control of the parameter: while that is there, a gesture is refused (409).
            """, isConditional: true, isOfSession: true, isWriting: true,
        answers: "The parameter as it is now.", problems: [409, 422, 503], access: .page)
    package static let setParameters = Route(
        Calls.setParameters, "setParameters", "Sets several parameters, all or none, as one act; answered when durable.",
        details: """
            Each gets a text, a value or its default. All are judged before any is set: if one is unknown (404), has another revision (412) or is refused \
            (422), nothing is set, and problems has a sentence for each. The act is one entry of the history. Both ends of a range are set \
            together; a range or color is not set beside one of its parts. A pattern means all parameters that match, can be set and are of a \
            kind that fits; an id that is written out overrides it. A text is set by a pattern only if it matches nothing but texts.
            """, isWriting: true, answers: "The parameters that were named, in the order of the config.",
        problems: [404, 412, 422, 503], access: .page)
    package static let pressTrigger = Route(
        Calls.pressTrigger, "pressTrigger", "Presses a trigger; answered at once.",
        details: "The events press and ended tell what becomes of it. While it runs, one more press waits, and others do nothing.",
        isConditional: true, isWriting: true, status: 202, answers: "The trigger as it is now.", problems: [422],
        access: .page)
    package static let checkText = Route<CheckRequest, CheckResource>(
        .post, "/v1/parameters/{id}/check", "checkText", "What value a typed text would set. Changes nothing.", query: .viewer,
        answers: "Whether the text is valid, and what it would set.", access: .page)
    package static let stepParameter = Route(
        Calls.stepParameter, "stepParameter", "Moves by steps; answered when durable, within a gesture at once.",
        isConditional: true, isOfSession: true, isWriting: true,
        answers: "The parameter as it is now.", problems: [409, 503], access: .page)
    package static let resetParameter = Route(
        Calls.resetParameter, "resetParameter", "Back to the default; answered when durable.", isConditional: true, isWriting: true,
        answers: "The parameter as it is now.", problems: [503], access: .page)
    package static let explainParameter = Route<NoBody, ExplainResource>(
        .get, "/v1/parameters/{id}/explain", "explainParameter", "The last changes and refusals, and what was sent or held back.",
        query: .viewer, answers: "The decisions, oldest first.", access: .everything)

    // MARK: Edits

    package static let beginEdit = Route(
        Calls.beginEdit, "beginEdit", "Begins an edit: a text field over the parameter.",
        details: """
            An edit belongs to the session that began it, which is the only one that can use it, and ends with it at the latest; \
            a connection with an edit is not closed for being idle. If the value changes elsewhere the draft is dropped and nothing is written: \
            begin another edit to type again. At most 16 a session (409) and 256 in all (503).
            """, isOfSession: true, status: 201, answers: "The edit.", problems: [409, 503], access: .page)
    package static let getEdit = Route<NoBody, EditResource>(
        .get, "/v1/edits/{edit}", "getEdit", "The edit as it is now.", isOfSession: true, answers: "The edit.", access: .page)
    package static let draft = Route(
        Calls.draft, "draft", "Takes the whole text typed so far. Nobody else sees it, and this never writes it.",
        isOfSession: true, answers: "What value it would set.", access: .page)
    package static let submitEdit = Route(
        Calls.submitEdit, "submitEdit",
        "Return: writes the draft, answered when durable. An invalid draft is refused, and the edit goes on.",
        isConditional: true, isOfSession: true, isWriting: true, answers: "The outcome.", problems: [503], access: .page)
    package static let blurEdit = Route(
        Calls.blurEdit, "blurEdit",
        "The field was left: writes a draft that is a value and differs from the text offered, answered when durable; else restores.",
        isConditional: true, isOfSession: true, isWriting: true, answers: "The outcome.", problems: [503], access: .page)
    package static let cancelEdit = Route(
        Calls.cancelEdit, "cancelEdit", "Discards the draft.", isOfSession: true, answers: "The outcome.", problems: [503],
        access: .page)

    // MARK: Declarations

    package static let listDeclarations = Route<NoBody, [DeclarationResource]>(
        .get, "/v1/declarations", "listDeclarations", "What programs have declared, in the order of the first declarations.",
        answers: "The declarations.", access: .token)
    package static let declare = Route(
        Calls.declare, "declare", "Declares a parameter, which lives as long as this session.",
        details: """
            Two declarations of one id are one parameter: where both have a key, the later one wins; the first value is kept; the \
            parameter goes with the last declaration. A connection with a declared parameter is not closed for being idle. With keep it stays \
            until it is taken back or the daemon stops. An id that the config has is refused (409), wrong keys are refused all at once, with \
            their places in the body (422). At most 100 a session (409) and 1000 in all (503).
            """, isOfSession: true, status: 201, answers: "The parameter, then its parts.", problems: [409, 422, 503],
        access: .token)
    package static let undeclare = Route(
        Calls.undeclare, "undeclare",
        "Takes back what this session has declared under the id, and what is kept under it.",
        isOfSession: true, answers: "The remaining declarations; by is empty if the parameter is gone.", problems: [409], access: .token)
}
