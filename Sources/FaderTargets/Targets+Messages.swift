public import FaderModel

/// What the daemon and its targets say to each other.
extension Targets {
    /// A trigger that does something outside.
    public struct Trigger: Sendable, Equatable {
        /// The id of its parameter.
        public var id: String
        /// What it presses.
        public var targets: [TargetSpec]
        /// Whether it also does something that needs none of these.
        public var doesMore: Bool

        /// A trigger from its parts.
        public init(id: String, targets: [TargetSpec], doesMore: Bool) {
            (self.id, self.targets, self.doesMore) = (id, targets, doesMore)
        }
    }

    /// A parameter or color with one of its targets.
    public struct Bound: Sendable, Equatable {
        /// The parameter's configuration; for a color, see `GroupSpec.asNumber`, for a choice with options from a target `ParameterSpec.asText`.
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

        /// Whether a target can continue unchanged: labels, colors, the default, the sizes of other steps and what another target tells
        /// mean nothing to it.
        func isSameBinding(as other: Bound) -> Bool {
            var spec = spec
            (spec.label, spec.short, spec.color) = (other.spec.label, other.spec.short, other.spec.color)
            spec.defaultValue = other.spec.defaultValue
            (spec.bigStep, spec.fineStep, spec.isTold) = (other.spec.bigStep, other.spec.fineStep, other.spec.isTold)
            return spec == other.spec && target == other.target && leads == other.leads && parts == other.parts
        }

        /// Whether it is the same target of the same parameter.
        func isSameTarget(as other: Bound) -> Bool { spec.id == other.spec.id && target.isSameTarget(as: other.target) }
    }

    /// Who wants a parameter to have another value: one of its targets.
    public struct Ask: Sendable, Equatable {
        /// The id of the parameter or color.
        public let parameter: String
        let target: TargetSpec
        /// Whether nobody has changed the value: the target had it when it appeared.
        let isFound: Bool
        /// Whether the value changes all the time by itself.
        public var isPassing: Bool { target.details.isPassing }

        init(_ bound: Bound, isFound: Bool) { (parameter, target, self.isFound) = (bound.spec.id, bound.target, isFound) }

        func isOf(_ bound: Bound) -> Bool { parameter == bound.spec.id && target == bound.target }
    }

    /// A value that a target wants its parameter to have.
    public struct Request: Sendable {
        /// Who asks.
        public let ask: Ask
        /// The value; of a color its number.
        public let value: Double
        /// Whether the target sees the parameter as a text, of which that is the number.
        public let isText: Bool
    }

    /// The options that a target reports for its parameter, a choice.
    public struct Supply: Sendable, Equatable {
        /// The parameter's id.
        public let parameter: String
        /// The target.
        public let target: TargetSpec
        /// All that it has now.
        public var options: SuppliedOptions
    }

    /// A new value of a parameter, on its way to the target.
    struct Change {
        let value: Double
        /// The number of a text, for the targets of a choice that see it as one.
        let named: Double?
        /// The target that asked for it; nil: somebody else did.
        let ask: Ask?
        /// Whether somebody wants it to be written even if the target shows it.
        var isAsked: Bool
        let isOfHand: Bool
        /// Whether a button holds it: it goes back when the button comes up.
        let isHeld: Bool
        /// Whether it is a value on the way of a fade, or its last.
        let isFade: Bool
    }
}
