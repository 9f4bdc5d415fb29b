internal import FaderJSON
internal import FaderValues

/// Which edits of the config the page may make. Everything else is refused.
enum MappingRules {
    /// The keys of a parameter that the page may write, besides `target`.
    static let parameterKeys: Swift.Set = [
        "kind", "type", "label", "short", "color", "default", "min", "max", "unit", "decimals", "taper", "step", "words", "options",
    ]
    static let mappingKeys: Swift.Set = ["parameter", "action", "by", "size", "value", "span", "group", "long", "double"]

    static let wordKeys: Swift.Set = ["label", "color", "short"]
    static let memberKeys: Swift.Set = ["of", "mute"]

    /// The words in capitals of the paths below. Other words stand for themselves.
    private static let words: [Substring: @Sendable (String) -> Bool] = [
        "ID": { ParameterSpec.isValidID($0) },
        "KEY": { parameterKeys.contains($0) },
        "NAME": { Names.isPlain($0) },
        "CONTROL": isControl,
        "ROW": { isControl($0) && $0 != "each" },
        "LEARNED": { Names.isControl($0) },
        "LEARNED-KEY": { ["input", "relative", "invert", "lsb-first", "motor", "touch", "takeover"].contains($0) },
        "MAPPING-KEY": { mappingKeys.contains($0) },
        "WORD": { ParameterSpec.isValidID($0) && !$0.contains(".") },
        "WORD-KEY": { wordKeys.contains($0) },
        "MEMBERS": { memberKeys.contains($0) },
    ]

    /// A target and a profile have rules of their own.
    private static let settable: [(path: String, isAllowed: @Sendable (JSONNode) -> Bool)] = [
        ("parameters ID", { has($0, only: parameterKeys) }),
        ("parameters ID KEY", isPlain),
        ("surfaces NAME match", { isScalar($0) || has($0, only: ["client", "port", "usb", "serial"]) }),
        ("surfaces NAME map CONTROL", { isText($0) || has($0, only: mappingKeys) }),
        ("surfaces NAME map CONTROL MAPPING-KEY", isScalar),
        ("surfaces NAME strips each", { isText($0) || path($0) != nil }),
        ("surfaces NAME strips ROW", isText),
        ("surfaces NAME strips CONTROL parameter", isText),
        ("surfaces NAME controls LEARNED LEARNED-KEY", isScalar),
        ("web pages NAME", isPage),
        ("lists NAME WORD", { isText($0) || has($0, only: wordKeys) }),
        ("lists NAME WORD WORD-KEY", isText),
        ("groups ID", isGroup),
        ("groups ID WORD-KEY", isText),
        ("groups ID MEMBERS", { path($0) != nil }),
    ]
    /// What may be removed, besides the items of lists, which are in `shrinkable`.
    private static let removable = [
        "parameters ID", "parameters ID KEY", "parameters ID target", "surfaces NAME strips", "surfaces NAME strips ROW",
        "surfaces NAME map ROW", "surfaces NAME map CONTROL MAPPING-KEY", "surfaces NAME controls LEARNED takeover",
        "surfaces NAME pages NAME map CONTROL", "web pages NAME", "lists NAME WORD WORD-KEY",
        "groups ID", "groups ID WORD-KEY", "groups ID mute",
    ]
    /// Their items may be removed; members may also be added.
    private static let shrinkable = ["web pages NAME", "web pages NAME show", memberLists]
    private static let memberLists = "groups ID MEMBERS"
    private static let movable = ["parameters ID", "web pages NAME"]

