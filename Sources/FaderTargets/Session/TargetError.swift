struct TargetError: Error, CustomStringConvertible {
    let description: String
    /// The system had no room for it, which may change at any time.
    var isTemporary = false
}
