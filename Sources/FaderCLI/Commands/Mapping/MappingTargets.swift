internal import FaderJSON

/// The targets that the page may write: sound, mixers, players and lights of this machine, and connections of the config. Not those that
/// run a program or name a file, nor keys that a later version may add.
enum MappingTargets {
    /// The keys that each kind of target may have beside its own, and those within its block.
    private static let kinds: [String: (beside: Set<String>, within: Set<String>)] = [
        "pulse": (["property"], ["app", "title", "rest", "except", "capture", "sink", "source"]),
        "alsa": ([], ["card", "control", "index", "capture"]),
        "obs": (
            [
                "input", "property", "scene", "recording", "streaming", "record-pause", "replay-buffer", "virtual-camera", "studio-mode",
                "t-bar", "transition", "save-replay", "source", "filter", "item", "setting",
            ], []
        ),
        "snapcast": (["client", "group", "property"], []),
        "home-assistant": (["entity", "attribute"], []),
        "mpris": (["property", "call"], []),
        "brightness": ([], []),
        "osc": (["address"], []),
        "mqtt": (["topic", "set", "path"], []),
    ]

    /// Why the page may not write the target; nil if it may.
    static func refusal(of target: JSONNode) -> String? {
        if case .list(let items) = target.content { return items.isEmpty ? sentence : items.lazy.compactMap(refusal(ofOne:)).first }
        return refusal(ofOne: target)
    }

    private static let sentence =
        "the page writes targets of these kinds only: \(kinds.keys.sorted().joined(separator: ", ")); write any other into the file"

    private static func refusal(ofOne target: JSONNode) -> String? {
        guard case .object(let members) = target.content else { return sentence }
        let named = members.compactMap { member in kinds[member.key].map { (member, $0) } }
        guard named.count == 1, let (kind, allowed) = named.first else { return sentence }
        let others = members.filter { $0.key != kind.key }
        guard others.allSatisfy({ allowed.beside.contains($0.key) && MappingRules.isScalar($0.value) }) else { return sentence }
        return isWord(kind.value, keys: allowed.within) ? nil : sentence
    }

    /// A text, or a block with these keys, whose values are plain or lists.
    private static func isWord(_ node: JSONNode, keys: Set<String>) -> Bool {
        switch node.content {
        // A path leads to a file; a light has at most its class before its name.
        case .text(let word): !word.hasPrefix("/") && !word.contains("..")
        case .object(let members):
            !members.isEmpty
                && members.allSatisfy { member in
                    guard keys.contains(member.key) else { return false }
                    guard case .list(let items) = member.value.content else { return MappingRules.isScalar(member.value) }
                    return items.allSatisfy(MappingRules.isScalar)
                }
        default: false
        }
    }

    /// Whether the page could have written this target. If so, it may replace it.
    static func isOwn(_ target: JSONValue) -> Bool {
        guard let bytes = try? JSONWriter.write(target), let node = try? JSONReader.read(bytes) else { return false }
        return refusal(of: node) == nil
    }

    /// The page may not replace or remove what it could not have written.
    static func requireOwn(_ edits: [JSONNode], in content: JSONValue) throws(MappingProblem) {
        for edit in edits {
            guard case .object(let members) = edit.content,
                case .list(let path)? = members.first(where: { ["set", "remove"].contains($0.key) })?.value.content,
                path.count == 2 || path.count == 3 && path[2].content == .text("target"),
                case .text(let section) = path[0].content, ["parameters", "groups"].contains(section),
                case .text(let id) = path[1].content,
                let target = content[section][id].members["target"], target != .null, !isOwn(target)
            else { continue }
            let verb = path.count == 2 ? "delete" : "change"
            throw MappingProblem(403, "the target of \(id) was written by hand; \(verb) it in the file")
        }
    }
}
