/// A file with a secret: in `$CREDENTIALS_DIRECTORY`, where systemd puts what `LoadCredential=` names, or else beside the config.
public struct SecretFile: Sendable, Hashable {
    /// As in the config.
    public var name: String
    /// Where it is if the credentials do not have it.
    public var path: String

    public init(name: String, path: String) { (self.name, self.path) = (name, path) }
}
