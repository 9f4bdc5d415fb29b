extension TargetRules {
    /// How long a target that has appeared is only read: PipeWire first reports 0 % for a new stream.
    static let quiet = Duration.milliseconds(100)
    /// The shortest time between two reads, however often something changes.
    static let readDistance = Duration.milliseconds(5)
    /// If a member shows a former value within this time after its quiet, the server has probably restored it, and the member is set again
    /// once.
    static let restoring = Duration.seconds(1)

    var isDivided: Bool {
        guard let first = shown.values.first else { return false }
        return shown.values.contains { !traits.isSame($0, first) }
    }

    struct Traits: Equatable {
        enum Owner { case target, parameter }
        var owner = Owner.target
        /// Whether the parameter takes the value that the target shows when it appears. If not, another target leads, and this one stays as
        /// it is until somebody changes the parameter.
        var leads = true
        /// Whether the first value after it has appeared is its present state. If not, it is a change that somebody has just made.
        var reportsState = true
        /// The shortest time between two sets.
        var interval = Duration.milliseconds(20)
        /// Values that differ by no more than this are the same value.
        var halfStep = 0.5
        /// Values whose ratio is no greater are the same, too: for scales whose steps are ratios.
        var halfRatio = 1.0
        /// Whether sets are acknowledged. If not, a set counts as done at once, and a value sent just before is recognized as an echo.
        var acknowledges = true
        var isReadable = true
        /// Whether it counts as showing the value that it was last set to, if that succeeded. After a failure its value is not known.
        var showsWhatSucceeded = false
        /// Whether a value that was chosen while it was away is set when it is back.
        var keepsMoves = false
        /// Whether close numbers mean nearly the same, unlike with colors and texts. `range` is the distance of the ends, if it is known.
        var isLinear = true
        var range: Double?
        var isWritable = true
        /// A fact of another program is off, the number 0, when its program is not there.
        var isFact = false

        /// Without the first comparison −∞ would differ from itself.
        func isSame(_ one: Double, _ other: Double) -> Bool {
            one == other || abs(one - other) <= halfStep || one * other > 0 && max(one / other, other / one) <= halfRatio
        }
    }

    /// What the rules of a target know, for those that replace them after a reload, and while the target is away.
    struct Legacy: Equatable {
        var isWaiting = false
        var wasPresent = false
        var shown: Double?
        /// What the parameter was last asked to have; nil if there was a write since.
        var adopted: Double?
    }

    enum Event: Equatable {
        /// The parameter has a new value. `isOwn`: this target asked for it. `isAsked`: it has to be written even if the target shows it.
        /// `isFade`: it belongs to a fade. `isOfHand`: a hand or a gesture moves it.
        case parameter(Double, isOwn: Bool = false, isAsked: Bool = false, isFade: Bool = false, isOfHand: Bool = false)
        /// The target is known to show this value.
        case shows(Double)
        /// A finger touched a control of the parameter, or the last finger left.
        case touched(Bool)
        /// The target appeared, or something else became the target, such as another default device.
        case appeared
        case disappeared
        /// It has not appeared in time.
        case missing
        /// It disappeared, and writes since this time may not have arrived.
        case lost(unheardSince: Moment)
        /// Members appeared while others are there.
        case joined(Set<UInt32>)
        /// Members whose quiet time is over, with what they show. If no other member is there, the target appears with them.
        case heard([UInt32: Double])
        /// Members are gone; others are still there.
        case left(Set<UInt32>)
        case noticed
        case reading(Double, UInt32 = 0)
        /// The target has just changed to this value. It may have another one by now: quick changes may be reported out of order.
        case told(Double)
        /// All readings that `read` asked for have been reported.
        case readEnded
        case acknowledged
        case failed
        case tick
    }

    enum Effect: Equatable {
        /// Set these members; nil: all.
        case write(Double, to: Set<UInt32>? = nil)
        /// Ask all members for their values.
        case read
        /// Set the parameter, with the origin `target`.
        case adopt(Double)
        /// Tell people about a circle: the last values written, and the value that waits.
        case circle([Double])
    }

    enum Presence: Equatable {
        case absent
        case quiet(until: Moment)
        case present
    }
}
