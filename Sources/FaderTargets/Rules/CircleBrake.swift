internal import FaderModel

/// Slows down circles: what is written to a target makes somebody change the parameter, which is written again, and so on. Pure.
///
/// After `most` turns the newest value waits for a second before it is written, then for longer, up to a minute. A turn is a write that
/// one change follows. Whoever waits for the write cannot change the parameter meanwhile; somebody who does keeps a pace of their own, so the value
/// is written at once, and the next wait comes after twice as many turns. Hands, gestures and fades make no turns.
struct CircleBrake {
    private static let most = 32
    /// From so many turns on, the changes are one entry of the history.
    private static let suspicious = 8
    /// A change that comes later after a write does not follow from it.
    private static let slow = Duration.seconds(2)
    private static let (firstPause, longestPause) = (Duration.seconds(1), Duration.seconds(60))

    private var turns = 0
    private var needed = CircleBrake.most
    private var pause = CircleBrake.firstPause
    private var lastWrite: Moment?
    /// Whether a change has come since.
    private var isAnswered = true
    /// Until when the newest value waits; nil if it need not.
    private(set) var heldUntil: Moment?

    /// Until when changes of the parameter are part of what seems to be a circle; nil if nothing does.
    var suspectUntil: Moment? {
        turns >= Self.suspicious ? (heldUntil ?? lastWrite).map { $0 + Self.slow } : nil
    }

    /// Whether it goes on although a write has waited.
    var isBraking: Bool { turns > needed }

    /// Notes a change that is to be written. Returns whether people are to be told: a change has followed the first write that waited.
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

    /// Notes a change that is no part of a circle.
    mutating func stop() { (turns, pause, heldUntil, isAnswered) = (0, Self.firstPause, nil, true) }

    /// Notes that a value is written.
    mutating func wrote(at now: Moment) { (heldUntil, lastWrite, isAnswered) = (nil, now, false) }
}
