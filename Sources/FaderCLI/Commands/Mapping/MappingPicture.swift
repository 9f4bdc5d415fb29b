internal import FaderJSON
internal import FaderValues

/// What the page needs to know of the config, and what it may change. Nothing else of the file gets to the page.
struct MappingPicture: Encodable {
    /// The path of the config; nil if the daemon has no file.
    var file: String?
    /// Where the first config would be written; nil if there is a file.
    var place: String?
    /// The SHA-256, which an edit names; empty if there is no file.
    var read: String?
    /// The file is not the one that the daemon has read.
    var changed = false
    /// Why the page cannot change the file, and what to do; nil if it can.
    var problem: String?
    /// There is a change of the page that it can undo.
    var undo = false
    /// The parameters by id, with the keys that the page may change. `fixed` is true if the page could not have written the target.
    var parameters: JSONValue = .object([:])
    var templates: [Template] = []
    var lists: JSONValue = .object([:])
    /// The groups by id, with the keys that the page may change, and the `line` of each.
    var groups: JSONValue = .object([:])
    /// The surfaces by name, with `map`, and `strips`: the kinds of controls that drive a parameter in its strip, by its id.
    var surfaces: JSONValue = .object([:])
    var pages: JSONValue = .object([:])
    var obs: [Target] = []
    var consoles: [Target] = []
    var candidates: [MappingCandidate] = []
    /// How many more there are than `candidates` has.
    var more = 0
    var controllers: [ControllerResource] = []
    var profiles: [Profile] = []
    /// The examples that the page offers: none, unless the config has nothing yet.
    var examples: [Profile] = []

    struct Profile: Encodable {
        var name: String
        var title: String
    }

    /// An entry of `targets:`. The address is as the file has it.
    struct Target: Encodable, Equatable {
        var name: String
        var address: String
    }

    struct Template: Encodable, Equatable {
        var key: String
        /// The line in the file, from 1.
        var line: Int
    }

    /// The connections whose targets the page can offer, those to OBS first.
    static func connections(_ content: JSONValue) -> [MappingConnection] {
        let targets = content["targets"].members
        return MappingConnection.Kind.allCases.flatMap { kind in
            targets.keys.sorted().compactMap { name in
                targets[name]?.members[kind.rawValue].map { _ in MappingConnection(kind: kind, name: name) }
            }
        }
    }

    /// `lines`: where the entries of `parameters:` and `groups:` begin.
    mutating func add(_ content: JSONValue, lines: [String: Int]) {
        templates = content["parameters"].members.keys.filter { $0.contains("{") }.map { Template(key: $0, line: lines[$0] ?? 0) }
            .sorted { $0.line < $1.line }
        obs = Self.targets(["obs"], content)
        consoles = Self.targets(FoundConsole.families, content)
        lists = .object(content["lists"].members.mapValues(Self.list))
        parameters = .object(
            content["parameters"].members.filter { ParameterSpec.isValidID($0.key) }.mapValues { value in
                var keys = value.members.filter { MappingRules.parameterKeys.contains($0.key) }
                if let target = value.members["target"] {
                    if MappingTargets.isOwn(target) { keys["target"] = target } else { keys["fixed"] = .flag(true) }
                }
                return .object(keys)
            })
        groups = .object(
            Dictionary(
                uniqueKeysWithValues: content["groups"].members.map { id, value in
                    let keys = value.members.filter { MappingRules.memberKeys.union(MappingRules.wordKeys).contains($0.key) }
                    return (id, .object(keys.merging(["line": .number(Double(lines[id] ?? 0))]) { $1 }))
                }))
        surfaces = .object(
            Dictionary(
                uniqueKeysWithValues: content["surfaces"].members.map { name, value in
                    let map = value["map"].members.filter { MappingRules.isControl($0.key) }.mapValues(Self.mapping)
                    let kinds = MappingStrips(content, surface: name).kinds.mapValues { JSONValue.list($0.map { .text($0) }) }
                    return (name, .object(["map": .object(map), "strips": .object(kinds)]))
                }))
        pages = content["web"]["pages"]
    }

    /// The entries of `targets:` that have one of the keys `kinds`. The value of the key is the address.
    private static func targets(_ kinds: [String], _ content: JSONValue) -> [Target] {
        content["targets"].members.sorted { $0.key < $1.key }.compactMap { name, entry in
            kinds.lazy.compactMap { entry.members[$0]?.text }.first.map { Target(name: name, address: $0) }
        }
    }

    /// The words of a list with what the page may change: an object, or a list if the words have no keys.
    private static func list(_ value: JSONValue) -> JSONValue {
        guard case .object(let words) = value else { return value }
        return .object(
            words.mapValues { word in
                guard case .object(let keys) = word else { return word }
                return .object(keys.filter { MappingRules.wordKeys.contains($0.key) })
            })
    }

    private static func mapping(_ value: JSONValue) -> JSONValue {
        guard case .object(let members) = value else { return value }
        return .object(members.filter { MappingRules.mappingKeys.contains($0.key) })
    }
}
