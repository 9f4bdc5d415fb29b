/// Why a file of another program becomes no profile.
public enum ImportProblem: Error, Equatable, CustomStringConvertible {
    /// In words that go on from the file's name.
    case unusable(String)
    /// In a sentence that says what to install.
    case missingLibrary(String)

    /// The reason, for people to read.
    public var description: String {
        switch self {
        case .unusable(let reason), .missingLibrary(let reason): reason
        }
    }
}
