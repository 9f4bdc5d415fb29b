internal import FaderModel
internal import Logging
internal import NIOCore

/// A kind of target that can be connected. Every row of `TargetKinds` is one.
protocol ConnectedTarget: TargetKind {
    /// What the targets of this kind share.
    associatedtype Connections: TargetConnections

    /// The target of a parameter. The specs of all targets of this kind were given to `keep` before.
    func target(for bound: Targets.Bound, on connections: Connections) -> any Target
}

/// What the targets of one kind share: their connections, or a queue. Owned by the event loop.
protocol TargetConnections: AnyObject {
    init(_ surroundings: TargetSurroundings)

    /// Closes what none of these targets of a new configuration needs, and leaves the rest undisturbed. The targets that go have stopped.
    func keep(for targets: [TargetSpec])
    /// The targets of the kind, in the order of the config, have started.
    func setOrder(_ targets: [any Target])
    /// Closes everything. The targets have stopped.
    func close()
    /// What parameters could be bound to, and those that are.
    var candidates: [TargetCandidate] { get }
    /// Somebody wants to see them: for `TargetBoard.lookTime` they are kept up to date, even if the configuration has no such target.
    func look()
}

extension TargetConnections {
    /// Does nothing: most kinds do not care which of two targets was first.
    func setOrder(_ targets: [any Target]) {}

    /// Does nothing: most kinds see as much without it.
    func look() {}

    /// None: most kinds do not know.
    var candidates: [TargetCandidate] { [] }
}

/// What every kind of target may use.
struct TargetSurroundings {
    let loop: any EventLoop
    let log: Logger
    let texts: Targets.Texts
    let publications: Publications
    /// What distinguishes this daemon from others on its machine.
    let instance: String
    /// Called with the programs that play, whenever they change.
    let playing: ([SoundProgram]) -> Void
    /// Called with a parameter's id and the options that its target has, whenever they change: by a target whose kind supplies options. None
    /// while the target is not there.
    let supply: (String, SuppliedOptions) -> Void
    /// Called when what targets share has gone or come.
    let peersChanged: () -> Void
    /// Called with a parameter's id when the mark of one of its targets has changed.
    let markChanged: (String) -> Void

    /// The presence of what targets share.
    func presence() -> PresenceLog { PresenceLog(log, changed: peersChanged) }

    /// How a program stands to which targets share a connection.
    func session(_ name: String, _ backOff: BackOff) -> PeerSession { PeerSession(name, backOff, loop, log, changed: peersChanged) }
}
