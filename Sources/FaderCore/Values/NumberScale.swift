internal import Glibc

/// A parameter's range made ready for the MIDI thread: position ↔ value, clamp and step, without allocation.
///
/// With no step, raw → value → raw is the identity for every raw value of every message kind.
///
/// A minimum of −∞ (audio taper only) is the value at position 0, and at no other place of the travel. Finite values below the law's
/// bottom corner stand at position 0 as well.
@safe public struct NumberScale: Sendable {
    /// Lowest value; −∞ only with the audio taper.
    public let minimum: Double
    /// Highest value.
    public let maximum: Double
    /// What fader motion snaps to, counted from `minimum`, or from 0 where the minimum is −∞; 0: continuous.
    public let step: Double
    /// How travel becomes value: the taper without its points, so that a copy costs next to nothing.
    private let law: Law
    /// The corners of a `points` taper; else nil. They live as long as the process, so nobody counts references to them.
    private unowned(unsafe) let corners: TaperCorners?
    /// The taper's transform of minimum, and of the span up to maximum (logarithm, audio travel, or the plain number).
    private let base: Double
    private let span: Double
    /// The ordinary steps.
    let steps: StepGrid
    /// What a big and a fine step are; 0: a part of the travel.
    let bigStep: Double
    let fineStep: Double

    private enum Law {
        case linear, log, audio, points
    }

    /// The scale of a checked parameter.
    public init(_ spec: ParameterSpec) {
        minimum = spec.minimum
        maximum = spec.maximum
        step = spec.step
        unsafe corners = if case .points(let points) = spec.taper { TaperCorners.with(points) } else { nil }
        steps = StepGrid(minimum: spec.minimum, step: spec.step)
        (bigStep, fineStep) = Self.sizes(of: spec)
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
            base = AudioLaw.travel(spec.minimum.isFinite ? spec.minimum : AudioLaw.bottom)
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
        return min(steps.value(at: max(((value - steps.base) / step).rounded(), steps.lowest)), maximum)
    }

    /// Big and fine steps, whole ones for what is counted in whole numbers.
    private static func sizes(of spec: ParameterSpec) -> (big: Double, fine: Double) {
        let big = spec.bigStep > 0 ? spec.bigStep : spec.step * 10
        let fine = spec.fineStep > 0 ? spec.fineStep : spec.step / 10
        guard spec.kind != .number else { return (big, fine) }
        return (max(big.rounded(), 1), max(fine.rounded(), 1))
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
