internal import FaderJSON
internal import FaderValues

/// What the page needs to know about the config: its state, and what the page may change in it. Nothing else of the file gets to the page.
struct MappingPicture: Encodable {
    /// The path of the file; nil if the daemon has none.
    var file: String?
    /// Where the first file would be; nil if there is a file.
    var place: String?
    /// The SHA-256 of the file, which an edit names; empty if there is none.
    var read: String?
    /// Whether the file is not the one that the daemon has read.
    var changed = false
    /// Why the page cannot change the file, and what to do; nil if it can.
    var problem: String?
    /// Whether the last change that the page made can be undone.
    var undo = false
    /// The parameters that are written in the file, by id, with the keys that the page may change. `fixed` is true if the page could
    /// not have written the target.
    var parameters: JSONValue = .object([:])
    /// The templates of parameters, by their keys.
    var templates: [Template] = []
    /// The lists, by name.
    var lists: JSONValue = .object([:])
    /// The groups, by id, with the keys that the page may change, and the `line` of each.
    var groups: JSONValue = .object([:])
    /// The surfaces, by name, with `map`, and `strips`: the kinds of controls that drive a parameter in its strip, by its id.
    var surfaces: JSONValue = .object([:])
    /// The pages, by name.
    var pages: JSONValue = .object([:])
    /// The connections to OBS, with their addresses.
    var obs: [OBS] = []
    /// The mixing consoles, with their addresses.
    var consoles: [Console] = []
    var candidates: [MappingCandidate] = []
    /// How many more there are, beyond `candidates`.
    var more = 0
    var controllers: [ControllerResource] = []
    var profiles: [Profile] = []
    /// The examples that the page offers: none, unless the config has nothing yet.
    var examples: [Profile] = []

    /// A known controller model, or an example, with what people call it.
    struct Profile: Encodable {
        var name: String
        var title: String
    }

    /// A connection to OBS: its name, and `HOST:PORT` as the file has it.
    struct OBS: Encodable, Equatable {
        var name: String
        var address: String
    }

    /// A mixing console: its name, and its address as the file has it.
    struct Console: Encodable, Equatable {
        var name: String
        var address: String
    }

    /// A template of parameters: its key, such as `{ch}.level`, and where the file has it.
    struct Template: Encodable, Equatable {
        var key: String
        /// The line, from 1.
        var line: Int
    }

    /// The connections to which the page can bind a parameter, those to OBS first.
    static func connections(_ content: JSONValue) -> [MappingConnection] {
        let targets = content["targets"].members
        return MappingConnection.Kind.allCases.flatMap { kind in
            targets.keys.sorted().compactMap { name in
                targets[name]?.members[kind.rawValue].map { _ in MappingConnection(kind: kind, name: name) }
            }
        }
    }

    /// - Parameter lines: the lines of the entries of `parameters:` and `groups:`.
    mutating func add(_ content: JSONValue, lines: [String: Int]) {
        templates = content["parameters"].members.keys.filter { $0.contains("{") }.map { Template(key: $0, line: lines[$0] ?? 0) }
            .sorted { $0.line < $1.line }
        obs = content["targets"].members.sorted { $0.key < $1.key }.compactMap { name, entry in
            entry.members["obs"]?.text.map { OBS(name: name, address: $0) }
        }
        consoles = content["targets"].members.sorted { $0.key < $1.key }.compactMap { name, entry in
            FoundConsole.families.lazy.compactMap { entry.members[$0]?.text }.first.map { Console(name: name, address: $0) }
        }
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

    /// The words of a list, with what the page may change of them: an object, or a list if the words have no keys.
    private static func list(_ value: JSONValue) -> JSONValue {
        guard case .object(let words) = value else { return value }
        return .object(
            words.mapValues { word in
                guard case .object(let keys) = word else { return word }
                return .object(keys.filter { MappingRules.wordKeys.contains($0.key) })
            })
    }

    /// What a control drives, with the keys that the page may change.
    private static func mapping(_ value: JSONValue) -> JSONValue {
        guard case .object(let members) = value else { return value }
        return .object(members.filter { MappingRules.mappingKeys.contains($0.key) })
    }
}
