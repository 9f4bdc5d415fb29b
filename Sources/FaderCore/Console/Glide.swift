/// A parameter on its way to a value. Owned by the MIDI thread.
struct Glide {
    let parameter: Int
    /// Where along the travel it began, and where it ends: 0…1.
    let from, to: Double
    /// The value at the end, exactly.
    let target: Double
    let start: MonotonicTime
    let length: MonotonicTime.Interval
    /// All its changes have one number and one origin.
    let group: UInt32
    let origin: Origin
    /// It moves a motor that takes four messages for a position, so it comes along at every second tick only.
    let isHeavy: Bool
    /// Nothing ended it yet.
    var isActive = true

    /// Where along the travel it is; nil at the end.
    func fraction(at now: MonotonicTime) -> Double? {
        let elapsed = now.interval(since: start)
        guard elapsed < length else { return nil }
        return from + (to - from) * Double(elapsed.nanoseconds) / Double(length.nanoseconds)
    }

    /// How much of its time is left.
    func rest(at now: MonotonicTime) -> MonotonicTime.Interval {
        let elapsed = now.interval(since: start)
        return MonotonicTime.Interval(nanoseconds: length.nanoseconds - min(elapsed.nanoseconds, length.nanoseconds))
    }
}

/// The glides of a console, in the order they began, and how far the tick they share has come. Never allocates once made. Owned by
/// the MIDI thread.
///
/// What ended stays in its place until the tick is over, and is taken again by a new glide of the same parameter: so there are never
/// more places than parameters.
struct GlideList {
    var all: [Glide] = []
    /// When the next tick is due, or the rest of one that began; `.never` while nothing glides.
    var nextTick = MonotonicTime.never
    /// The place the tick has come to, and whether it is there for the second time.
    var cursor = 0
    var isSecondRound = false
    /// The tick is one at which heavy glides come along.
    var isForHeavy = false

    /// Never touched memory is not resident, so this costs nothing until something glides.
    init(capacity: Int) { all.reserveCapacity(capacity) }
}
