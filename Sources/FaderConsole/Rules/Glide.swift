internal import FaderValues

/// A parameter on its way to a value. Owned by the MIDI thread.
struct Glide {
    let parameter: ParameterIndex
    /// Where it begins and ends along the travel, 0…1.
    let from, to: Double
    /// The exact value at the end.
    let goal: Double
    let start: MonotonicTime
    let length: MonotonicTime.Interval
    /// All its changes have the same number and origin.
    let number: ChangeNumber
    let origin: ChangeOrigin
    /// It moves a motor that takes four messages per position, so it is moved only at every second tick.
    var isHeavy: Bool
    var isActive = true

    /// Where it is along the travel; nil at the end.
    func fraction(at now: MonotonicTime) -> Double? {
        let elapsed = now.interval(since: start)
        guard elapsed < length else { return nil }
        return from + (to - from) * Double(elapsed.nanoseconds) / Double(length.nanoseconds)
    }

    func timeLeft(at now: MonotonicTime) -> MonotonicTime.Interval {
        let elapsed = now.interval(since: start)
        return MonotonicTime.Interval(nanoseconds: length.nanoseconds - min(elapsed.nanoseconds, length.nanoseconds))
    }
}
