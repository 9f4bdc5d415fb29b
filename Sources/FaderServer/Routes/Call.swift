package import FaderAPI
package import FaderValues

struct PageKey: Equatable, Sendable {
    /// The name of the key.
    let name: String
    let page: String
}

/// A request on its way to its handler.
package struct Call: Sendable {
    let endpoint: Endpoint
    /// The id in the path, decoded; empty if the path has none.
    package var id = ""
    /// Decoded and checked against the keys that the route knows; empty for the page.
    var query: [String: String] = [:]
    var languages: String?
    /// The header `If-Match`; nil if there is none.
    var condition: RevisionCondition?
    /// `If-None-Match`: the versions of the page that a browser has.
    var noneMatch: [String] = []
    /// `Fader-Session`; nil if the request belongs to its connection's.
    var session: String?
    /// The header `Fader-By`: the name of the writer; nil if there is none.
    package var writer: String?
    /// `Last-Event-ID`, which a browser sends when it reopens a stream.
    var lastEventID: String?
    /// The key of a page that the request shows; nil if it may see everything.
    var pageKey: PageKey?
    /// What it shows now; nil if the request may see everything.
    package var page: PageContents?
    package var body: [UInt8] = []
    /// For a long answer, where it is made, and for which reader.
    var longAnswers: LongAnswers?
    var reader: LongAnswers.Reader?

    var row: RouteRow { endpoint.row }
    package var viewer: ViewerRequest {
        ViewerRequest(
            locale: query["locale"], languages: languages, defaultLocale: query["default-locale"],
            decimals: query["decimals"].flatMap { Int($0) }, hasMinusSign: flag("minus"))
    }
    /// The parameters that the query key `prefix` selects.
    package var prefixes: IDPatterns { IDPatterns(separatedByCommas: query["prefix"] ?? "") }
    /// The value of a query key; nil if the key is absent.
    package func text(_ key: String) -> String? { query[key] }
    /// The value of a Boolean query key; false if the key is absent.
    package func flag(_ key: String) -> Bool { query[key].map { $0 != "false" } ?? false }
}

extension Call {
    /// The decoded body. Throws if it cannot be used, or if the request has the key of a page and names something outside the page, as if
    /// that did not exist.
    func admitted<Body: WireContent>() throws(ServiceError) -> Body {
        if let page, row.template.hasPrefix(Routes.getParameter.row.template), !page.has(id) { throw page.unknown(id) }
        let isMissing = body.isEmpty && !row.isBodyOptional
        let decoded: Body
        do throws(WireError) {
            decoded = try Body.received(body.isEmpty && row.isBodyOptional ? Array("{}".utf8) : body)
        } catch {
            throw .malformed(isMissing ? "the body is missing; send a JSON object" : "the body cannot be used: \(error)")
        }
        try admit(decoded)
        return decoded
    }

    /// Refuses the ids in a body that are not on the page.
    private func admit(_ body: some WireContent) throws(ServiceError) {
        guard let page else { return }
        let hidden = ((body as? any PageBody)?.ids ?? []).filter { !page.has($0) }
        guard let first = hidden.first else { return }
        guard body is ParametersPatch else { throw page.unknown(first) }
        throw .refusedSeveral(.unknownID, hidden.map { Problem.ItemProblem(id: $0, detail: page.unknown($0).problem.detail) })
    }

    /// An answer, without what the key of a page may not see.
    func cut<Answer: WireContent>(_ answer: Answer) -> Answer {
        guard let page, let whole = answer as? any PageAnswer, let cut = whole.cut(to: page) as? Answer else { return answer }
        return cut
    }

    /// An error, without what the key of a page may not see.
    func cut(_ error: ServiceError) -> Problem {
        guard let page else { return error.problem }
        return error.cut(to: page).problem.cut(to: page)
    }
}

extension PageContents {
    /// The same for ids that exist elsewhere and for ids that do not exist.
    fileprivate func unknown(_ id: String) -> ServiceError { .unknownParameter(id, suggestion: nearest(to: id)) }
}

extension ServiceError {
    /// The error without the names of controls, files and other parameters.
    fileprivate func cut(to page: PageContents) -> ServiceError {
        switch self {
        // A reload has just removed it.
        case .unknownParameter(let id, _): page.unknown(id)
        case .inHand(let id, _): .inHand(id, controls: [])
        case .notDurable(let parameter, _): .notDurable(parameter, reason: Self.fullDisk)
        case .notSaved(_, let restored): .notSaved("the values are set, but could not be saved: \(Self.fullDisk)", restored)
        default: self
        }
    }

    private static let fullDisk = "the daemon's log says why"
}
