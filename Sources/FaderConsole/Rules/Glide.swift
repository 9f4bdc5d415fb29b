internal import FaderModel

/// A parameter on its way to a value. Owned by the MIDI thread.
struct Glide {
    let parameter: ParameterIndex
    /// Where along the travel it began, and where it ends: 0…1.
    let from, to: Double
    /// The value at the end, exactly.
    let target: Double
    let start: MonotonicTime
    let length: MonotonicTime.Interval
    /// All its changes have one number and one origin.
    let number: ChangeNumber
    let origin: Origin
    /// It moves a motor that takes four messages for a position, so it is moved only at every second tick.
    var isHeavy: Bool
    /// Nothing has ended it yet.
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

/// The glides of a console, in the order in which their parameters began, and how far their shared tick has come. Never allocates once
/// made. Owned by the MIDI thread.
///
/// A glide that has ended keeps its place until the tick is over, and a new glide of the same parameter reuses it: so there are never
/// more places than parameters.
struct GlideList {
    var all: [Glide] = []
    /// When the next tick, or the rest of the current one, is due; `.never` while nothing glides.
    var nextTick = MonotonicTime.never
    /// The next place of the tick, and whether it is in its second round.
    var cursor = 0
    var isSecondRound = false
    /// Heavy glides are moved at this tick.
    var isForHeavy = false

    /// An empty list. Memory that is never touched is not resident, so the capacity costs nothing until something glides.
    init(capacity: Int) { all.reserveCapacity(capacity) }
}
