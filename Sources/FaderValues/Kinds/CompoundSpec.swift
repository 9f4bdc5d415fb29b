/// A value made of other parameters: `price` of `price.low` and `price.high`. It has no state of its own.
public struct CompoundSpec: Sendable, Equatable {
    /// The id. The id of each part is this id, a dot and a word.
    public var id: String
    /// For people.
    public var label: String
    /// The beginning of its parts' labels on displays, where the config gives one.
    public var short: String?
    public var kind: CompoundKind
    /// Into `Configuration.parameters`: low and high; or hue, saturation and lightness.
    public var parts: [ParameterIndex]

    public init(id: String, label: String? = nil, short: String? = nil, kind: CompoundKind, parts: [ParameterIndex]) {
        self.id = id
        self.label = label ?? id
        self.short = short
        self.kind = kind
        self.parts = parts
    }
}

public enum CompoundKind: Sendable, Equatable {
    /// The two ends of a range on one scale, which stay `gap` apart.
    case range(gap: Double, meet: Meet)
    /// Hue 0…360°, saturation and lightness 0…100 %; as text `#rrggbb`.
    case color
}

/// What the ends of a range do when they meet: the moved one stops, or pushes the other.
public enum Meet: String, Sendable, CaseIterable, BitwiseCopyable {
    case stop
    case push
}
