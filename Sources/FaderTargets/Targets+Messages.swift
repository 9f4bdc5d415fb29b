public import FaderValues

extension Targets {
    public struct Trigger: Sendable, Equatable {
        public var id: String
        public var targets: [TargetSpec]
        /// Whether it also has actions without these targets.
        public var doesMore: Bool

        public init(id: String, targets: [TargetSpec], doesMore: Bool) {
            (self.id, self.targets, self.doesMore) = (id, targets, doesMore)
        }
    }

    /// A target that wants a parameter to have another value.
    public struct Ask: Sendable, Equatable {
        /// The id of the parameter, or of the color.
        public let parameter: String
        let target: TargetSpec
        /// Nobody has changed the value: the target had it when it appeared.
        public let isFound: Bool
        /// Whether the value changes by itself all the time.
        public var isPassing: Bool { target.details.isPassing }

        init(_ bound: BoundParameter, isFound: Bool) { (parameter, target, self.isFound) = (bound.spec.id, bound.target, isFound) }

        func isOf(_ bound: BoundParameter) -> Bool { parameter == bound.spec.id && target == bound.target }
    }

    public struct Request: Sendable {
        public let ask: Ask
        /// The value; for a color its number, for a text the number of the text.
        public let value: Double
        /// Whether the target sees the parameter as a text. Then the value is the number of the text.
        public let isText: Bool
    }

    public struct Supply: Sendable, Equatable {
        public let parameter: String
        public let target: TargetSpec
        /// All that it has now.
        public var options: SuppliedOptions
    }

    struct Change {
        let value: Double
        /// The number of a text, for targets of a choice that see it as one.
        let named: Double?
        /// The target that asked for it; nil if somebody else did.
        let ask: Ask?
        /// Whether it has to be written even if the target shows it.
        var isAsked: Bool
        let isOfHand: Bool
        /// Whether a button holds it, so that it goes back at the release.
        let isHeld: Bool
        let isFade: Bool
    }
}
