/// One line with a cursor, which moves by and deletes whole characters, however many code points they have.
struct LineEditor: Equatable {
    private(set) var before: String
    private(set) var after = ""

    /// More than any value needs; more is ignored.
    private static let mostBytes = 4096

    init(_ text: String) { before = text }

    var text: String { before + after }

    /// Applies a key to the line; false if it is not a key that edits a line.
    mutating func handle(_ key: Key) -> Bool {
        switch key {
        case .character(let scalar):
            guard text.utf8.count < Self.mostBytes else { return true }
            before.unicodeScalars.append(scalar)
        case .backspace: _ = before.popLast()
        case .delete: if !after.isEmpty { after.removeFirst() }
        case .left: if let last = before.popLast() { after = String(last) + after }
        case .right: if !after.isEmpty { before.append(after.removeFirst()) }
        case .home: (before, after) = ("", text)
        case .end: (before, after) = (text, "")
        case .deleteToStart: before = ""
        case .deleteToEnd: after = ""
        case .deleteWord:
            while before.last?.isWhitespace == true { before.removeLast() }
            while let last = before.last, !last.isWhitespace { before.removeLast() }
        default: return false
        }
        return true
    }

    /// Applies a key as if the whole text was selected: typing replaces it.
    mutating func handleSelected(_ key: Key) -> Bool {
        switch key {
        case .character:
            before = ""
            return handle(key)
        case .backspace, .delete, .deleteToStart, .deleteToEnd, .deleteWord: (before, after) = ("", "")
        case .left, .home: (before, after) = ("", text)
        case .right, .end: (before, after) = (text, "")
        default: return false
        }
        return true
    }
}
