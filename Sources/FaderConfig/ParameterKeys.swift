/// What can be written of a parameter.
public enum ParameterKeys {
    /// All keys, of whatever kind the parameter is.
    public static let all = KindWord.keys
}
