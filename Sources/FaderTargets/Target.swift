/// Something in the world that a parameter is bound to: the part that differs between the kinds. The rules are the same for all of them.
///
/// Everything here runs on the targets' own event loop.
protocol Target: AnyObject {
    /// How this kind behaves.
    var traits: TargetRules.Traits { get }
    /// What its numbers mean. This may change each time it appears.
    var law: TargetScale.Law { get }
    /// What it is doing, for a person.
    var situation: TargetSituation { get }

    /// Whether the connection that it shares with others logs when they come and go.
    var isLoggedByConnection: Bool { get }
    /// What it shares with others; nil if it shares nothing.
    var peer: SharedPeer? { get }

    /// Called with its events, on the event loop. Set while it is started.
    var onEvent: ((TargetRules.Event) -> Void)? { get set }
    func start()
    func stop()
    /// Sets it. If its traits say so, `acknowledged` or `failed` follows. `members`: only these; nil: all.
    func apply(_ number: Double, to members: Set<UInt32>?)
    /// Somebody, not this target, has chosen a number for it, even if it shows that; `apply` follows if it is to be written.
    func chosen(_ number: Double)
    /// Whether it is known to show a number although the rules may not know it.
    func isShowing(_ number: Double) -> Bool
    /// Called at the start if a value was ever chosen, and when the parameter changes while the target is absent: arranges, if possible,
    /// that the target comes back with this value.
    func preset(_ number: Double)
    /// What it is known to show, as a text for the state file; nil if nothing is, or if its kind needs no mark.
    var mark: String? { get }
    /// Called when the parameter is asked to have a number that the target has reported, which may be later than the report.
    func adopted(_ number: Double)
    /// Asks for its value: `reading`s and `readEnded` follow, or `disappeared`.
    func read()
}

extension Target {
    /// No: most targets come and go one by one.
    var isLoggedByConnection: Bool { false }

    /// Nothing.
    var peer: SharedPeer? { nil }

    /// No: most targets say what they show.
    func isShowing(_ number: Double) -> Bool { false }

    /// None: most targets say what they show.
    var mark: String? { nil }

    /// Does nothing: most targets keep what they show.
    func chosen(_ number: Double) {}

    /// Does nothing: most targets have no gestures.
    func adopted(_ number: Double) {}

    /// Does nothing: most targets can only be set when they are there.
    func preset(_ number: Double) {}
}

/// Why a target cannot be reached or does not do what it should, for a person.
struct TargetError: Error, CustomStringConvertible {
    let description: String
    /// Whether the system had no room for it, as may change at any time.
    var isTemporary = false
}

/// What a target is doing, for a person.
struct TargetSituation {
    /// What it is bound to in the world now; empty if nothing.
    var matched: [String] = []
    /// Why it is not there, or what is unusual.
    var note: String?
    /// The last thing that went wrong.
    var lastError: String?
}
