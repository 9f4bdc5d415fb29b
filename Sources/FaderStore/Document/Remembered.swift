internal import FaderJSON
internal import FaderValues

/// What the daemon remembers besides values, history and snapshots. Each part has its own key in the file, which is left out if the part is
/// empty: without banks, programs and USB devices the file looks as it always did.
struct Remembered: Sendable, Equatable {
    /// The view that each surface, or wide surface, showed last.
    var views: [String: SurfaceView] = [:]
    /// The words that stand for programs in ids of parameters, with the keys of the programs.
    var programs: [String: String] = [:]
    /// The mark of the last successful run of each target's program, by the parameter's id: what it ran with, as its target describes it.
    var marks: [String: String] = [:]
    /// The USB device that each surface had last.
    var devices: [String: USBDevice] = [:]
    /// The values that buttons hold at the targets of parameters, by the parameter's id.
    var held: [String: KeptValue] = [:]
    /// The names and colors that targets supplied last, by the parameter's id.
    var looks: [String: LookSupply] = [:]

    /// How groups and their members stand, by the parameter's id.
    var relations: [String: KeptRelation] = [:]

    /// What tells this state from one that was begun anew; nil until a second machine has asked for it, or it was another machine's.
    var lineage: String?

    /// The most surfaces that are remembered, including those that are no longer configured.
    static let mostSurfaces = 1_024
    /// The most marks of runs that are remembered.
    static let mostMarks = 4_096
    /// The most values held by buttons that are remembered.
    static let mostHeld = 4_096
    /// The most relations that are remembered.
    static let mostRelations = 8_192
    /// The most looks that are remembered.
    static let mostLooks = 4_096

    init() {}

    /// Removes its parts from the fields of a file and reads them. Unreadable elements are dropped.
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
    /// Reads a look from the file; nil if it is not one.
    init?(_ fields: [String: JSONValue], of parameter: String) {
        func text(_ key: String) -> String? { if case .text(let text)? = fields[key] { text } else { nil } }
        guard let target = text("target") else { return nil }
        let look = SuppliedLook(label: text("label"), color: text("color").flatMap { StripColor($0) })
        self.init(parameter: parameter, target: target, look: look)
    }

    /// The look as it is written to the file.
    fileprivate var json: JSONValue {
        var fields: [String: JSONValue] = ["target": .text(target)]
        fields["label"] = look.label.map { .text($0) }
        fields["color"] = look.color.map { .text($0.text) }
        return .object(fields)
    }
}
