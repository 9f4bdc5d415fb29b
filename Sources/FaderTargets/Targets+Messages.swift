public import FaderModel

/// The messages between the daemon and its targets.
extension Targets {
    /// A trigger that presses targets.
    public struct Trigger: Sendable, Equatable {
        /// The id of its parameter.
        public var id: String
        /// The targets that it presses.
        public var targets: [TargetSpec]
        /// Whether it also has actions without these targets.
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
        /// The target.
        public var target: TargetSpec
        /// Whether the parameter takes the value that the target shows when it appears.
        public var leads: Bool
        /// The ids of a color's parts; empty for a parameter.
        public var parts: [String]
        /// The parameter's value now.
        public var value: Double
        /// Whether anybody has ever chosen that value.
        public var isChosen: Bool
        /// The marks of the last successful runs of its programs, as passed to `onMark`; nil if there are none.
        public var mark: String?
        /// The value that a button holds, or held when the daemon was killed; nil if none.
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

        /// Whether a target can continue unchanged: labels, colors, the default, big and fine steps, and whether another target tells the value do not matter
        /// to it.
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

    /// Identifies the target that wants its parameter to have another value.
    public struct Ask: Sendable, Equatable {
        /// The id of the parameter or color.
        public let parameter: String
        let target: TargetSpec
        /// Whether nobody has changed the value: the target had it when it appeared.
        let isFound: Bool
        /// Whether the value changes by itself all the time.
        public var isPassing: Bool { target.details.isPassing }

        init(_ bound: Bound, isFound: Bool) { (parameter, target, self.isFound) = (bound.spec.id, bound.target, isFound) }

        func isOf(_ bound: Bound) -> Bool { parameter == bound.spec.id && target == bound.target }
    }

    /// A value that a target wants its parameter to have.
    public struct Request: Sendable {
        /// The target that asks.
        public let ask: Ask
        /// The value; of a color its number.
        public let value: Double
        /// Whether the target sees the parameter as a text. Then the value is the number of the text.
        public let isText: Bool
    }

    /// The options that a target reports for its parameter, a choice.
    public struct Supply: Sendable, Equatable {
        /// The parameter's id.
        public let parameter: String
        /// The target.
        public let target: TargetSpec
        /// All its options now.
        public var options: SuppliedOptions
    }

    /// A new value of a parameter, on its way to the target.
    struct Change {
        let value: Double
        /// The number of a text, for the targets of a choice that see it as one.
        let named: Double?
        /// The target that asked for it; nil if somebody else did.
        let ask: Ask?
        /// Whether it has to be written even if the target shows it.
        var isAsked: Bool
        let isOfHand: Bool
        /// Whether a button holds it, so that it goes back at the release.
        let isHeld: Bool
        /// Whether it belongs to a fade.
        let isFade: Bool
    }
}
