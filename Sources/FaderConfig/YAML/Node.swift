/// A piece of a YAML file. A text stays a text, whatever it looks like.
package struct Node: Sendable {
    package let location: Location
    package let content: Content

    package enum Content: Sendable {
        case scalar(Scalar)
        case list([Node])
        case block([Entry])
        /// Its error has been reported.
        case unusable
    }

    package struct Scalar: Sendable {
        package let text: String
        /// Written without quotes and not as a block scalar.
        package let isPlain: Bool
    }

    package struct Entry: Sendable {
        package let key: String
        package var keyLocation: Location
        package var value: Node
        /// The block has this key already, which has been reported.
        package var isRepeated = false
    }

    package var text: String? { if case .scalar(let scalar) = content { scalar.text } else { nil } }

    /// The text, if it is written without quotes.
    package var plainText: String? { if case .scalar(let scalar) = content, scalar.isPlain { scalar.text } else { nil } }

    /// Nothing is written here.
    package var isEmpty: Bool { plainText == "" }

    /// The items of a list; anything else is its own only item.
    package var items: [Node] { if case .list(let items) = content { items } else { [self] } }

    /// The entries of a block; none for anything else.
    package var entries: [Entry] { if case .block(let entries) = content { entries } else { [] } }

    /// Both items, if this is a list of two.
    package var pair: (first: Node, second: Node)? {
        if case .list(let items) = content, items.count == 2 { (items[0], items[1]) } else { nil }
    }

    /// Whether keys can be read here: it is a block, or nothing is written at all.
    package var isBlock: Bool {
        if case .block = content { return true }
        return isEmpty
    }

    package var isList: Bool {
        if case .list = content { return true }
        return false
    }

    package var isUnusable: Bool {
        if case .unusable = content { return true }
        return false
    }

    /// A block without values, such as `{label}`: a text with braces and without quotes.
    var isBraces: Bool {
        guard case .block(let entries) = content else { return false }
        return entries.count < 2 && entries.allSatisfy(\.value.isEmpty)
    }

    /// The node as a message describes it when it expected something else.
    package var described: String {
        switch content {
        case .scalar(let scalar) where isEmpty || scalar.text.isEmpty: isEmpty ? "nothing" : "an empty text"
        case .scalar(let scalar): "\"\(scalar.text.forDisplay)\""
        case .list: "a list"
        case .block where isBraces:
            "a block of keys; a text with braces must be put in quotes"
        case .block: "a block of keys"
        case .unusable: "nothing that can be used"
        }
    }

    /// How many keys, texts, lists and blocks there are, this one included.
    package var count: Int {
        switch content {
        case .scalar, .unusable: 1
        case .list(let items): items.reduce(1) { $0 + $1.count }
        case .block(let entries): entries.reduce(1) { $0 + 1 + $1.value.count }
        }
    }

    /// A block with other entries. Anything but a block stays as it is.
    package func replacing(_ change: (Entry) -> Entry) -> Node {
        guard case .block(let entries) = content else { return self }
        return Node(location: location, content: .block(entries.map(change)))
    }

    /// The node moved with everything in it: from where a type is written to where it is named.
    package func moved(to location: Location) -> Node {
        switch content {
        case .scalar, .unusable: Node(location: location, content: content)
        case .list(let items): Node(location: location, content: .list(items.map { $0.moved(to: location) }))
        case .block(let entries): Node(location: location, content: .block(entries.map { $0.moved(to: location) }))
        }
    }
}

extension Node {
    /// The value with its location; nil if nothing can be read here.
    func located<Value>(_ read: (Node) -> Value?) -> Located<Value>? { read(self).map { Located(value: $0, location: location) } }
}

extension Node.Entry {
    package func with(_ value: Node) -> Node.Entry {
        var entry = self
        entry.value = value
        return entry
    }

    package func moved(to location: Location) -> Node.Entry {
        var moved = with(value.moved(to: location))
        moved.keyLocation = location
        return moved
    }

    /// The entry with its value marked as unusable, because its error has been reported.
    package var unusable: Node.Entry { with(Node(location: value.location, content: .unusable)) }
}
