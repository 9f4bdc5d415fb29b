public import FaderValues

/// Which strips of a deck can be selected, and by what. Its controls that belong to the selected strip have a job for each of the words.
public struct SelectionSpec: Sendable, Equatable {
    /// The words of the strips, in the order of their list. A strip on another page with the same word is the same strip.
    public var words: [String]
    public var touchSelects = false
    /// What keeps step with the selected strip; nil if nothing does.
    public var link: SelectionLink?

    public init(words: [String]) { self.words = words }

    public func place(of word: String) -> Int? { words.firstIndex(of: word) }
}

/// A choice that keeps step with the selected strip, both ways, such as the selected channel of a console.
public struct SelectionLink: Sendable, Equatable {
    public var parameter: ParameterIndex
    /// For each word, the place of its option; nil for a strip that the choice does not have.
    public var options: [Int?]

    public init(_ parameter: ParameterIndex, options: [Int?]) { (self.parameter, self.options) = (parameter, options) }
}
