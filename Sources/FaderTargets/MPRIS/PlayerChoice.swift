internal import FaderValues
internal import NIOCore

/// The player that a glob stands for; of several, the one that was there first. All targets with the same glob share it. Owned by the event
/// loop.
final class PlayerChoice {
    private let glob: String
    private unowned let players: Players
    private var targets: [PlayerTarget] = []
    private var isPressed = false
    private(set) var player: Players.Player?
    private var chosenAt = NIODeadline.uptimeNanoseconds(0)
    /// The pause after a player that went as soon as it had come, and the end of such a pause.
    private var pauses = BackOff(from: .milliseconds(250), to: .seconds(4))
    private let rest: LoopTimer
    private let standing: PeerStanding

    /// A player that has been there for this long is no longer a guest.
    private static let stable = TimeAmount.seconds(1)

    init(_ glob: String, _ players: Players, _ surroundings: TargetSurroundings) {
        (self.glob, self.players, rest, standing) = (glob, players, LoopTimer(surroundings.loop), surroundings.standing("mpris \(glob)"))
    }

    var shared: SharedPeer { SharedPeer(name: standing.name, goneSince: standing.goneSince ?? players.goneSince, note: note) }

    func add(_ target: PlayerTarget) {
        targets.append(target)
        if let player { target.appeared(player) } else { miss() }
    }

    func prepare() {
        isPressed = true
        if player == nil { miss() }
    }

    func remove(_ target: PlayerTarget) { targets.removeAll { $0 === target } }

    private var fitting: [Players.Player] { players.all.filter { ClientGlob.fits($0.name, glob) } }

    func choose() {
        let fitting = fitting
        if let player {
            if fitting.contains(player) { return }
            self.player = nil
            for target in targets { target.disappeared() }
            let wasShort = .now() - chosenAt < Self.stable
            if wasShort { beginRest() } else { pauses.reset() }
        }
        guard !rest.isSet, let first = fitting.first else { return miss() }
        (player, chosenAt) = (first, .now())
        standing.opened()
        players.follow()
        for target in targets { target.appeared(first) }
    }

    /// Reports that there is no player, once the players are known. If the bus is gone, its connection reports that.
    private func miss() {
        if players.isKnown, isPressed || !targets.isEmpty { standing.lost(note ?? "") }
    }

    private func beginRest() {
        rest.set(in: TimeAmount(pauses.next())) { [weak self] in self?.choose() }
    }

    func changed(_ properties: Set<String>) { for target in targets { target.changed(properties) } }

    func press(_ call: MPRISTargetSpec.Call, _ done: @escaping (Result<String, TargetError>) -> Void) {
        guard let player else { return done(.failure(TargetError(description: "mpris \(glob): \(note ?? "there is no such player")"))) }
        players.call(player.call(call.member)) { answer in
            done(
                answer.map { _ in "\(call.rawValue) sent to \(player.name.withoutControls())" }
                    .mapError { TargetError(description: "\(player.name.withoutControls()): \($0)") })
        }
    }

    /// Why there is no player, or which others match.
    var note: String? {
        if let note = players.note { return note }
        guard let player else { return rest.isSet ? "its players come and go too fast" : "no player of that name runs" }
        let others = fitting.filter { $0 != player }.map(\.name)
        guard let first = others.first else { return nil }
        let more = others.count > 1 ? " and \(others.count - 1) more fit" : " fits"
        return "\(first)\(more), too; \(player.name) was there first"
    }
}

extension Players.Player {
    func call(_ member: String, _ arguments: BusCall.Argument...) -> BusCall {
        BusCall(destination: owner, path: Players.path, interface: Players.interface, member: member, arguments: arguments)
    }

    func property(_ member: String, _ arguments: BusCall.Argument...) -> BusCall {
        .property(member, of: owner, Players.path, Players.interface, arguments)
    }
}

extension MPRISTargetSpec.Call {
    var member: String {
        switch self {
        case .next: "Next"
        case .previous: "Previous"
        case .playPause: "PlayPause"
        case .play: "Play"
        case .pause: "Pause"
        case .stop: "Stop"
        }
    }
}
