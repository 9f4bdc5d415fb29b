internal import FaderAPI
internal import FaderJSON

/// The newest state of a parameter, from the daemon or from the program itself.
struct Seen: Sendable {
    var value: FaderValue
    var text = ""
    var position: Double?
    var origin = Origin.restore
    var isTouched = false
    var isKnown = true
    var revision: UInt64 = 0
    /// Nil: as before. Only for a number or integer the word "-inf" means minus infinity.
    var isNumeric: Bool?

    /// Whether a consumer can tell the two apart.
    func differs(from other: Seen) -> Bool {
        value != other.value || text != other.text || position != other.position || origin != other.origin || isTouched != other.isTouched
            || isKnown != other.isKnown
    }

    /// The same, with what is known from before.
    func completed(by before: Seen? = nil) -> Seen {
        var seen = self
        seen.isNumeric = isNumeric ?? before?.isNumeric
        if seen.isNumeric == true, value == .word("-inf") { seen.value = .number(-.infinity) }
        return seen
    }
}

extension Seen {
    init(_ resource: ParameterResource) {
        self = Seen(
            value: FaderValue(resource.value), text: resource.known == false ? ParameterResource.unheard : resource.text,
            position: resource.position, origin: Origin(rawValue: resource.origin) ?? .api, isTouched: resource.touchedBy != nil,
            isKnown: resource.known ?? true, revision: resource.revision, isNumeric: ["number", "integer"].contains(resource.kind)
        ).completed()
    }

    /// `[[id, revision, position, text, touched, value, origin], …]`, with `false` at the end where the value is not known.
    static func batch(_ data: [UInt8]) throws(ClientError) -> [(id: String, seen: Seen)] {
        let unexpected = ClientError.unexpectedAnswer("a batch of events without values")
        let content: JSONNode.Content
        do throws(JSONProblem) { content = try JSONReader.read(data).content } catch { throw unexpected }
        guard case .list(let rows) = content else { throw unexpected }
        return try rows.map { row throws(ClientError) in
            guard let entry = entry(row) else { throw unexpected }
            return entry
        }
    }

    private static func entry(_ row: JSONNode) -> (String, Seen)? {
        guard case .list(let items) = row.content, items.count >= 7, case .text(let id) = items[0].content,
            case .number(let spelling) = items[1].content, let revision = UInt64(spelling), case .text(let text) = items[3].content,
            case .flag(let isTouched) = items[4].content, let value = FaderValue(items[5].content),
            case .text(let origin) = items[6].content
        else { return nil }
        let seen = Seen(
            value: value, text: text, position: items[2].content.number, origin: Origin(rawValue: origin) ?? .api, isTouched: isTouched,
            isKnown: items.count == 7 || items[7].content != .flag(false), revision: revision)
        return (id, seen)
    }
}

extension JSONNode.Content {
    fileprivate var number: Double? { if case .number(let spelling) = self { Double(spelling) } else { nil } }
    fileprivate var end: Double? { self == .text("-inf") ? -.infinity : number }
}

extension FaderValue {
    fileprivate init?(_ content: JSONNode.Content) {
        switch content {
        case .null: self = .nothing
        case .flag(let flag): self = .flag(flag)
        case .text(let word): self = .word(word)
        case .number:
            guard let number = content.number else { return nil }
            self = .number(number)
        case .list(let ends):
            guard ends.count == 2, let low = ends[0].content.end, let high = ends[1].content.end else { return nil }
            self = .pair(low, high)
        case .object: return nil
        }
    }
}
