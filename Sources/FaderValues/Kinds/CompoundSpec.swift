/// A value made of other parameters, its parts: `price` of `price.low` and `price.high`.
///
/// A compound has no state: its value is that of its parts.
public struct CompoundSpec: Sendable, Equatable {
    /// The id. The id of each part is this id, a dot and a word.
    public var id: String
    /// The label shown to people.
    public var label: String
    /// The beginning of its parts' labels on displays of surfaces, where the config gives one; else nil.
    public var short: String?
    /// The kind of value that the parts form.
    public var kind: CompoundKind
    /// Indices into `Configuration.parameters`: low and high; or hue, saturation and lightness.
    public var parts: [ParameterIndex]

    /// A compound from its parts.
    public init(id: String, label: String? = nil, short: String? = nil, kind: CompoundKind, parts: [ParameterIndex]) {
        self.id = id
        self.label = label ?? id
        self.short = short
        self.kind = kind
        self.parts = parts
    }
}

/// The kind of value that the parts of a compound form.
public enum CompoundKind: Sendable, Equatable {
    /// The two ends of a range on one scale, which stay `gap` apart.
    case range(gap: Double, meet: Meet)
    /// Hue 0…360°, saturation and lightness 0…100 %; as text `#rrggbb`.
    case color
}

/// What the ends of a range do when they meet.
public enum Meet: String, Sendable, CaseIterable, BitwiseCopyable {
    /// The moved end stops.
    case stop
    /// The moved end pushes the other.
    case push
}
