internal import FaderModel

/// Something in the world that a parameter is bound to: one kind of it, without the rules, which are the same for all kinds.
///
/// Everything here happens on the event loop of the targets, which is theirs alone.
protocol Target: AnyObject {
    /// How this kind behaves.
    var traits: TargetRules.Traits { get }
    /// What its numbers mean. May be another one each time it appears.
    var law: TargetScale.Law { get }
    /// What it is doing, for a person.
    var situation: TargetSituation { get }

    /// Begins. `ears` takes what happens to it, always on the event loop.
    func start(_ ears: @escaping (TargetRules.Event) -> Void)
    /// Ends; nothing is told any more.
    func stop()
    /// Sets it. Where its traits say so, `acknowledged` or `failed` follows.
    func apply(_ number: Double)
    /// It is not there, and the parameter was changed: tells whoever can see to it that it comes back like that.
    func preset(_ number: Double)
    /// Asks for what it shows: `reading`s and `readEnded` follow, or `disappeared`.
    func read()
}

extension Target {
    /// Most things wait until they are there.
    func preset(_ number: Double) {}
}

/// What a target is doing, for a person.
struct TargetSituation {
    /// What it is bound to in the world at this moment; empty: nothing.
    var matched: [String] = []
    /// Why it is not there, or what is unusual.
    var note: String?
    /// The last thing that went wrong.
    var lastError: String?
}
