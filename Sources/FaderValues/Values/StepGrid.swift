/// The steps of a range, counted from its minimum, or from 0 where the minimum is −∞. Plain bytes, made without allocation.
@usableFromInline struct StepGrid: Sendable, BitwiseCopyable {
    /// The value of step 0; finite.
    let base: Double
    /// The distance between steps; 0: there are no steps.
    let step: Double
    /// The number of the lowest finite step: 0, or with a minimum of −∞ the first step at or above the bottom corner of the fader law.
    let lowest: Double
    /// Base and step times a power of ten, as whole numbers; 0 where they are not decimal fractions.
    private let denominator: Double
    private let wholeBase: Double
    private let wholeStep: Double

    init(minimum: Double, step: Double) {
        base = minimum.isFinite ? minimum : 0
        self.step = step
        denominator = step > 0 ? Self.denominator(base, step) : 0
        wholeBase = (base * denominator).rounded()
        wholeStep = (step * denominator).rounded()
        lowest = minimum.isFinite || step <= 0 ? 0 : Self.wholeNearby(AudioLaw.bottom / step).rounded(.up)
    }

    /// The double nearest to the decimal where base and step are decimal fractions: −5.9, not −5.8999999999999986.
    func value(at index: Double) -> Double {
        denominator > 0 ? (wholeBase + index * wholeStep) / denominator : base + index * step
    }

    /// How far a value is from the base, in steps; on a step, exactly a whole number. −∞ counts as the step below the lowest, and a finite
    /// value below the lowest step as halfway between the two.
    func place(of value: Double) -> Double {
        let place = Self.wholeNearby((value - base) / step)
        if place >= lowest { return place }
        return value.isFinite ? lowest - 0.5 : lowest - 1
    }

    private static func wholeNearby(_ place: Double) -> Double {
        let nearest = place.rounded()
        return (place - nearest).magnitude < 1e-9 * max(1, nearest.magnitude) ? nearest : place
    }

    /// Makes both numbers whole; 0 where no power of ten does so exactly enough.
    private static func denominator(_ base: Double, _ step: Double) -> Double {
        var power = 1.0
        for _ in 0..<16 {
            if isWhole(base * power), isWhole(step * power) { return power }
            power *= 10
        }
        return 0
    }

    private static func isWhole(_ number: Double) -> Bool {
        number.magnitude < 1e15 && (number - number.rounded()).magnitude <= number.magnitude * 4e-16
    }
}
