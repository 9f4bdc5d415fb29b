internal import FaderJSON
internal import FaderModel

/// Which edits of the config the page in the browser may make. Everything that is not here is refused.
enum MappingRules {
    /// The keys of a parameter that the page writes, besides `target`.
    static let parameterKeys: Swift.Set = [
        "kind", "type", "label", "short", "color", "default", "min", "max", "unit", "decimals", "taper", "step", "words", "options",
    ]
    /// The keys of a control that was learned.
    static let controlKeys: Swift.Set = ["input", "relative", "invert", "lsb-first", "motor", "touch", "takeover"]
    /// The keys of a mapping.
    static let mappingKeys: Swift.Set = ["parameter", "action", "by", "size", "value", "span"]
    /// The keys of a match.
    private static let matchKeys: Swift.Set = ["client", "port", "usb", "serial"]
    /// The keys of a page.
    private static let pageKeys: Swift.Set = ["view", "show"]

    /// Why an edit is refused; nil if the page may make it.
    ///
    /// - Parameter profiles: the names of the profiles that a surface may have.
    static func refusal(of edit: JSONNode, profiles: Swift.Set<String>) -> String? {
        guard case .object(let members) = edit.content else { return form }
        let keys = members.map(\.key)
        func value(_ key: String) -> JSONNode? { members.first { $0.key == key }?.value }
        guard let verb = ["set", "remove", "move"].first(where: keys.contains), let node = value(verb) else { return form }
        if verb == "remove", keys.count == 1, isItemOfPage(node) { return nil }
        guard let path = path(node), !path.isEmpty else { return form }
        switch (verb, keys.count, value("to"), value("before")) {
        case ("set", 2, let new?, _): return refusal(ofSetting: path, to: new, profiles)
        case ("remove", 1, _, _): return isRemovable(path) ? nil : refusal(at: path)
        case ("move", 2, _, let place?): return isMovable(path) && (isText(place) || place.content == .null) ? nil : refusal(at: path)
        default: return form
        }
    }

    private static let form =
        "an edit of the page is {\"set\": [KEY, …], \"to\": VALUE}, {\"remove\": [KEY, …]} or {\"move\": [KEY, …], \"before\": KEY}"

    private static func path(_ node: JSONNode) -> [String]? {
        guard case .list(let items) = node.content else { return nil }
        return texts(items[...])
    }

    /// The texts of a list; nil if it has anything else.
    private static func texts(_ items: ArraySlice<JSONNode>) -> [String]? {
        let texts = items.compactMap { item in if case .text(let text) = item.content { text } else { nil as String? } }
        return texts.count == items.count ? texts : nil
    }

    private static func refusal(at path: [String]) -> String {
        "the page may not change \(path.map { $0.withoutControls() }.joined(separator: " › ")); change it in the file"
    }

    private static func refusal(ofSetting path: [String], to value: JSONNode, _ profiles: Swift.Set<String>) -> String? {
        switch (path.first, path.count) {
        case ("parameters", 3) where ParameterSpec.isValidID(path[1]):
            if path[2] == "target" { return MappingTargets.refusal(of: value) }
            return parameterKeys.contains(path[2]) && isPlain(value) ? nil : refusal(at: path)
        case ("surfaces", 3...5) where Names.isPlain(path[1]):
            return isSurfaceValue(path.dropFirst(2), value, profiles) ? nil : refusal(at: path)
        case ("web", 3) where path[1] == "pages" && Names.isPlain(path[2]):
            return isPage(value) ? nil : refusal(at: path)
        default: return refusal(at: path)
        }
    }

