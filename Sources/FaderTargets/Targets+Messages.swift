public import FaderValues

extension Targets {
    /// A trigger that presses targets.
    public struct Trigger: Sendable, Equatable {
        /// Of its parameter.
        public var id: String
        /// The targets that it presses.
        public var targets: [TargetSpec]
        /// It also has actions without these targets.
        public var doesMore: Bool

        /// A trigger from its parts.
        public init(id: String, targets: [TargetSpec], doesMore: Bool) {
            (self.id, self.targets, self.doesMore) = (id, targets, doesMore)
        }
    }

    /// A target that wants a parameter to have another value.
    public struct Ask: Sendable, Equatable {
        /// Or the color.
        public let parameter: String
        let target: TargetSpec
        /// Nobody has changed the value: the target had it when it appeared.
        public let isFound: Bool
        /// The value changes by itself all the time.
        public var isPassing: Bool { target.details.isPassing }

        init(_ bound: BoundParameter, isFound: Bool) { (parameter, target, self.isFound) = (bound.spec.id, bound.target, isFound) }

        func isOf(_ bound: BoundParameter) -> Bool { parameter == bound.spec.id && target == bound.target }
    }

    /// A value that a target wants its parameter to have.
    public struct Request: Sendable {
        /// The target that asks.
        public let ask: Ask
        /// Of a color its number, of a text the number of the text.
        public let value: Double
        /// The target sees the parameter as a text.
        public let isText: Bool
    }

    /// The options that a target reports for a choice.
    public struct Supply: Sendable, Equatable {
        /// The parameter's id.
        public let parameter: String
        /// The target.
        public let target: TargetSpec
        /// All that it has now.
        public var options: SuppliedOptions
    }

    struct Change {
        let value: Double
        /// The number of a text, for targets of a choice that see it as one.
        let named: Double?
        /// The target that asked for it, if one did.
        let ask: Ask?
        /// It is written even if the target shows it.
        var isAsked: Bool
        let isOfHand: Bool
        /// By a button: the value goes back at the release.
        let isHeld: Bool
        let isFade: Bool
    }
}
