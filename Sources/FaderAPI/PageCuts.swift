// Each type decides what it leaves out.

internal import FaderValues

extension NoBody: PageBody {}
extension ParameterChange: PageBody {}
extension CheckRequest: PageBody {}
extension StepRequest: PageBody {}
extension HoldRequest: PageBody {}
extension DraftRequest: PageBody {}
extension UndoRequest: PageBody {}
extension ParametersPatch: PageBody {
    package var ids: [String] { items.keys.sorted() }
}

/// The events of a stream are cut one by one.
extension EventFlow: PageAnswer {
    package func restrict(to page: PageContents) {}
}

extension ParameterResource: PageAnswer {
    package mutating func restrict(to page: PageContents) {
        (owner, touchedBy, declaredBy) = (nil, nil, nil)
        parts = parts?.filter(page.has)
        partOf = partOf.flatMap { page.has($0) ? $0 : nil }
        of = of?.filter(page.has)
        group = group.flatMap { page.has($0) ? $0 : nil }
        notice = page.cleared(notice)
    }
}

extension ParameterResource: PageItem {
    package func isOn(_ page: PageContents) -> Bool { page.has(id) }
}

extension Array: PageAnswer where Element: PageItem {
    package mutating func restrict(to page: PageContents) { self = filter { $0.isOn(page) }.map { $0.cut(to: page) } }
}

extension PageResource: PageItem {
    package func isOn(_ page: PageContents) -> Bool { name == page.name }

    package mutating func restrict(to page: PageContents) {
        for place in strips.indices { strips[place].ids.removeAll { !page.has($0) } }
        strips.removeAll { $0.ids.isEmpty }
    }
}

extension CheckResource: PageAnswer {
    package mutating func restrict(to page: PageContents) { message = page.cleared(message) }
}

extension EditResource: PageAnswer {
    package mutating func restrict(to page: PageContents) { judgement?.restrict(to: page) }
}

extension DraftResource: PageAnswer {
    package mutating func restrict(to page: PageContents) { message = page.cleared(message) }
}

extension EditOutcomeResource: PageAnswer {
    package mutating func restrict(to page: PageContents) {
        parameter.restrict(to: page)
        message = page.cleared(message)
    }
}

extension RestoredResource: PageAnswer {
    package mutating func restrict(to page: PageContents) {
        parameters.restrict(to: page)
        skipped = skipped.compactMap(page.cleared)
    }
}

extension Problem {
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

extension PeersEvent: PageEvent {
    /// Never nil: peers of the page may be there again.
    package func cut(to page: PageContents) -> Self? {
        PeersEvent(
            silent.compactMap { peer in
                let parameters = peer.parameters.filter(page.has)
                return parameters.isEmpty ? nil : SilentPeer(name: peer.name, kind: peer.kind, parameters: parameters)
            })
    }
}

extension PressEvent: PageEvent {
    package func cut(to page: PageContents) -> Self? { page.has(id) ? PressEvent(id: id, by: nil, run: run) : nil }
}

extension EndedEvent: PageEvent {
    /// The actions of a trigger, and the sentence about a failure, may concern other parameters.
    package func cut(to page: PageContents) -> Self? {
        guard page.has(id) else { return nil }
        return EndedEvent(
            id: id, run: run, ok: ok, message: ok ? "" : "the daemon's log says why",
            seconds: seconds)
    }
}

extension StateEvent {
    package func cut(to page: PageContents) -> Self {
        var cut = StateEvent(parameters: parameters.cut(to: page), surfaces: [], touched: touched.filter(page.has), version: version)
        cut.page = page.name
        cut.follows = follows.map { _ in "" }
        return cut
    }
}
