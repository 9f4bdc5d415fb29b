/// One thing that is wrong with a document that is to be imported.
public struct ImportProblem: Sendable, Equatable, CustomStringConvertible {
    /// Where: `parameters.master.value`; empty for the document as a whole.
    public var path: String
    /// What, and what is expected.
    public var message: String

    /// A problem from its parts.
    public init(path: String, message: String) {
        self.path = path
        self.message = message
    }

    /// `parameters.master.value: null is no value; …`
    public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}
