/// Steps by buttons, commands and increments. Nothing here allocates.
extension NumberScale {
    /// `count` steps further along the travel, within the range; where both ends of the range are the same point, it wraps around. From
    /// between two steps, the first step goes to the next one in that direction.
    ///
    /// - An ordinary step is `step`; without `step` it is a hundredth of the travel.
    /// - A big step is `big-step`, else ten steps, else a tenth of the travel. Where it is a multiple of `step` it stays on those steps;
    /// where it is not, its steps are counted from the minimum. Without `step` it is simply added.
    /// - A fine step is `fine-step`, else a tenth of a step, else a thousandth of the travel. Its steps are counted from the minimum too.
    ///
    /// −∞ at the bottom counts as one step below the lowest finite step.
    public func stepped(from value: Double, by count: Int, size: StepSize = .ordinary) -> Double {
        guard count != 0 else { return value }
        let along = Double(count)
        let isUp = (count > 0) != isTurned
        let steps = isTurned ? -along : along
        switch stride(of: size) {
        case .travel(let parts): return self.along(from: value, by: isCircle ? Self.rest(of: count, turn: parts) : along, of: parts)
        case .plain(let length): return isCircle ? round(value + steps * length) : added(steps, times: length, to: value)
        case .steps(let length, let times):
            let grid = length == step ? self.steps : StepGrid(minimum: minimum, step: length)
            // Both ends of a circle are the minimum.
            let start = grid.place(of: isCircle && value >= maximum ? minimum : value).rounded(isUp ? .down : .up)
            guard isCircle else { return self.value(of: start + steps * times, on: grid) }
            let turn = grid.place(of: maximum).rounded(.up)
            let rest = Self.rest(of: count, times: times, turn: turn)
            return valueAround(of: start + (isTurned ? -rest : rest), on: grid)
        }
    }

    /// `count` times a length further, in the unit of the parameter, whether that is a step or not. Where both ends are the same point, it
    /// wraps around. Rounding errors do not add up. −∞ at the bottom counts as one length below the lowest finite value.
    public func stepped(from value: Double, by count: Int, length: Double) -> Double {
        guard count != 0 else { return value }
        let grid = StepGrid(minimum: minimum, step: length)
        let place = grid.place(of: value) + (isTurned ? -Double(count) : Double(count))
        let exact = isCircle ? round(grid.value(at: place)) : self.value(of: place, on: grid)
        // From a value between two of these steps, as a coarse step from a fine one, the sum has the errors of doubles: 0.1999999999999993.
        guard exact.magnitude < 1e6, length >= 1e-6 else { return exact }
        return min(max((exact * 1e9).rounded() / 1e9, minimum), maximum)
    }

    /// The remainder of `count` times `times` steps on a circle of `turn` steps. With whole numbers: in a sum of large doubles the last
    /// steps get lost.
    private static func rest(of count: Int, times: Double = 1, turn: Double) -> Double {
        let turn = max(Int(turn), 1)
        // Both factors are less than a turn, but their product may be beyond every integer.
        return Double(turn.dividingFullWidth((count % turn).multipliedFullWidth(by: Int(times) % turn)).remainder)
    }

    /// The lowest value follows the highest and the other way round. If both are the same point, an ordinary step does that already.
    public func cycled(from value: Double, by count: Int) -> Double {
        if isCircle { return stepped(from: value, by: count) }
        guard count != 0 else { return value }
        let isUp = (count > 0) != isTurned
        guard step > 0 else {
            if isUp, value >= maximum { return minimum }
            if !isUp, value <= minimum { return maximum }
            return stepped(from: value, by: count)
        }
        // −∞ is a separate option, below the lowest step.
        let lowest = minimum.isFinite ? 0 : steps.lowest - 1
        let options = steps.place(of: maximum).rounded(.down) - lowest + 1
        let start = steps.place(of: value).rounded(isUp ? .down : .up) - lowest
        let rest = Self.rest(of: count, turn: options)
        let wrapped = (start + (isTurned ? -rest : rest)).truncatingRemainder(dividingBy: options)
        return self.value(of: lowest + (wrapped < 0 ? wrapped + options : wrapped), on: steps)
    }

    /// Fader motion can reach the value: it is on a step, or it is the maximum.
    public func isOnStep(_ value: Double) -> Bool {
        guard step > 0 else { return false }
        if value >= maximum { return true }
        let place = steps.place(of: value)
        return place == place.rounded()
    }

    func step(atMost value: Double) -> Double { self.value(of: steps.place(of: value).rounded(.down), on: steps) }

    /// The lowest step at or above a value, or the maximum.
    func step(atLeast value: Double) -> Double { self.value(of: steps.place(of: value).rounded(.up), on: steps) }

    private enum Stride {
        /// By one of `parts` equal parts of the travel.
        case travel(parts: Double)
        /// By adding a length.
        case plain(Double)
        /// From step to step, `times` steps at once.
        case steps(length: Double, times: Double)
    }

    private func stride(of size: StepSize) -> Stride {
        switch size {
        case .ordinary: return step > 0 ? .steps(length: step, times: 1) : .travel(parts: 100)
        case .fine: return fineStep > 0 ? .steps(length: fineStep, times: 1) : .travel(parts: 1000)
        case .big:
            guard bigStep > 0 else { return .travel(parts: 10) }
            guard step > 0 else { return .plain(bigStep) }
            let times = (bigStep / step).rounded()
            let isMultiple = times >= 1 && (times * step - bigStep).magnitude <= bigStep * 1e-9
            return isMultiple ? .steps(length: step, times: times) : .steps(length: bigStep, times: 1)
        }
    }

    /// The value of a step of a circle. After the last step below the maximum comes the minimum, even where that step is a shorter one.
    private func valueAround(of index: Double, on grid: StepGrid) -> Double {
        let count = grid.place(of: maximum).rounded(.up)
        let rest = index.truncatingRemainder(dividingBy: count)
        return grid.value(at: rest < 0 ? rest + count : rest)
    }

    private func value(of index: Double, on grid: StepGrid) -> Double {
        index < grid.lowest ? minimum : min(max(grid.value(at: index), minimum), maximum)
    }

    private func added(_ count: Double, times length: Double, to value: Double) -> Double {
        // From −∞, the first step goes to the lowest finite value.
        let sum = value < floor && count > 0 ? floor + (count - 1) * length : value + count * length
        return sum < floor ? minimum : min(sum, maximum)
    }
}
