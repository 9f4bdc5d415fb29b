// What the key of a page sends and gets: each type says what it leaves out.

extension NoBody: PageBody {}
extension ParameterChange: PageBody {}
extension CheckRequest: PageBody {}
extension StepRequest: PageBody {}
extension DraftRequest: PageBody {}
extension UndoRequest: PageBody {}
extension ParametersPatch: PageBody {
    package var ids: [String] { items.keys.sorted() }
}

/// The events of a stream are cut one by one.
extension EventFlow: PageAnswer {
    package func cut(to page: PageContents) -> Self { self }
}

extension ParameterResource: PageAnswer {
    package func cut(to page: PageContents) -> Self {
        var cut = self
        (cut.owner, cut.touchedBy, cut.declaredBy) = (nil, nil, nil)
        cut.parts = parts?.filter(page.has)
        cut.partOf = partOf.flatMap { page.has($0) ? $0 : nil }
        cut.notice = page.cleared(notice)
        return cut
    }
}

extension ParameterResource: PageItem {
    package func isOn(_ page: PageContents) -> Bool { page.has(id) }
}

extension Array: PageAnswer where Element: PageItem {
    package func cut(to page: PageContents) -> Self { filter { $0.isOn(page) }.map { $0.cut(to: page) } }
}

extension PageResource: PageItem {
    package func isOn(_ page: PageContents) -> Bool { name == page.name }

    package func cut(to page: PageContents) -> Self {
        var cut = self
        for place in cut.strips.indices { cut.strips[place].ids.removeAll { !page.has($0) } }
        cut.strips.removeAll { $0.ids.isEmpty }
        return cut
    }
}

extension CheckResource: PageAnswer {
    package func cut(to page: PageContents) -> Self {
        var cut = self
        cut.message = page.cleared(message)
        return cut
    }
}

extension EditResource: PageAnswer {
    package func cut(to page: PageContents) -> Self {
        var cut = self
        cut.judgement = judgement?.cut(to: page)
        return cut
    }
}

extension DraftResource: PageAnswer {
    package func cut(to page: PageContents) -> Self {
        var cut = self
        cut.message = page.cleared(message)
        return cut
    }
}

extension EditOutcomeResource: PageAnswer {
    package func cut(to page: PageContents) -> Self {
        var cut = self
        (cut.parameter, cut.message) = (parameter.cut(to: page), page.cleared(message))
        return cut
    }
}

extension RestoredResource: PageAnswer {
    package func cut(to page: PageContents) -> Self {
        var cut = self
        cut.parameters = parameters.cut(to: page)
        cut.skipped = skipped.compactMap(page.cleared)
        return cut
    }
}

extension Problem {
    /// The problem as the key of a page gets it.
    package func cut(to page: PageContents) -> Self {
        var cut = self
        cut.detail = page.cleared(detail) ?? detail
        cut.parameter = parameter.flatMap { $0.isOn(page) ? $0.cut(to: page) : nil }
        cut.restored = restored?.cut(to: page)
        cut.problems = problems?.map { ItemProblem(id: $0.id, detail: page.cleared($0.detail) ?? $0.detail) }
        return cut
    }
}

extension TouchEvent: PageEvent {
    package func cut(to page: PageContents) -> Self? {
        guard let parameter, page.has(parameter) else { return nil }
        var cut = self
        (cut.surface, cut.control, cut.gesture) = (nil, nil, nil)
        return cut
    }
}

extension PressEvent: PageEvent {
    package func cut(to page: PageContents) -> Self? { page.has(id) ? PressEvent(id: id, by: nil, run: run) : nil }
}

extension EndedEvent: PageEvent {
    /// What was done may concern anything, and so may the sentence that says why not.
    package func cut(to page: PageContents) -> Self? {
        guard page.has(id) else { return nil }
        return EndedEvent(
            id: id, run: run, ok: ok, message: ok ? "" : "the daemon's log says why",
            seconds: seconds)
    }
}

extension StateEvent {
    /// The state as the key of a page gets it.
    package func cut(to page: PageContents) -> Self {
        var cut = StateEvent(parameters: parameters.cut(to: page), surfaces: [], touched: touched.filter(page.has), version: version)
        cut.page = page.name
        return cut
    }
}
