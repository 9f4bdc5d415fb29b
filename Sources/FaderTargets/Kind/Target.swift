/// Something outside that a parameter is bound to: the part that differs between the kinds. The rules are the same for all kinds.
///
/// Everything here runs on the targets' own event loop.
protocol Target: AnyObject {
    /// How this kind behaves.
    var traits: TargetRules.Traits { get }
    /// The meaning of its numbers. It may change each time the target appears.
    var law: TargetScale.Law { get }
    /// Its situation, for people.
    var situation: TargetSituation { get }

    /// Whether the shared connection logs when the target comes and goes.
    var isLoggedByConnection: Bool { get }
    /// The peer that it shares with others; nil if it shares nothing.
    var peer: SharedPeer? { get }

    /// Called with its events, on the event loop. Set while it is started.
    var onEvent: ((TargetRules.Event) -> Void)? { get set }
    func start()
    func stop()
    /// Sets these members; nil for all. If its traits say so, `acknowledged` or `failed` follows.
    func apply(_ number: Double, to members: Set<UInt32>?)
    /// Somebody else has chosen a number for the parameter, perhaps the one that the target shows. `apply` follows if it is to be written.
    func chosen(_ number: Double)
    /// Whether the target itself knows that it shows a number, even if the rules do not.
    func isShowing(_ number: Double) -> Bool
    /// Arranges, if possible, that an absent target appears with this value. Called at the start if a value was ever chosen, and when the parameter changes
    /// while the target is absent.
    func preset(_ number: Double)
    /// Its mark for the state file, which stands for the value that it shows; nil if that is not known, or its kind needs no mark.
    var mark: String? { get }
    /// Asks for its value: `reading`s and `readEnded` follow, or `disappeared`.
    func read()
}

extension Target {
    /// No: most targets come and go one by one.
    var isLoggedByConnection: Bool { false }

    /// Nothing.
    var peer: SharedPeer? { nil }

    /// No: most targets report what they show.
    func isShowing(_ number: Double) -> Bool { false }

    /// None: most targets report what they show.
    var mark: String? { nil }

    /// Does nothing: most targets keep what they show.
    func chosen(_ number: Double) {}

    /// Does nothing: most targets can only be set when they are there.
    func preset(_ number: Double) {}
}

/// What a target is doing, for a person.
struct TargetSituation {
    /// The things that it is bound to now; empty if there are none.
    var matched: [String] = []
    /// Why it is not there, or what is unusual.
    var note: String?
    /// The last thing that went wrong.
    var lastError: String?
}
