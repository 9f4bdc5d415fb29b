internal import FaderConfig
internal import FaderValues
internal import Logging
internal import NIOCore

/// Every row of `TargetKinds` can be read from the config (`ReadableTarget`) and connected.
protocol ConnectedTarget: ReadableTarget {
    associatedtype Connections: TargetConnections
    /// What could be bound is listed although the configuration has no target of this kind.
    static var listsUnbound: Bool { get }
    /// What to type if its peer is not there, for doctor; nil if that is no fault.
    static var absenceAdvice: String? { get }

    /// `keep` was called before with all targets of this kind.
    func target(for bound: BoundParameter, on connections: Connections) -> any Target
}

extension ConnectedTarget {
    static var listsUnbound: Bool { false }

    static var absenceAdvice: String? { "faderctl targets   (once it is on and reachable, it gets what was set)" }
}

extension TargetSpec {
    /// Every row of `TargetKinds` can be connected, and only their readers make targets.
    var connected: any ConnectedTarget {
        guard let spec = details as? any ConnectedTarget else { preconditionFailure("targets of the kind \(kind) cannot be connected") }
        return spec
    }
}

/// Connections of the targets of a kind, or a queue. Owned by the event loop.
protocol TargetConnections: AnyObject {
    init(_ surroundings: TargetSurroundings)

    /// Closes what the new configuration does not need, and leaves the rest undisturbed. Targets that go have stopped.
    func keep(for targets: [TargetSpec])
    /// Called with the targets of the kind, in the order of the config, after they have started.
    func setOrder(_ targets: [any Target])
    /// Called with all targets of the kind, after they have started, so that candidates can name their connections as the config does.
    func setNames(from targets: [TargetSpec])
    /// The targets have stopped.
    func close()
    var candidates: [TargetCandidate] { get }
    /// How many more there are, beyond `TargetCandidate.most` of each kind.
    var unlisted: Int { get }
    /// The answers to the last look are not complete.
    var isLooking: Bool { get }
    /// Keeps candidates up to date for `TargetSurroundings.lookTime`, even without targets in the configuration.
    func look()
}

extension TargetConnections {
    func setOrder(_ targets: [any Target]) {}

    func setNames(from targets: [TargetSpec]) {}

    func look() {}

    var candidates: [TargetCandidate] { [] }

    var unlisted: Int { 0 }

    var isLooking: Bool { false }
}

/// Connections over which targets report how loud they are.
protocol LevelConnections: TargetConnections {
    /// From now on reports the levels of these targets and no others, and asks for no more.
    ///
    /// - Parameter report: gets a target and its level in decibels below full scale, at most 20 times a second; −∞ for silence, and when
    ///   its peer goes.
    func follow(_ targets: [TargetSpec], _ report: @escaping (TargetSpec, Double) -> Void)
}

struct TargetSurroundings {
    let loop: any EventLoop
    let log: Logger
    let texts: TargetTexts
    let publications: Publications
    /// Tells this daemon from others on its machine.
    let instance: String
    let playing: ([SoundProgram]) -> Void
    /// The id of a parameter and its target's options, whenever they change; none while the target is not there.
    let supply: (String, SuppliedOptions) -> Void
    /// The id of a parameter, whenever its target hears a look.
    let supplyLook: (String, SuppliedLook) -> Void
    let peersChanged: () -> Void
    /// Another mark of one of the parameter's targets.
    let markChanged: (String) -> Void

    /// How long after a look candidates are kept up to date.
    static let lookTime = TimeAmount.seconds(60)

    func standing(_ name: String) -> PeerStanding { PeerStanding(name, log, changed: peersChanged) }

    /// The standing of a program that is tried again after waits.
    func session(_ name: String, _ backOff: BackOff) -> PeerSession { PeerSession(name, backOff, loop, log, changed: peersChanged) }
}
