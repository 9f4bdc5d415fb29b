internal import FaderJSON
internal import FaderValues

/// What a Home Assistant has that could be bound, as far as somebody wanted to see it. Owned by the event loop.
final class HomeAssistantCatalog {
    struct Thing: Equatable {
        let id: String
        let domain: HomeAssistantDomain
        let name: String
        let room: String
        /// The range of its number; nil if it has none.
        var range: ClosedRange<Double>?
        /// What of a lamp can be set, such as `hs`.
        var modes: [String] = []
    }

    /// In the order of rooms and names.
    private(set) var things: [Thing] = []
    private(set) var request: Int?
    private var lastLook: Moment?

    private static let pause = Duration.seconds(5)
    /// No house has more. What is beyond is ignored.
    private static let most = 4096
    /// Home Assistant has ten color modes.
    private static let mostModes = 16

    /// Home Assistant fills in this template: it alone knows the room of an entity, which may be that of its device. A row for each.
    private static let template =
        "[{% for s in states if s.domain in [" + HomeAssistantDomain.allCases.map { "'\($0.rawValue)'" }.joined(separator: ",")
        + "] %}{% set a = s.attributes %}{{ [s.entity_id, s.name, area_name(s.entity_id) or '', "
        + "a.get('min', a.get('min_temp', a.get('min_color_temp_kelvin'))), a.get('max', a.get('max_temp', a.get('max_color_temp_kelvin'))), "
        + "a.get('supported_color_modes', [])] | to_json }},{% endfor %}0]"

    /// Asks for the entities, unless that was done just now. `ask` returns the id of the request.
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
        guard case .list(let parts) = row, parts.count == 6, let id = parts[0].text, let domain = HomeAssistantDomain(ofEntity: id) else {
            return nil
        }
        let name = HomeAssistantWords.shown(parts[1].text ?? "")
        let shown = HomeAssistantWords.shown(id)
        var thing = Thing(id: shown, domain: domain, name: name.isEmpty ? shown : name, room: HomeAssistantWords.shown(parts[2].text ?? ""))
        if let low = parts[3].double, let high = parts[4].double, low < high { thing.range = low...high }
        if case .list(let modes) = parts[5] { thing.modes = modes.prefix(mostModes).compactMap(\.text) }
        return thing
    }

    var isLooking: Bool { request != nil }

    /// The things to list: at most `TargetCandidate.most` of each domain.
    var listed: [Thing] {
        var counts: [HomeAssistantDomain: Int] = [:]
        return things.filter { thing in
            counts[thing.domain, default: 0] += 1
            return counts[thing.domain, default: 0] <= TargetCandidate.most
        }
    }

    func forget() { (things, request, lastLook) = ([], nil, nil) }

    /// What there is of the same domain instead of an entity, as the end of a sentence.
    func others(than id: String) -> String {
        guard let domain = HomeAssistantDomain(ofEntity: id) else { return "" }
        let others = things.filter { $0.domain == domain && $0.id != id }.map(\.id).sorted()
        return others.isEmpty ? "" : ": there is \(HomeAssistantWords.list(others))"
    }
}
