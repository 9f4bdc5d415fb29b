/// The keys that a parameter can have in the config.
public enum ParameterKeys {
    /// The keys of all kinds of parameter.
    public static let all = KindWord.keys
}
