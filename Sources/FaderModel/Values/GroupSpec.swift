/// A value made of parts that are parameters of their own: `price` of `price.low` and `price.high`.
///
/// A group has no state: it is what its parts are.
public struct GroupSpec: Sendable, Equatable {
    /// The id; those of the parts are it, a dot and a word.
    public var id: String
    /// What a person reads.
    public var label: String
    /// What the parts make together.
    public var kind: GroupKind
    /// Indices into `Configuration.parameters`: low and high; or hue, saturation and lightness.
    public var parts: [ParameterIndex]

    /// A group from its parts.
    public init(id: String, label: String? = nil, kind: GroupKind, parts: [ParameterIndex]) {
        self.id = id
        self.label = label ?? id
        self.kind = kind
        self.parts = parts
    }
}

extension GroupSpec {
    /// Whether the ends of a range may be where they are: in order, and as far apart as its gap says. True for what is no range.
    /// - Parameter spec: One of its ends; both have one scale.
    public func areApart(_ low: Double, _ high: Double, on spec: ParameterSpec) -> Bool {
        guard case .range(let gap, let meet) = kind, parts.count == 2 else { return true }
        return RangeRule(low: parts[0], high: parts[1], gap: gap, meet: meet, scale: NumberScale(spec, nil)).allows(low, high)
    }
}

/// What the parts of a group make together.
public enum GroupKind: Sendable, Equatable {
    /// Two ends of one scale that stay `gap` apart.
    case range(gap: Double, meet: Meet)
    /// Hue 0…360°, saturation and lightness 0…100 %; as text `#rrggbb`.
    case color

    /// The word of config and API.
    public var word: String {
        switch self {
        case .range: "range"
        case .color: "color"
        }
    }
}

/// What the ends of a range do when they meet.
public enum Meet: String, Sendable, CaseIterable, BitwiseCopyable {
    /// The moved end stops.
    case stop
    /// The moved end pushes the other.
    case push
}
