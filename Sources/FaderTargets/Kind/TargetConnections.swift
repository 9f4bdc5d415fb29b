internal import FaderConfig
internal import FaderValues
internal import Logging
internal import NIOCore

/// A kind of target: it can be read from the config (`ReadableTarget`) and connected. Every row of `TargetKinds` is one.
protocol ConnectedTarget: ReadableTarget {
    /// The shared connections of the targets of this kind.
    associatedtype Connections: TargetConnections
    /// Whether what could be bound is listed although the configuration has no target of this kind.
    static var listsUnbound: Bool { get }
    /// What to type if its peer is not there, as doctor says it; nil if that is no fault.
    static var absenceAdvice: String? { get }

    /// The target of a parameter. The specs of all targets of this kind were given to `keep` before.
    func target(for bound: BoundParameter, on connections: Connections) -> any Target
}

extension ConnectedTarget {
    /// No: most kinds list what a connection of the configuration has.
    static var listsUnbound: Bool { false }

    /// To look at the targets.
    static var absenceAdvice: String? { "faderctl targets   (once it is on and reachable, it gets what was set)" }
}

extension TargetSpec {
    /// The target with what its kind can do: every row of `TargetKinds` can be connected, and only their readers make targets.
    var connected: any ConnectedTarget {
        guard let spec = details as? any ConnectedTarget else { preconditionFailure("targets of the kind \(kind) cannot be connected") }
        return spec
    }
}

/// What the targets of one kind share: their connections, or a queue. Owned by the event loop.
protocol TargetConnections: AnyObject {
    init(_ surroundings: TargetSurroundings)

    /// Closes what no target of the new configuration needs, and leaves the rest undisturbed. Targets that go have already stopped.
    func keep(for targets: [TargetSpec])
    /// Called with the targets of the kind, in the order of the config, after they have started.
    func setOrder(_ targets: [any Target])
    /// Called with all targets of the kind, after they have started, so that candidates can name their connections as the config does.
    func setNames(from targets: [TargetSpec])
    /// Closes everything. The targets have already stopped.
    func close()
    /// The things that parameters could be or are bound to.
    var candidates: [TargetCandidate] { get }
    /// How many more there are, beyond `TargetCandidate.most` of each kind.
    var unlisted: Int { get }
    /// Whether the answers to the last look are not complete yet.
    var isLooking: Bool { get }
    /// Somebody wants to see them: for `TargetSurroundings.lookTime` they are kept up to date, even if the configuration has no such target.
    func look()
}

extension TargetConnections {
    /// Does nothing: for most kinds the order of targets does not matter.
    func setOrder(_ targets: [any Target]) {}

    /// Does nothing: most candidates are of no connection of the config.
    func setNames(from targets: [TargetSpec]) {}

    /// Does nothing: most kinds have nothing more to look for.
    func look() {}

    /// None: most kinds cannot list them.
    var candidates: [TargetCandidate] { [] }

    /// None: most kinds list all.
    var unlisted: Int { 0 }

    /// No: most kinds know what there is, or hear it later.
    var isLooking: Bool { false }
}

/// Connections over which targets report how loud they are.
protocol LevelConnections: TargetConnections {
    /// From now on reports the levels of these targets and no others. Nothing is asked for levels that nobody wants.
    ///
    /// - Parameter report: called with a target and its level in decibels below full scale, at most 20 times a second for each; −∞ for silence, and when its
    ///   peer goes.
    func follow(_ targets: [TargetSpec], _ report: @escaping (TargetSpec, Double) -> Void)
}

/// What every kind of target may use.
struct TargetSurroundings {
    let loop: any EventLoop
    let log: Logger
    let texts: TargetTexts
    let publications: Publications
    /// A text that identifies this daemon among others on its machine.
    let instance: String
    /// Called with the programs that play, whenever they change.
    let playing: ([SoundProgram]) -> Void
    /// Called by a target that supplies options, with the id of its parameter and the options, whenever they change. There are none while the target is not
    /// there.
    let supply: (String, SuppliedOptions) -> Void
    /// Called by a target that names its parameter or has a color for it, with the id of the parameter, whenever it hears a look.
    let supplyLook: (String, SuppliedLook) -> Void
    /// Called when a peer has gone or come.
    let peersChanged: () -> Void
    /// Called with a parameter's id when the mark of one of its targets has changed.
    let markChanged: (String) -> Void

    /// How long after a look everything that could be bound is kept up to date.
    static let lookTime = TimeAmount.seconds(60)

    /// How something stands that targets share.
    func standing(_ name: String) -> PeerStanding { PeerStanding(name, log, changed: peersChanged) }

    /// The same for a program that is tried again after waits.
    func session(_ name: String, _ backOff: BackOff) -> PeerSession { PeerSession(name, backOff, loop, log, changed: peersChanged) }
}
