public enum ImportProblem: Error, Equatable, CustomStringConvertible {
    /// In words that go on from the file's name.
    case unusable(String)
    /// In a sentence that says what to install.
    case missingLibrary(String)

    public var description: String {
        switch self {
        case .unusable(let reason), .missingLibrary(let reason): reason
        }
    }
}
