internal import FaderValues

/// Slows down circles: a write to a target makes somebody change the parameter, which is written again, and so on. Pure.
///
/// A turn is a write followed by a change; hands, gestures and fades make no turns. After `most` turns the newest value waits before it is
/// written, first for a second, later up to a minute. A circle cannot change the parameter during that wait. If a change comes all the
/// same, it is no circle: the value is written at once, and the next wait comes after twice as many turns.
struct CircleBrake {
    private static let most = 32
    /// From this number of turns on, the changes are one entry of the history.
    private static let suspicious = 8
    /// A change that comes later after a write does not follow from it.
    private static let slow = Duration.seconds(2)
    private static let (firstPause, longestPause) = (Duration.seconds(1), Duration.seconds(60))

    private var turns = 0
    private var needed = CircleBrake.most
    private var pause = CircleBrake.firstPause
    private var lastWrite: Moment?
    private var isAnswered = true
    /// Until when the newest value waits; nil if it does not wait.
    private(set) var heldUntil: Moment?

    /// Until when changes of the parameter count as part of a suspected circle; nil if none is suspected.
    var suspectUntil: Moment? {
        turns >= Self.suspicious ? (heldUntil ?? lastWrite).map { $0 + Self.slow } : nil
    }

    /// Whether the circle goes on although a write has waited.
    var isBraking: Bool { turns > needed }

    /// Returns whether to report the circle to people: a change has followed the first write that waited.
    mutating func changed(at now: Moment) -> Bool {
        defer { isAnswered = true }
        if heldUntil != nil {
            needed = min(needed * 2, 1 << 20)
            stop()
            return false
        }
        guard !isAnswered, let lastWrite, now - lastWrite <= Self.slow else {
            stop()
            return false
        }
        turns += 1
        guard turns >= needed else { return false }
        heldUntil = now + pause
        pause = min(pause * 2, Self.longestPause)
        return turns == needed + 1
    }

    mutating func stop() { (turns, pause, heldUntil, isAnswered) = (0, Self.firstPause, nil, true) }

    mutating func wrote(at now: Moment) { (heldUntil, lastWrite, isAnswered) = (nil, now, false) }
}
