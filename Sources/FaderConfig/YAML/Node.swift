/// A piece of a YAML file: a text, a list or a block of keys, with its place. Nothing is guessed from the looks of a text.
struct Node {
    let place: Place
    let content: Content

    enum Content {
        case scalar(Scalar)
        case list([Node])
        case block([Entry])
        /// Something that has been reported already.
        case unusable
    }

    struct Scalar {
        let text: String
        /// Written without quotes and not as a block of lines.
        let isPlain: Bool
    }

    /// A key and its value.
    struct Entry {
        let key: String
        let keyPlace: Place
        let value: Node
        /// The same key was there before, which has been reported.
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
}
