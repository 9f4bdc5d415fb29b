internal import Glibc

/// A parameter's range made ready for the MIDI thread: position ↔ value, clamp and step, without allocation.
///
/// With no step, raw → value → raw is the identity for every raw value of every message kind.
@safe public struct NumberScale: Sendable {
    /// Lowest value.
    public let minimum: Double
    /// Highest value.
    public let maximum: Double
    /// What fader motion snaps to, counted from `minimum`; 0: continuous.
    public let step: Double
    /// How travel becomes value: the taper without its points, so that a copy costs next to nothing.
    private let law: Law
    /// The corners of a `points` taper; else nil. They live as long as the process, so nobody counts references to them.
    private unowned(unsafe) let corners: TaperCorners?
    /// The taper's transform of minimum, and of the span up to maximum (logarithm, audio travel, or the plain number).
    private let base: Double
    private let span: Double
    /// A power of ten, and by it minimum and step as whole numbers; 0 where they are no decimal fractions.
    private let denominator: Double
    private let wholeMinimum: Double
    private let wholeStep: Double

    private enum Law {
        case linear, log, audio, points
    }

    /// The scale of a checked parameter.
    public init(_ spec: ParameterSpec) {
        minimum = spec.minimum
        maximum = spec.maximum
        step = spec.step
        unsafe corners = if case .points(let points) = spec.taper { TaperCorners.with(points) } else { nil }
        denominator = step > 0 ? Self.denominator(minimum, step) : 0
        wholeMinimum = (minimum * denominator).rounded()
        wholeStep = (step * denominator).rounded()
        switch spec.taper {
        case .linear, .points:
            law = unsafe corners == nil ? .linear : .points
            base = spec.minimum
            span = spec.maximum - spec.minimum
        case .log:
            law = .log
            base = Glibc.log(spec.minimum.magnitude)
            span = Glibc.log(spec.maximum.magnitude) - base
        case .audio:
            law = .audio
            base = AudioLaw.travel(spec.minimum)
            span = AudioLaw.travel(spec.maximum) - base
        }
    }

    /// The nearest value of the range; nil for NaN, which never gets in.
    public func clamp(_ value: Double) -> Double? {
        if value.isNaN { return nil }
        return min(max(value, minimum), maximum)
    }

    /// The value at a place of the travel, not snapped.
    public func value(at position: Position) -> Double {
        let fraction = position.fraction
        if fraction <= 0 { return minimum }
        if fraction >= 1 { return maximum }
        let value =
            switch law {
            case .linear: base + fraction * span
            case .log: minimum < 0 ? -Glibc.exp(base + fraction * span) : Glibc.exp(base + fraction * span)
            case .audio: AudioLaw.decibels(base + fraction * span)
            case .points: Self.value(at: fraction, on: unsafe corners?.points ?? [])
            }
        return min(max(value, minimum), maximum)
    }

    /// The place of a value along the travel.
    public func position(of value: Double) -> Position {
        if value <= minimum { return Position(0) }
        if value >= maximum { return Position(1) }
        switch law {
        case .linear: return Position((value - base) / span)
        case .log: return Position((Glibc.log(value.magnitude) - base) / span)
        case .audio: return Position((AudioLaw.travel(value) - base) / span)
        case .points: return Position(Self.position(of: value, on: unsafe corners?.points ?? []))
        }
    }

    /// The value that fader motion to a place comes to: snapped to the step where there is one.
    public func snapped(at position: Position) -> Double {
        let value = value(at: position)
        guard step > 0, value > minimum, value < maximum else { return value }
        return grid(((value - minimum) / step).rounded())
    }

    /// The value `count` steps away. From between two steps, the first step goes to the next one in that direction. Without a
    /// step, one is a hundredth of the travel.
    public func stepped(from value: Double, by count: Int) -> Double {
        guard count != 0 else { return value }
        guard step > 0 else { return self.value(at: Position(position(of: value).fraction + Double(count) / 100)) }
        let place = (value - minimum) / step
        let nearest = place.rounded()
        let isOnStep = (place - nearest).magnitude < 1e-9 * max(1, nearest.magnitude)
        let start = isOnStep ? nearest : count > 0 ? place.rounded(.down) : place.rounded(.up)
        return min(max(grid(start + Double(count)), minimum), maximum)
    }

    /// `minimum + index × step`, as the double nearest to the decimal where both are decimal fractions: −5.9, not
    /// −5.8999999999999986.
    private func grid(_ index: Double) -> Double {
        let value = denominator > 0 ? (wholeMinimum + index * wholeStep) / denominator : minimum + index * step
        return min(value, maximum)
    }

    /// The smallest power of ten by which both numbers become whole, or 0 where none does exactly enough.
    private static func denominator(_ minimum: Double, _ step: Double) -> Double {
        var power = 1.0
        for _ in 0..<16 {
            let isWhole = [minimum * power, step * power].allSatisfy { number in
                number.magnitude < 1e15 && (number - number.rounded()).magnitude <= number.magnitude * 4e-16
            }
            if isWhole { return power }
            power *= 10
        }
        return 0
    }

    private static func value(at fraction: Double, on points: [TaperPoint]) -> Double {
        let right = points.firstIndex { $0.position >= fraction } ?? points.count - 1
        let (a, b) = (points[max(right - 1, 0)], points[right])
        guard b.position > a.position else { return b.value }
        return a.value + (fraction - a.position) / (b.position - a.position) * (b.value - a.value)
    }

    private static func position(of value: Double, on points: [TaperPoint]) -> Double {
        let right = points.firstIndex { $0.value >= value } ?? points.count - 1
        let (a, b) = (points[max(right - 1, 0)], points[right])
        guard b.value > a.value else { return b.position }
        return a.position + (value - a.value) / (b.value - a.value) * (b.position - a.position)
    }
}
