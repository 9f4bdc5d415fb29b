internal import FaderLoops
internal import FaderServer

/// When to look again how controls that wait for their parameters stand, and how targets do. The MIDI thread and the targets' loop only give
/// a sign; `Surfaces.followStandings` asks them, a few times a second at most.
@Owner
final class Standings {
    /// Yields at least once after each sign. For one reader.
    let signs: AsyncStream<Void>
    private let sign: AsyncStream<Void>.Continuation
    private var areTargetsNew = false

    init(_ hub: EventHub, _ followers: Followers) {
        (signs, sign) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        hub.onListen = { [weak self] in self?.sign.yield() }
        followers.add { [weak self, unowned hub] event in
            guard hub.isWatched, let self else { return }
            switch event {
            case .settled, .surface: sign.yield()
            case .targets:
                areTargetsNew = true
                sign.yield()
            default: break
            }
        }
    }

    /// Whether targets have changed since the last call.
    func takeTargets() -> Bool {
        defer { areTargetsNew = false }
        return areTargetsNew
    }
}
