/// A file with a password: its name, and where it is if the credentials do not have it.
public struct PasswordFile: Sendable, Hashable {
    /// As in the config.
    public var name: String
    /// Beside the config.
    public var path: String

    /// A file from its parts.
    public init(name: String, path: String) { (self.name, self.path) = (name, path) }
}
