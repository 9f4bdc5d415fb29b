/// Why a target cannot be reached or does not do what it should, for a person.
struct TargetError: Error, CustomStringConvertible {
    let description: String
    /// Whether the system had no room for it, as may change at any time.
    var isTemporary = false
}
