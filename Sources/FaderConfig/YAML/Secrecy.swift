internal import FaderValues

/// Which parts of a value may be secret, by the keys above it.
enum Secrecy {
    case none
    /// A key that people try for a password, where keys can also be ids: a block in it is one of an id.
    case password
    /// A target, or a list of targets.
    case target
    /// The block `targets`, or an entry of it.
    case peers
    case peer
    /// A program with its arguments: everything after the first word may be secret.
    case program
    /// The first word of a program.
    case word
    /// The value of a key that is unknown in targets. A word or a quantity, such as `5 s`, is shown.
    case unknown
    /// The variables of a program: their names are shown; of a value, the key `file`.
    case variables
    case variable
    case all

    /// `depth` counts the blocks from the outermost; the keys of the first two are sections and ids.
    func of(_ key: String, inBlock depth: Int, showing keys: ShownKeys) -> Secrecy {
        switch self {
        case .none, .password:
            if depth == 1, key == "targets" { return .peers }
            if depth < 3 { return Secrets.passwords.contains(key) ? .password : .none }
            return key == "target" ? .target : Self.anywhere(key) ?? .none
        case .target: return Self.anywhere(key) ?? (keys.ofTargets.contains(key) ? .none : Self.isLikePassword(key) ? .all : .unknown)
        case .peers: return .peer
        case .peer: return keys.ofPeers.contains(key) ? .none : .all
        case .variables: return .variable
        case .program, .word, .unknown, .variable, .all: return .all
        }
    }

    private static func anywhere(_ key: String) -> Secrecy? {
        Secrets.programs.contains(key) ? .program : key == Secrets.variables ? .variables : Secrets.passwords.contains(key) ? .all : nil
    }

    private static func isLikePassword(_ key: String) -> Bool {
        ["pas", "pw", "tok", "secret", "key", "auth", "cred"].contains { key.lowercased().contains($0) }
    }

    func shows(key: String) -> Bool {
        switch self {
        case .none, .password, .target, .peers, .peer: true
        case .variables: key.utf8.allSatisfy(\.isASCIIWord)
        case .variable: key == "file"
        case .program, .word, .unknown, .all: false
        }
    }

    func ofItem(_ index: Int) -> Secrecy {
        switch self {
        case .none, .target: self
        case .password: .all
        case .program: index == 0 ? .word : .all
        // As the value of the key itself.
        case .unknown: index == 0 ? .unknown : .all
        case .peers, .peer, .word, .variables, .variable, .all: .all
        }
    }

    func shows(_ text: String) -> Bool {
        switch self {
        case .none: true
        case .unknown where isQuantity(text): true
        case .target, .program, .word, .unknown: !text.contains { $0.isWhitespace } || isFilledIn(text)
        case .password, .peers, .peer, .variables, .variable, .all: isFilledIn(text)
        }
    }

    /// Whether a text is only a placeholder such as `{value}`.
    private func isFilledIn(_ text: String) -> Bool {
        text.count > 2 && text.first == "{" && text.last == "}" && text.dropFirst().dropLast().allSatisfy(\.isLetter)
    }

    private func isQuantity(_ text: String) -> Bool {
        let words = text.split(separator: " ")
        return words.count == 2 && Double(words[0]) != nil && ["ms", "s", "min", "h", "dB", "Hz", "kHz", "%"].contains(words[1])
    }
}
