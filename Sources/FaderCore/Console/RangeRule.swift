/// How two parameters that are the ends of one range stay apart. Plain bytes; owned by the MIDI thread.
///
/// "At least `gap` apart" is judged by the decimals: 0.2 and 0.3 are 0.1 apart, although the doubles are a little less.
struct RangeRule {
    /// Indices of the parameters.
    let low: Int
    let high: Int
    /// How far apart the ends stay at least: 0 up to the whole range.
    let gap: Double
    /// Whether a moved end moves the other out of its way; else it stops.
    let isPushing: Bool

    /// The rule of a range whose parts are checked to have one scale.
    init(low: Int, high: Int, gap: Double, meet: Meet, scale: NumberScale) {
        self.low = low
        self.high = high
        self.gap = min(max(gap, 0), scale.maximum - scale.minimum)
        isPushing = meet == .push
    }

    /// The rules of a configuration's ranges.
    static func all(of configuration: Configuration) -> [RangeRule] {
        configuration.groups.compactMap { group in
            guard case .range(let gap, let meet) = group.kind, group.parts.count == 2 else { return nil }
            let scale = NumberScale(configuration.parameters[group.parts[0]], nil)
            return RangeRule(low: group.parts[0], high: group.parts[1], gap: gap, meet: meet, scale: scale)
        }
    }

    /// Whether two ends are in order and far enough apart.
    func allows(_ low: Double, _ high: Double) -> Bool {
        guard low <= high else { return false }
        return low <= high - gap || low - (high - gap) <= (low.magnitude + high.magnitude + gap) * 4e-16
    }

    /// The highest value of the low end for a given high end, on a step if required.
    func lowEnd(below high: Double, onStep: Bool, of scale: NumberScale) -> Double {
        let bound = high - gap < scale.floor ? scale.minimum : high - gap
        let step = onStep ? scale.step(atMost: bound) : bound
        // A bound that is a hair off its step counts as on it, but not if the ends would then be too close.
        return allows(step, high) ? step : bound
    }

    /// The lowest value of the high end for a given low end, on a step if required.
    func highEnd(above low: Double, onStep: Bool, of scale: NumberScale) -> Double {
        let bound = min(low + gap, scale.maximum)
        let step = onStep ? scale.step(atLeast: bound) : bound
        return allows(low, step) ? step : bound
    }

    /// Both ends of a range as near to what is wanted as the rule allows. The low one stays where it can; both are within the scale.
    func settled(_ low: Double, _ high: Double, on scale: NumberScale) -> (low: Double, high: Double) {
        if allows(low, high) { return (low, high) }
        let onStep = scale.isOnStep(low)
        let moved = highEnd(above: low, onStep: onStep, of: scale)
        return allows(low, moved) ? (low, moved) : (lowEnd(below: moved, onStep: onStep, of: scale), moved)
    }
}
