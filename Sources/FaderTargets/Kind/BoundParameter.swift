public import FaderValues

/// A parameter or color with one of its targets.
public struct BoundParameter: Sendable, Equatable {
    /// The parameter's configuration; for a color, see `CompoundSpec.asNumber`, for a choice with options from a target `ParameterSpec.asText`.
    public var spec: ParameterSpec
    /// What it is bound to.
    public var target: TargetSpec
    /// Whether what the target shows when it appears becomes the parameter's value.
    public var leads: Bool
    /// The ids of a color's parts; empty for a parameter.
    public var parts: [String]
    /// The parameter's value now.
    public var value: Double
    /// Whether anybody has ever chosen that value.
    public var isChosen: Bool
    /// The marks of the runs of its programs that succeeded last, as `onMark` was given them; nil if there are none.
    public var mark: String?
    /// What a button holds there, or held when the daemon was killed; nil: nothing.
    public var held: Double?

    /// A parameter or color with a target, from its parts.
    public init(
        spec: ParameterSpec, target: TargetSpec, leads: Bool = true, parts: [String] = [], value: Double, isChosen: Bool,
        mark: String? = nil, held: Double? = nil
    ) {
        (self.mark, self.held) = (mark, held)
        self.spec = spec
        self.target = target
        self.leads = leads
        self.parts = parts
        self.value = value
        self.isChosen = isChosen
    }

    var isColor: Bool { !parts.isEmpty }

    /// Whether a target can continue unchanged: labels, colors, notifications, the default, the sizes of other steps and what another target tells
    /// mean nothing to it.
    func isSameBinding(as other: BoundParameter) -> Bool {
        var spec = spec
        (spec.label, spec.short, spec.color) = (other.spec.label, other.spec.short, other.spec.color)
        (spec.defaultValue, spec.hasOwnLabel) = (other.spec.defaultValue, other.spec.hasOwnLabel)
        spec.notifies = other.spec.notifies
        (spec.bigStep, spec.fineStep, spec.isTold) = (other.spec.bigStep, other.spec.fineStep, other.spec.isTold)
        return spec == other.spec && target == other.target && leads == other.leads && parts == other.parts
    }

    /// Whether it is the same target of the same parameter.
    func isSameTarget(as other: BoundParameter) -> Bool { spec.id == other.spec.id && target.isSameTarget(as: other.target) }
}
