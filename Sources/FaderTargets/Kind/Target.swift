/// Something outside that a parameter is bound to: what differs between the kinds. Everything here runs on the targets' loop.
protocol Target: AnyObject {
    var traits: TargetRules.Traits { get }
    /// The meaning of its numbers. It may change each time the target appears.
    var law: TargetScale.Law { get }
    var situation: TargetSituation { get }

    var isLoggedByConnection: Bool { get }
    var peer: SharedPeer? { get }

    /// Called with its events, on the event loop. Set while it is started.
    var onEvent: ((TargetRules.Event) -> Void)? { get set }
    func start()
    func stop()
    /// Nil: all members. If its traits say so, `acknowledged` or `failed` follows.
    func apply(_ number: Double, to members: Set<UInt32>?)
    /// Somebody else has chosen a number for the parameter, perhaps the one that the target shows. `apply` follows if it is to be written.
    func chosen(_ number: Double)
    /// The target itself knows, even if the rules do not.
    func isShowing(_ number: Double) -> Bool
    /// Lets an absent target appear with this value, if possible. Called at the start if a value was ever chosen, and when the parameter
    /// changes while the target is absent.
    func preset(_ number: Double)
    /// Its mark for the state file, which stands for the value that it shows; nil if that is not known, or its kind needs no mark.
    var mark: String? { get }
    /// `reading`s and `readEnded` follow, or `disappeared`.
    func read()
}

extension Target {
    /// Most come and go one by one, report and keep what they show, and can only be set when they are there.
    var isLoggedByConnection: Bool { false }

    var peer: SharedPeer? { nil }

    func isShowing(_ number: Double) -> Bool { false }

    var mark: String? { nil }

    func chosen(_ number: Double) {}

    func preset(_ number: Double) {}
}

struct TargetSituation {
    var matched: [String] = []
    /// Why it is not there, or what is unusual.
    var note: String?
    var lastError: String?
}
