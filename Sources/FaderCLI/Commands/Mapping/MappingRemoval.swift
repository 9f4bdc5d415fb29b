internal import FaderJSON

/// The edits that delete a parameter or group and everything that names it. If a trigger or a list of strips still names it, the reader of
/// the config refuses the edits.
struct MappingRemoval: Encodable {
    var edits: [JSONValue] = []
    /// The controls that drive it, for people: `desk fader.1`, `desk fx shift+encoder.2`.
    var controls: [String] = []
    var pages: [String] = []
    /// The snapshots that have a value of it, and keep it.
    var snapshots: [String] = []

    static func answer(_ client: DaemonClient, _ body: [UInt8]) async throws -> MappingRemoval {
        let id = try MappingLesson.Request(body).parameter
        let parameter = try await client.ask(Routes.getParameter, id)
        let file = try ConfigFile(inForce: try await client.ask(Routes.getStatus))
        // A mapping of a part of a range or color, or of its nearer end, names it, too.
        var removal = try MappingRemoval(of: id, besides: (parameter.parts ?? []) + ["\(id).nearest"], in: file)
        for snapshot in try await client.ask(Routes.listSnapshots) {
            if try await has(id, in: snapshot.name, client) { removal.snapshots.append(snapshot.name) }
        }
        return removal
    }

    /// False if somebody has deleted the snapshot meanwhile.
    private static func has(_ id: String, in snapshot: String, _ client: DaemonClient) async throws -> Bool {
        do throws(ClientError) {
            return try await client.ask(Routes.getSnapshot, snapshot).entries.contains { $0.id == id }
        } catch {
            guard case .problem(let problem) = error, problem.status == 404 else { throw error }
            return false
        }
    }

    /// Fails if something that the page cannot change would still make or name the parameter.
    init(of id: String, besides parts: [String], in file: ConfigFile) throws(Failure) {
        let content = try file.content()
        try self.init(of: id, besides: parts, in: content)
        // Without its own entry, a template may still make it, with other keys.
        let isMade = content["parameters"].members.keys.contains { $0.contains("{") }
        let again = isMade ? try file.outcome(of: edits + [.removing(["parameters", id])]) : nil
        if let again, again.refusal?.reason == .unsuited, content["parameters"].members[id] != nil {
            throw Failure(
                .refused, "\(id) would still be made by a template: take its word out of its list in the file",
                further: again.diagnostics.map(\.text))
        }
        let outcome = try file.outcome(of: edits)
        guard outcome.refusal?.reason == .invalid else {
            if let failure = Failure(outcome) { throw failure }
            return
        }
        let rows = content["surfaces"].members.keys.sorted().flatMap { surface in
            (MappingStrips(content, surface: surface).kinds[id] ?? []).map { "\(surface) \($0)" }
        }
        let advice =
            rows.isEmpty
            ? "change that in the file first"
            : "remove the row \(rows.joined(separator: ", ")), or take its word out of each: in the file, first"
        throw Failure(
            .refused, "\(id) is named where the page cannot change it: \(advice)",
            further: outcome.diagnostics.filter { $0.severity == .error }.map(\.text))
    }

    init(of id: String, besides parts: [String], in content: JSONValue) throws(Failure) {
        let place = Self.place(of: id, in: content)
        let mute = "\(id).mute"
        // With a group goes its mute.
        let ids = Set([id] + parts + (Self.place(of: mute, in: content)[0] == "groups" ? [mute] : []))
        for (surface, value) in content["surfaces"].members.sorted(by: { $0.key < $1.key }) {
            remove(ids, from: value["map"], at: ["surfaces", surface], named: surface)
            for (page, value) in value["pages"].members.sorted(by: { $0.key < $1.key }) {
                remove(ids, from: value["map"], at: ["surfaces", surface, "pages", page], named: "\(surface) \(page)")
            }
        }
        for (page, value) in content["web"]["pages"].members.sorted(by: { $0.key < $1.key }) { remove(ids, fromPage: page, value) }
        try removeMembers(ids, content["groups"])
        edits.append(.removing(place))
    }

    /// Where the file has a parameter, a group, or the mute of a group.
    private static func place(of id: String, in content: JSONValue) -> [String] {
        let groups = content["groups"]
        if groups[id] != .null { return ["groups", id] }
        let group = String(id.dropLast(".mute".count))
        return id.hasSuffix(".mute") && groups[group]["mute"] != .null ? ["groups", group, "mute"] : ["parameters", id]
    }

    private mutating func removeMembers(_ ids: Set<String>, _ groups: JSONValue) throws(Failure) {
        for (group, value) in groups.members.sorted(by: { $0.key < $1.key }) {
            for key in MappingRules.memberKeys.sorted() {
                let items = value[key].items ?? [value[key]]
                let places = items.indices.filter { items[$0].text.map(ids.contains) ?? false }
                guard !places.isEmpty else { continue }
                guard places.count < items.count else {
                    let (member, what) = (items[0].text ?? "", key == "of" ? group : "\(group).mute")
                    throw Failure(.refused, "\(member) is the last member of \(what); delete \(what) first")
                }
                for place in places.reversed() { edits.append(Self.removing(["groups", group, key], place)) }
            }
        }
    }

    private static func removing(_ list: [String], _ place: Int) -> JSONValue {
        .object(["remove": .list(list.map { .text($0) } + [.number(spelling: "\(place)")])])
    }

    private mutating func remove(_ ids: Set<String>, from map: JSONValue, at path: [String], named name: String) {
        for (control, mapping) in map.members.sorted(by: { $0.key < $1.key }) {
            // `{action: spill, group: drums}` names a group.
            guard let driven = mapping.text ?? mapping["parameter"].text ?? mapping["group"].text, ids.contains(driven) else { continue }
            edits.append(.removing(path + ["map", control]))
            controls.append("\(name) \(control)")
        }
    }

    private mutating func remove(_ ids: Set<String>, fromPage page: String, _ value: JSONValue) {
        let (path, items) = value.items.map { ([], $0) } ?? (["show"], value["show"].items ?? [])
        let places = items.indices.filter { items[$0].text.map(ids.contains) ?? false }
        guard !places.isEmpty else { return }
        pages.append(page)
        let place = ["web", "pages", page]
        // A page without items is removed.
        guard places.count < items.count else { return edits.append(.removing(place)) }
        // From the last one on, because a removal moves those behind it.
        for index in places.reversed() { edits.append(Self.removing(place + path, index)) }
    }
}
