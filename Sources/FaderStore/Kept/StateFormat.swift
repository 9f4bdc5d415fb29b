/// The format of the state file.
enum StateFormat {
    /// The version that this faderd reads and writes.
    static let version = 1
}