    /// Nil if the page may make the edit. `profiles` are those that a surface may have.
    static func refusal(of edit: JSONNode, profiles: Set<String>) -> String? {
        guard case .object(let members) = edit.content else { return form }
        let keys = members.map(\.key)
        func value(_ key: String) -> JSONNode? { members.first { $0.key == key }?.value }
        guard let verb = ["set", "remove", "move"].first(where: keys.contains), let node = value(verb) else { return form }
        if verb == "remove", keys.count == 1, isItem(node, of: shrinkable) { return nil }
        if verb == "set", keys.count == 2, isItem(node, of: [memberLists]), value("to").map(isText) == true { return nil }
        guard let path = path(node), !path.isEmpty else { return form }
        let isAllowed: Bool
        switch (verb, keys.count, value("to"), value("before")) {
        case ("set", 2, let new?, _):
            if fits(path, "parameters ID target") { return MappingTargets.refusal(of: new) }
            isAllowed = settable.contains { fits(path, $0.path) && $0.isAllowed(new) } || isProfile(path, new, profiles)
        case ("remove", 1, _, _): isAllowed = removable.contains { fits(path, $0) }
        case ("move", 2, _, let place?): isAllowed = movable.contains { fits(path, $0) } && (isText(place) || place.content == .null)
        default: return form
        }
        let place = path.map { $0.withoutControls() }.joined(separator: " › ")
        return isAllowed ? nil : "the page may not change \(place); change it in the file"
    }

    private static let form =
        "an edit of the page is {\"set\": [KEY, …], \"to\": VALUE}, {\"remove\": [KEY, …]} or {\"move\": [KEY, …], \"before\": KEY}"

    private static func fits(_ path: [String], _ pattern: String) -> Bool {
        let steps = pattern.split(separator: " ")
        return steps.count == path.count && zip(steps, path).allSatisfy { step, key in words[step]?(key) ?? (step == key) }
    }

    private static func path(_ node: JSONNode) -> [String]? {
        guard case .list(let items) = node.content else { return nil }
        return texts(items[...])
    }

    /// The texts of a list; nil if the list has anything else.
    private static func texts(_ items: ArraySlice<JSONNode>) -> [String]? {
        let texts = items.compactMap { item in if case .text(let text) = item.content { text } else { nil as String? } }
        return texts.count == items.count ? texts : nil
    }

    private static func isProfile(_ path: [String], _ value: JSONNode, _ profiles: Set<String>) -> Bool {
        guard fits(path, "surfaces NAME profile"), case .text(let name) = value.content else { return false }
        return profiles.contains(name) && Names.isPlain(name)
    }

    /// Whether it is a control, perhaps with modifiers before it: `shift+fader.1`.
    @Sendable static func isControl(_ key: String) -> Bool {
        key.split(separator: "+", omittingEmptySubsequences: false).allSatisfy { Names.isControl(String($0)) }
    }

    /// `["web", "pages", PAGE, NUMBER]`, `["groups", GROUP, "of", NUMBER]`
    private static func isItem(_ node: JSONNode, of lists: [String]) -> Bool {
        guard case .list(let items) = node.content, case .number(let spelling)? = items.last?.content, UInt(spelling) != nil,
            let keys = texts(items.dropLast())
        else { return false }
        return lists.contains { fits(keys, $0) }
    }

    // MARK: Values

    @Sendable private static func isText(_ node: JSONNode) -> Bool { if case .text = node.content { true } else { false } }

    @Sendable static func isScalar(_ node: JSONNode) -> Bool {
        switch node.content {
        case .text, .number, .flag: true
        case .null, .list, .object: false
        }
    }

    /// A scalar, or a list of scalars or of options with an id and a label.
    @Sendable private static func isPlain(_ node: JSONNode) -> Bool {
        guard case .list(let items) = node.content else { return isScalar(node) }
        return items.allSatisfy { isScalar($0) || has($0, only: ["id", "label"]) }
    }

    @Sendable private static func isPage(_ node: JSONNode) -> Bool {
        guard case .object(let members) = node.content else { return isPlain(node) }
        return members.allSatisfy { ["view", "show"].contains($0.key) && isPlain($0.value) }
    }

    /// Whether a node has members, and no other keys than a group may have.
    @Sendable private static func isGroup(_ node: JSONNode) -> Bool {
        guard case .object(let members) = node.content else { return false }
        return members.allSatisfy { memberKeys.contains($0.key) ? path($0.value) != nil : wordKeys.contains($0.key) && isText($0.value) }
    }

    private static func has(_ node: JSONNode, only keys: Set<String>) -> Bool {
        guard case .object(let members) = node.content else { return false }
        return members.allSatisfy { keys.contains($0.key) && isScalar($0.value) }
    }
}
