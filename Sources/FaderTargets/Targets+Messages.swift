public import FaderValues

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

    /// Who wants a parameter to have another value: one of its targets.
    public struct Ask: Sendable, Equatable {
        /// The id of the parameter or color.
        public let parameter: String
        let target: TargetSpec
        /// Whether nobody has changed the value: the target had it when it appeared.
        public let isFound: Bool
        /// Whether the value changes by itself all the time.
        public var isPassing: Bool { target.details.isPassing }

        init(_ bound: BoundParameter, isFound: Bool) { (parameter, target, self.isFound) = (bound.spec.id, bound.target, isFound) }

        func isOf(_ bound: BoundParameter) -> Bool { parameter == bound.spec.id && target == bound.target }
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
