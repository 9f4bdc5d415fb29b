internal import FaderLoops

/// When to look again how controls that wait for their parameters stand, and how targets do. The MIDI thread and the targets' loop only give
/// a sign; `Surfaces.followStandings` asks them, a few times a second at most.
@Owner
final class Standings {
    /// Yields at least once after each sign. For one reader.
    let signs: AsyncStream<Void>
    private let sign: AsyncStream<Void>.Continuation
    private var areTargetsNew = false

    init() { (signs, sign) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// A parameter or a control moved, or controls drive something else.
    func somethingMoved() { sign.yield() }

    /// A target came, went, began or stopped failing, or its members differ or agree.
    func targetsChanged() {
        areTargetsNew = true
        sign.yield()
    }

    /// Whether targets have changed since the last call.
    func takeTargets() -> Bool {
        defer { areTargetsNew = false }
        return areTargetsNew
    }
}
