internal import FaderJSON
internal import FaderValues

/// What a Home Assistant has that could be bound, with names and rooms, as far as somebody wanted to see it. Owned by the event loop.
final class HomeAssistantCatalog {
    struct Thing: Equatable {
        let id: String
        let domain: String
        let name: String
        let room: String
    }

    /// In the order of rooms and names.
    private(set) var things: [Thing] = []
    /// The id of the request that asks for them; nil if none is on its way.
    private(set) var request: Int?
    private var lastLook: Moment?

    /// How long it is taken as it was told.
    private static let pause = Duration.seconds(5)
    /// No house has more. What is beyond is ignored.
    private static let most = 4096

    /// A template that Home Assistant fills in: it alone knows the room of an entity, which may be that of its device. One row for each entity.
    private static let template =
        "[{% for s in states if s.domain in [" + HomeAssistantDomain.allCases.map { "'\($0.rawValue)'" }.joined(separator: ",")
        + "] %}{{ [s.entity_id, s.name, area_name(s.entity_id) or ''] | to_json }},{% endfor %}0]"

    /// Asks for them, unless that was done just now.
    ///
    /// - Parameter ask: asks Home Assistant, and returns the id of the request.
    func look(by ask: ([String: JSONValue], @escaping HomeAssistantSession.Answer) -> Int) {
        guard request == nil, lastLook.map({ .sinceStart - $0 >= Self.pause }) ?? true else { return }
        lastLook = .sinceStart
        request = ask(["template": .text(Self.template)]) { [weak self] result in
            if case .failure = result { self?.request = nil }
        }
    }

    /// Takes in the answer, an event of the request.
    func take(_ event: JSONValue) {
        request = nil
        let told = event["result"]
        // Home Assistant makes a list of what looks like one.
        let rows = if let text = told?.text { try? JSONValue.read(Array(text.utf8)) } else { told }
        guard case .list(let rows)? = rows else { return }
        things = rows.prefix(Self.most).compactMap { Self.thing($0) }.sorted { ($0.room, $0.name, $0.id) < ($1.room, $1.name, $1.id) }
    }

    private static func thing(_ row: JSONValue) -> Thing? {
        guard case .list(let parts) = row, parts.count == 3, let id = parts[0].text, let domain = HomeAssistantDomain(ofEntity: id) else {
            return nil
        }
        let name = HomeAssistantWords.shown(parts[1].text ?? "")
        let shown = HomeAssistantWords.shown(id)
        return Thing(
            id: shown, domain: domain.rawValue, name: name.isEmpty ? shown : name, room: HomeAssistantWords.shown(parts[2].text ?? ""))
    }

    func forget() { (things, request, lastLook) = ([], nil, nil) }

    /// What there is of the same domain instead of an entity, as the end of a sentence.
    func others(than id: String) -> String {
        guard let domain = HomeAssistantDomain(ofEntity: id) else { return "" }
        let others = things.filter { $0.domain == domain.rawValue && $0.id != id }.map(\.id).sorted()
        return others.isEmpty ? "" : ": there is \(HomeAssistantWords.list(others))"
    }
}
