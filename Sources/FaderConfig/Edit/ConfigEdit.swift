internal import FaderJSON

/// Where something is in a config file: keys, and numbers of list items, counted from 0.
struct EditPath: Sendable {
    enum Step: Hashable, Sendable {
        case key(String)
        case index(Int)
    }
    let steps: [Step]

    /// Reads `["surfaces", "desk", "map", "fader.1"]`.
    init(_ node: JSONNode) throws(ConfigEditRefusal) {
        guard case .list(let items) = node.content, !items.isEmpty else {
            throw .malformed("a path is a list of keys and numbers of items, such as [\"surfaces\", \"desk\", \"map\", \"fader.1\"]")
        }
        guard items.count < Limits.depth else { throw .malformed("a path has more than \(Limits.depth - 1) keys") }
        var steps: [Step] = []
        for item in items {
            switch item.content {
            case .text(let key): steps.append(.key(key))
            case .number(let spelling):
                guard let index = Int(spelling), index >= 0 else {
                    throw .malformed("\(spelling.forDisplay) cannot be the number of an item; the first one is 0")
                }
                steps.append(.index(index))
            default: throw .malformed("a path has only keys, which are texts, and numbers of items")
            }
        }
        self.steps = steps
    }

    /// The path as people read it: `surfaces.desk.map."fader.1"`.
    static func described(_ steps: some Collection<Step>) -> String {
        if steps.isEmpty { return "the file" }
        return steps.map { step in
            switch step {
            case .key(let key): key.contains(".") ? "\"\(key.forDisplay)\"" : key.forDisplay
            case .index(let index): "\(index)"
            }
        }.joined(separator: ".")
    }
}

enum ConfigEdit: Sendable {
    /// Writes a value. Missing keys of the path are added.
    case set(EditPath, to: EditValue)
    /// A key with its value, or an item of a list.
    case remove(EditPath)
    /// Gives a key another name. Its value stays where it is.
    case rename(EditPath, to: String)
    /// Moves a key, with its value and the comments right above it, before another one of the same block; nil: behind the last.
    case move(EditPath, before: String?)

    /// Reads `{"set": PATH, "to": VALUE}`, `{"remove": PATH}`, `{"rename": PATH, "to": KEY}` or `{"move": PATH, "before": KEY}`.
    init(_ node: JSONNode) throws(ConfigEditRefusal) {
        guard case .object(let members) = node.content else { throw .malformed(Self.forms) }
        let values = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
        if let path = values["set"], let value = values["to"], values.count == 2 {
            self = .set(try EditPath(path), to: try EditValue(value))
        } else if let path = values["remove"], values.count == 1 {
            self = .remove(try EditPath(path))
        } else if let path = values["rename"], case .text(let key)? = values["to"]?.content, values.count == 2 {
            self = .rename(try EditPath(path), to: key)
        } else if let path = values["move"], let place = values["before"], values.count == 2 {
            switch place.content {
            case .text(let key): self = .move(try EditPath(path), before: key)
            case .null: self = .move(try EditPath(path), before: nil)
            default: throw .malformed(Self.forms)
            }
        } else {
            throw .malformed(Self.forms)
        }
    }

    private static let forms =
        "an edit is {\"set\": PATH, \"to\": VALUE}, {\"remove\": PATH}, {\"rename\": PATH, \"to\": KEY} or {\"move\": PATH, \"before\": KEY}, "
        + "with no other keys"
}

/// Changes to one config file, for `faderd --edit`.
public struct ConfigEdits: Sendable {
    /// The digest of the file that they were made for.
    public let read: String
    let edits: [ConfigEdit]

    static let most = 1_000

    /// Reads `{"read": SHA-256, "edits": […]}`.
    public init(json: [UInt8]) throws(ConfigEditRefusal) {
        let node: JSONNode
        do throws(JSONProblem) { node = try JSONReader.read(json) } catch { throw .malformed(error.sentence(of: "the edits", in: json)) }
        guard case .object(let members) = node.content, members.count == 2,
            case .text(let read)? = members.first(where: { $0.key == "read" })?.value.content,
            case .list(let list)? = members.first(where: { $0.key == "edits" })?.value.content
        else { throw .malformed("the edits are {\"read\": SHA-256 of the file, \"edits\": [EDIT, …]}, with no other keys") }
        guard list.count <= Self.most else { throw .malformed("there are more than \(Self.most) edits; make them in several runs") }
        self.read = read
        var edits: [ConfigEdit] = []
        for edit in list { edits.append(try ConfigEdit(edit)) }
        self.edits = edits
    }
}
