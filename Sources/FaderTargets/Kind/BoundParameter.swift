public import FaderValues

public struct BoundParameter: Sendable, Equatable {
    /// The parameter. For a color see `CompoundSpec.asNumber`, for a choice with supplied options `ParameterSpec.asText`.
    public var spec: ParameterSpec
    public var target: TargetSpec
    /// What the target shows when it appears becomes the parameter's value.
    public var leads: Bool
    /// The ids of a color's parts; empty for a parameter.
    public var parts: [String]
    public var value: Double
    /// Whether anybody has ever chosen that value.
    public var isChosen: Bool
    /// The marks of the runs of its programs that succeeded last, as `onMark` was given them; nil if there are none.
    public var mark: String?
    /// What a button holds there, or held when the daemon was killed; nil: nothing.
    public var held: Double?

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

    /// Labels, colors, notifications, the default, other steps and what another target tells mean nothing to a target, which continues.
    func isSameBinding(as other: BoundParameter) -> Bool {
        var spec = spec
        (spec.label, spec.short, spec.color) = (other.spec.label, other.spec.short, other.spec.color)
        (spec.defaultValue, spec.hasOwnLabel) = (other.spec.defaultValue, other.spec.hasOwnLabel)
        spec.notifies = other.spec.notifies
        (spec.bigStep, spec.fineStep, spec.isTold) = (other.spec.bigStep, other.spec.fineStep, other.spec.isTold)
        return spec == other.spec && target == other.target && leads == other.leads && parts == other.parts
    }

    func isSameTarget(as other: BoundParameter) -> Bool { spec.id == other.spec.id && target.isSameTarget(as: other.target) }
}
