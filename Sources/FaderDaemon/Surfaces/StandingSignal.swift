internal import FaderServer
internal import FaderSystem

/// Signals when standings of waiting controls or of targets may have changed. `Surfaces.followStandings` then asks for them, with a pause
/// in between.
@Owner
final class StandingSignal {
    /// Yields at least once after each sign. For one reader.
    let signs: AsyncStream<Void>
    private let sign: AsyncStream<Void>.Continuation
    private var areTargetsNew = false

    init(_ hub: EventHub, _ followers: Followers) {
        (signs, sign) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        hub.onListen = { [weak self] in self?.sign.yield() }
        // Whoever made the hub may let it go before the last report of the daemon comes.
        followers.add { [weak self, weak hub] event in
            guard let self, hub?.isWatched == true else { return }
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
