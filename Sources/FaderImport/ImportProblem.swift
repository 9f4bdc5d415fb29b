/// Why a file of another program becomes no profile.
public enum ImportProblem: Error, Equatable, CustomStringConvertible {
    /// The file cannot be read as what it seems to be, or has nothing that a profile could use; in words that go on from the file's name.
    case unusable(String)
    /// A library that reads it is missing, in a sentence that says what to install.
    case missingLibrary(String)

    /// The reason, for people to read.
    public var description: String {
        switch self {
        case .unusable(let reason), .missingLibrary(let reason): reason
        }
    }
}
