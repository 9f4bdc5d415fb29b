/// What the rules hear of, and what they ask for.
extension TargetRules {
    enum Event: Equatable {
        /// The parameter has a new value. `isOwn`: because this target asked for it.
        case parameter(Double, isOwn: Bool = false)
        /// A finger touched a control of the parameter, or the last finger left.
        case touched(Bool)
        /// The target appeared, or something else became the target, such as another default device.
        case appeared
        case disappeared
        /// It disappeared, and what was written to it since then may not have arrived.
        case lost(unheardSince: Moment)
        /// Members appeared while others are there.
        case joined(Set<UInt32>)
        /// The same of members that have been listened to for their first moments, so that they need no more quiet. Each with what it
        /// shows. If no other member is there, the target appears with them.
        case heard([UInt32: Double])
        /// Members are gone; others are still there.
        case left(Set<UInt32>)
        /// Something about the target changed.
        case noticed
        /// A member's value.
        case reading(Double, UInt32 = 0)
        /// All readings that `read` asked for have been reported.
        case readEnded
        case acknowledged
        case failed
        /// The time is `deadline` or later.
        case tick
    }

    enum Effect: Equatable {
        /// Set these members; nil: all.
        case write(Double, to: Set<UInt32>? = nil)
        /// Ask all members for their values.
        case read
        /// Set the parameter, with the origin `target`.
        case adopt(Double)
    }
}