    /// What of a surface the page may set: which device it is, what a learned control sends, and what a control drives.
    private static func isSurfaceValue(_ path: ArraySlice<String>, _ value: JSONNode, _ profiles: Swift.Set<String>) -> Bool {
        let (key, rest) = (path.first, Array(path.dropFirst()))
        switch (key, rest.count) {
        case ("profile", 0): if case .text(let name) = value.content { return profiles.contains(name) && Names.isPlain(name) }
        case ("match", 0): return isScalar(value) || has(value, only: matchKeys)
        case ("map", 1): return isControl(rest[0]) && (isText(value) || has(value, only: mappingKeys))
        case ("map", 2): return isControl(rest[0]) && mappingKeys.contains(rest[1]) && isScalar(value)
        case ("strips", 1) where rest[0] == "each": return isText(value) || Self.path(value) != nil
        case ("strips", 1): return isControl(rest[0]) && isText(value)
        case ("strips", 2): return isControl(rest[0]) && rest[1] == "parameter" && isText(value)
        case ("controls", 2): return Names.isControl(rest[0]) && controlKeys.contains(rest[1]) && isScalar(value)
        default: break
        }
        return false
    }

    /// A control, perhaps with modifiers before it: `shift+fader.1`.
    static func isControl(_ key: String) -> Bool {
        key.split(separator: "+", omittingEmptySubsequences: false).allSatisfy { Names.isControl(String($0)) }
    }

    private static func isPage(_ value: JSONNode) -> Bool {
        if case .object(let members) = value.content {
            return members.allSatisfy { pageKeys.contains($0.key) && isPlain($0.value) }
        }
        return isPlain(value)
    }

    private static func isRemovable(_ path: [String]) -> Bool {
        switch (path.first, path.count) {
        case ("parameters", 2): ParameterSpec.isValidID(path[1])
        case ("parameters", 3): ParameterSpec.isValidID(path[1]) && (parameterKeys.contains(path[2]) || path[2] == "target")
        case ("surfaces", 3): Names.isPlain(path[1]) && path[2] == "strips"
        case ("surfaces", 4): Names.isPlain(path[1]) && ["map", "strips"].contains(path[2]) && path[3] != "each" && isControl(path[3])
        case ("surfaces", 6):
            Names.isPlain(path[1]) && path[2] == "pages" && Names.isPlain(path[3]) && path[4] == "map" && isControl(path[5])
        case ("surfaces", 5):
            Names.isPlain(path[1])
                && (path[2] == "map" && isControl(path[3]) && mappingKeys.contains(path[4])
                    || path[2] == "controls" && Names.isControl(path[3]) && path[4] == "takeover")
        case ("web", 3): path[1] == "pages" && Names.isPlain(path[2])
        default: false
        }
    }

    /// Whether a path leads to an item of a page: `["web", "pages", PAGE, NUMBER]`, or with `"show"` before the number.
    private static func isItemOfPage(_ node: JSONNode) -> Bool {
        guard case .list(let items) = node.content, case .number(let spelling)? = items.last?.content, UInt(spelling) != nil,
            let keys = texts(items.dropLast())
        else { return false }
        return [3, 4].contains(keys.count) && keys.starts(with: ["web", "pages"]) && Names.isPlain(keys[2])
            && keys.dropFirst(3).allSatisfy { $0 == "show" }
    }

    private static func isMovable(_ path: [String]) -> Bool {
        switch (path.first, path.count) {
        case ("parameters", 2): ParameterSpec.isValidID(path[1])
        case ("web", 3): path[1] == "pages" && Names.isPlain(path[2])
        default: false
        }
    }

    // MARK: Values

    private static func isText(_ node: JSONNode) -> Bool { if case .text = node.content { true } else { false } }

    /// Whether it is a text, a number, or true or false.
    static func isScalar(_ node: JSONNode) -> Bool {
        switch node.content {
        case .text, .number, .flag: true
        case .null, .list, .object: false
        }
    }

    /// Whether it is one of these, or a list of them or of options with an id and a label.
    private static func isPlain(_ node: JSONNode) -> Bool {
        guard case .list(let items) = node.content else { return isScalar(node) }
        return items.allSatisfy { isScalar($0) || has($0, only: ["id", "label"]) }
    }

    /// Whether it is an object with no other keys than these, and plain values.
    private static func has(_ node: JSONNode, only keys: Swift.Set<String>) -> Bool {
        guard case .object(let members) = node.content else { return false }
        return members.allSatisfy { keys.contains($0.key) && isScalar($0.value) }
    }
}
