internal import FaderJSON
internal import FaderValues

/// What the daemon remembers besides values, history and snapshots. Each part has its own key in the file, left out if it is empty.
struct Remembered: Sendable, Equatable {
    /// The view that each surface, or wide surface, showed last.
    var views: [String: SurfaceView] = [:]
    /// Words that stand for programs in ids of parameters, with the programs' keys.
    var programs: [String: String] = [:]
    /// What the program of each target last ran with successfully, as its target describes it, by the parameter's id.
    var marks: [String: String] = [:]
    /// The USB device that each surface had last.
    var devices: [String: USBDevice] = [:]
    /// What buttons hold at targets, by the parameter's id.
    var held: [String: KeptValue] = [:]
    /// What targets supplied last, by the parameter's id.
    var looks: [String: LookSupply] = [:]

    /// How groups and their members stand, by the parameter's id.
    var relations: [String: KeptRelation] = [:]

    /// Tells this state from one that was begun anew; nil until a second machine has asked for it, or if it was another machine's.
    var lineage: String?

    /// Including surfaces that are no longer configured.
    static let mostSurfaces = 1_024
    static let mostMarks = 4_096
    static let mostHeld = 4_096
    static let mostRelations = 8_192
    static let mostLooks = 4_096

    init() {}

    /// Removes its parts from a file's fields. What cannot be read is dropped.
    init(takenFrom fields: inout [String: JSONValue]) {
        func text(_ json: JSONValue) -> String? { if case .text(let text) = json { text } else { nil } }
        views = Self.pop("surfaces", from: &fields) { SurfaceView($0) }
        programs = Self.pop("programs", from: &fields, text)
        marks = Self.pop("runs", from: &fields, text)
        devices = Self.pop("devices", from: &fields) { USBDevice($0) }
        held = Self.pop("held", from: &fields) { if case .object(let fields) = $0 { KeptValue(fields) } else { nil } }
        lineage = fields.removeValue(forKey: "lineage").flatMap(text)
        relations = Self.pop("groups", from: &fields) { if case .object(let fields) = $0 { KeptRelation(fields) } else { nil } }
        looks = Self.pop("looks", from: &fields) { if case .object(let fields) = $0 { fields } else { nil } }
            .reduce(into: [:]) { $0[$1.key] = LookSupply($1.value, of: $1.key) }
    }

    private static func pop<Element>(
        _ key: String, from fields: inout [String: JSONValue], _ read: (JSONValue) -> Element?
    ) -> [String: Element] {
        guard case .object(let parts)? = fields.removeValue(forKey: key) else { return [:] }
        return parts.compactMapValues(read)
    }

    /// The parts that have anything, by their keys, in the order of the file.
    var parts: [(key: String, value: JSONValue)] {
        let all: [(key: String, value: JSONValue, isEmpty: Bool)] = [
            ("surfaces", .object(views.mapValues(\.json)), views.isEmpty),
            ("programs", .object(programs.mapValues { .text($0) }), programs.isEmpty),
            ("runs", .object(marks.mapValues { .text($0) }), marks.isEmpty),
            ("devices", .object(devices.mapValues(\.json)), devices.isEmpty),
            ("held", .object(held.mapValues { .object($0.fields) }), held.isEmpty),
            ("groups", .object(relations.mapValues { .object($0.fields) }), relations.isEmpty),
            ("lineage", .text(lineage ?? ""), lineage == nil),
            ("looks", .object(looks.mapValues(\.json)), looks.isEmpty),
        ]
        return all.filter { !$0.isEmpty }.map { ($0.key, $0.value) }
    }
}

extension LookSupply {
    init?(_ fields: [String: JSONValue], of parameter: String) {
        func text(_ key: String) -> String? { if case .text(let text)? = fields[key] { text } else { nil } }
        guard let target = text("target") else { return nil }
        let look = SuppliedLook(label: text("label"), color: text("color").flatMap { StripColor($0) })
        self.init(parameter: parameter, target: target, look: look)
    }

    fileprivate var json: JSONValue {
        var fields: [String: JSONValue] = ["target": .text(target)]
        fields["label"] = look.label.map { .text($0) }
        fields["color"] = look.color.map { .text($0.text) }
        return .object(fields)
    }
}
