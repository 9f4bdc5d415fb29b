/// Which strips of a deck can be selected, and by what. Its controls that belong to the selected strip have a job for each of the words.
public struct SelectionSpec: Sendable, Equatable {
    /// The words of the strips, in the order of their list. A strip on another page with the same word is the same strip.
    public var words: [String]
    /// Whether touching a control of a strip selects it.
    public var touchSelects = false

    /// Strips that only buttons and programs select.
    public init(words: [String]) { self.words = words }

    /// The place of a word; nil if no strip has it.
    public func place(of word: String) -> Int? { words.firstIndex(of: word) }
}
