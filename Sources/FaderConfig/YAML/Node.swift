/// A piece of a YAML file: a text, a list or a block of keys, with its place. The type of a text is not guessed from its form.
struct Node: Sendable {
    let place: Place
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
        /// Written without quotes and not as a block scalar.
        let isPlain: Bool
    }

    /// A key and its value.
    struct Entry: Sendable {
        let key: String
        let keyPlace: Place
        let value: Node
        /// The block already has this key, which has been reported.
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

    /// For a message that says what was found instead.
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

    /// The same node with everything in it at another place: where a type is named instead of where it is written.
    func moved(to place: Place) -> Node {
        switch content {
        case .scalar, .unusable: Node(place: place, content: content)
        case .list(let items): Node(place: place, content: .list(items.map { $0.moved(to: place) }))
        case .block(let entries): Node(place: place, content: .block(entries.map { $0.moved(to: place) }))
        }
    }
}

extension Node.Entry {
    /// The same entry at another place.
    func moved(to place: Place) -> Node.Entry {
        Node.Entry(key: key, keyPlace: place, value: value.moved(to: place), isRepeated: isRepeated)
    }

    /// The same key with its value marked as already reported.
    var unusable: Node.Entry {
        Node.Entry(key: key, keyPlace: keyPlace, value: Node(place: value.place, content: .unusable), isRepeated: isRepeated)
    }
}
