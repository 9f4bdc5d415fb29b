internal import Synchronization

/// When to look again how controls that wait for their parameters stand, and how targets do. The MIDI thread and the targets' loop only give
/// a sign; `Daemon.followStandings` asks them, a few times a second at most. Safe to use from anywhere.
final class Standings: Sendable {
    /// Yields at least once after each sign. For one reader.
    let signs: AsyncStream<Void>
    private let sign: AsyncStream<Void>.Continuation
    private let areTargetsNew = Atomic(false)

    init() { (signs, sign) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// A parameter or a control moved, or controls drive something else.
    func somethingMoved() { sign.yield() }

    /// A target came, went, began or stopped failing, or its members differ or agree.
    func targetsChanged() {
        areTargetsNew.store(true, ordering: .relaxed)
        sign.yield()
    }

    /// Whether targets have changed since the last call.
    func takeTargets() -> Bool { areTargetsNew.exchange(false, ordering: .relaxed) }
}
