/// A file with a secret: in `$CREDENTIALS_DIRECTORY`, where systemd puts what `LoadCredential=` names, or else beside the config.
public struct SecretFile: Sendable, Hashable {
    /// In the config.
    public var name: String
    /// If the credentials do not have it.
    public var path: String

    public init(name: String, path: String) { (self.name, self.path) = (name, path) }
}
