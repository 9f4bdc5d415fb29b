/// A piece of a YAML file: a text, a list or a block of keys, with its location. A text stays a text, whatever it looks like.
struct Node: Sendable {
    let location: Location
    let content: Content

    enum Content: Sendable {
        case scalar(Scalar)
        case list([Node])
        case block([Entry])
        /// A value with an error that has already been reported.
        case unusable
    }

    struct Scalar: Sendable {
        let text: String
        /// Whether it is written without quotes and not as a block scalar.
        let isPlain: Bool
    }

    /// A key and its value.
    struct Entry: Sendable {
        let key: String
        let keyLocation: Location
        let value: Node
        /// Whether the block already has this key, which has been reported.
        let isRepeated: Bool
    }

    /// Whether nothing is written here.
    var isEmpty: Bool {
        if case .scalar(let scalar) = content { return scalar.isPlain && scalar.text.isEmpty }
        return false
    }

    /// Whether keys can be read from here: a block, or nothing written at all.
    var isBlock: Bool {
        if case .block = content { return true }
        return isEmpty
    }

    var isList: Bool {
        if case .list = content { return true }
        return false
    }

    var isUnusable: Bool {
        if case .unusable = content { return true }
        return false
    }

    /// The node as messages name it when they say what was found instead.
    var described: String {
        switch content {
        case .scalar(let scalar) where isEmpty || scalar.text.isEmpty: isEmpty ? "nothing" : "an empty text"
        case .scalar(let scalar): "\"\(scalar.text.forDisplay)\""
        case .list: "a list"
        case .block: "a block of keys"
        case .unusable: "nothing that can be used"
        }
    }

    /// How many keys, texts, lists and blocks it contains, itself included.
    var count: Int {
        switch content {
        case .scalar, .unusable: 1
        case .list(let items): items.reduce(1) { $0 + $1.count }
        case .block(let entries): entries.reduce(1) { $0 + 1 + $1.value.count }
        }
    }

    /// This node with everything in it moved to another location: from where a type is written to where it is named.
    func moved(to location: Location) -> Node {
        switch content {
        case .scalar, .unusable: Node(location: location, content: content)
        case .list(let items): Node(location: location, content: .list(items.map { $0.moved(to: location) }))
        case .block(let entries): Node(location: location, content: .block(entries.map { $0.moved(to: location) }))
        }
    }
}

extension Node.Entry {
    /// This entry at another location.
    func moved(to location: Location) -> Node.Entry {
        Node.Entry(key: key, keyLocation: location, value: value.moved(to: location), isRepeated: isRepeated)
    }

    /// This entry with its value marked as already reported.
    var unusable: Node.Entry {
        Node.Entry(key: key, keyLocation: keyLocation, value: Node(location: value.location, content: .unusable), isRepeated: isRepeated)
    }
}
