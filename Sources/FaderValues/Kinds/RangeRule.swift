/// How two parameters that are the ends of one range stay apart. Plain bytes; the console keeps one for each range.
///
/// Rounding errors do not count: 0.2 and 0.3 are at least 0.1 apart, although the doubles are a little closer.
public struct RangeRule: Sendable, BitwiseCopyable {
    public let low: ParameterIndex
    public let high: ParameterIndex
    /// The least distance of the ends: 0 up to the whole range.
    public let gap: Double
    /// A moved end pushes the other out of its way; if not, it stops.
    public let isPushing: Bool

    public func allows(_ low: Double, _ high: Double) -> Bool { Self.areApart(low, high, gap: gap) }

    /// Whether two values are in order and at least `gap` apart, up to rounding errors.
    public static func areApart(_ low: Double, _ high: Double, gap: Double) -> Bool {
        guard low <= high else { return false }
        return low <= high - gap || low - (high - gap) <= (low.magnitude + high.magnitude + gap) * 4e-16
    }

    /// The highest value of the low end for a given high end, on a step if required.
    public func lowEnd(below high: Double, onStep: Bool, of scale: NumberScale) -> Double {
        let bound = high - gap < scale.floor ? scale.minimum : high - gap
        let step = onStep ? scale.step(atMost: bound) : bound
        // A bound very close to a step counts as on it, but not if the ends would then be too close.
        return allows(step, high) ? step : bound
    }

    /// The lowest value of the high end for a given low end, on a step if required.
    public func highEnd(above low: Double, onStep: Bool, of scale: NumberScale) -> Double {
        let bound = min(low + gap, scale.maximum)
        let step = onStep ? scale.step(atLeast: bound) : bound
        return allows(low, step) ? step : bound
    }

    /// The low end gets the wanted value if the high end is far enough away or can be pushed, otherwise the nearest possible one, but it
    /// never moves backward.
    func setting(low wanted: Double, beside ends: (low: Double, high: Double), on scale: NumberScale) -> (low: Double, high: Double) {
        if allows(wanted, ends.high) { return (wanted, ends.high) }
        let onStep = scale.isOnStep(wanted)
        let high = isPushing ? highEnd(above: wanted, onStep: onStep, of: scale) : ends.high
        return (allows(wanted, high) ? wanted : max(lowEnd(below: high, onStep: onStep, of: scale), ends.low), high)
    }

    func setting(high wanted: Double, beside ends: (low: Double, high: Double), on scale: NumberScale) -> (low: Double, high: Double) {
        if allows(ends.low, wanted) { return (ends.low, wanted) }
        let onStep = scale.isOnStep(wanted)
        let low = isPushing ? lowEnd(below: wanted, onStep: onStep, of: scale) : ends.low
        return (low, allows(low, wanted) ? wanted : min(highEnd(above: low, onStep: onStep, of: scale), ends.high))
    }

    /// Both ends of a range as near to the wanted values as the rule allows. The low end stays where it can; both stay within the scale.
    public func settled(_ low: Double, _ high: Double, on scale: NumberScale) -> (low: Double, high: Double) {
        if allows(low, high) { return (low, high) }
        let onStep = scale.isOnStep(low)
        let moved = highEnd(above: low, onStep: onStep, of: scale)
        return allows(low, moved) ? (low, moved) : (lowEnd(below: moved, onStep: onStep, of: scale), moved)
    }
}
