/// A console's own selection: which channel is selected there.
public struct StripSelection: Sendable, Equatable {
    /// The console. Only what belongs to one console goes together.
    public var peer: String
    /// The option of the selection that stands for the strip of a target; nil if the target is the selection.
    public var option: String?

    public init(peer: String, option: String? = nil) { (self.peer, self.option) = (peer, option) }
}
