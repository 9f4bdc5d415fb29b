/// What goes into the rules of a target, and what comes out.
extension TargetRules {
    /// For how long a target that has appeared is only listened to: PipeWire first reports 0 % for a new stream.
    static let quiet = Duration.milliseconds(100)
    /// The shortest time between two reads, however often something changes.
    static let readDistance = Duration.milliseconds(5)
    /// For how long after its quiet a member that shows a former value is assumed to have got it from the server, and is set again once.
    static let restoring = Duration.seconds(1)

    /// Whether members show different values.
    var isDivided: Bool {
        guard let first = shown.values.first else { return false }
        return shown.values.contains { !traits.isSame($0, first) }
    }

    /// How a kind of target behaves.
    struct Traits: Equatable {
        /// Whose value counts when the target appears.
        enum Owner { case target, parameter }
        var owner = Owner.target
        /// Whether what it shows when it appears becomes the parameter's value. If not, another target of the parameter leads, and this one
        /// stays as it is until somebody changes the parameter.
        var leads = true
        /// Whether the first value that it reports after it has appeared is what it showed all the time; if not, somebody has just changed it.
        var reportsState = true
        /// The shortest time between two sets.
        var interval = Duration.milliseconds(20)
        /// Values that differ by no more than this are the same value.
        var halfStep = 0.5
        /// Values whose ratio is no greater than this are the same value, too. For scales whose steps are ratios.
        var halfRatio = 1.0
        /// Whether each set is acknowledged. If not, it counts as done at once, and a value sent just before is recognized as an
        /// echo.
        var acknowledges = true
        /// Whether its value can be read.
        var isReadable = true
        /// Whether it counts as showing what it was last set to, if that succeeded; after a failure it is not known what it shows.
        var showsWhatSucceeded = false
        /// Whether what somebody chose while it was away is set when it is back.
        var keepsMoves = false
        /// Whether numbers that are close mean nearly the same, which those of colors and texts do not, and how far apart the ends of the
        /// range are; nil if that is not known.
        var isLinear = true
        var range: Double?
        /// Whether it is ever written.
        var isWritable = true
        /// Whether it is a fact of another program, which is off, as the number 0, when that is not there.
        var isFact = false

        /// Whether two values are the same. Without the first comparison −∞ would differ from itself.
        func isSame(_ one: Double, _ other: Double) -> Bool {
            one == other || abs(one - other) <= halfStep || one * other > 0 && max(one / other, other / one) <= halfRatio
        }
    }

    /// What rules know of their target when a reload replaces them by others of the same target, or while it is away.
    struct Legacy: Equatable {
        /// Whether the value was on its way to the target.
        var isWaiting = false
        /// Whether the target was there.
        var wasPresent = false
        /// What it showed; nil if that is not known.
        var shown: Double?
        /// What the parameter was last asked to be; nil if something has been written since.
        var adopted: Double?
    }

    enum Event: Equatable {
        /// The parameter has a new value. `isOwn`: because this target asked for it. `isAsked`: somebody wants it to be written even if the
        /// target shows it. `isFade`: it is one on the way of a fade, or the last. `isOfHand`:
        /// a hand or a gesture moves it.
        case parameter(Double, isOwn: Bool = false, isAsked: Bool = false, isFade: Bool = false, isOfHand: Bool = false)
        /// It is known what the target shows.
        case shows(Double)
        /// A finger touched a control of the parameter, or the last finger left.
        case touched(Bool)
        /// The target appeared, or something else became the target, such as another default device.
        case appeared
        case disappeared
        /// It has not appeared although it was given time.
        case missing
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
        /// It says that it has just changed to this value, or to another one since: of changes that follow each other soon, it may tell the
        /// first one last.
        case told(Double)
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
        /// Tell people about a circle: what was written last, and the value that waits.
        case circle([Double])
    }

    enum Presence: Equatable {
        case absent
        case quiet(until: Moment)
        case present
    }
}
