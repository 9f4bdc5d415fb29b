internal import Glibc

/// A parameter's range prepared for the MIDI thread: position ↔ value, clamp and step, without allocation.
///
/// With no step, raw → value → raw is the identity for every raw value of every message kind.
///
/// A minimum of −∞ (audio taper only) is the value at that end of the travel and nowhere else. The lowest finite value is then that of the
/// law's bottom corner.
///
/// A scale is plain bytes. Code that keeps a scale made with the corners of a `points` taper must keep the corners as well.
@safe public struct NumberScale: Sendable, BitwiseCopyable {
    /// Lowest value; −∞ only with the audio taper.
    public let minimum: Double
    public let maximum: Double
    /// The lowest finite value.
    @usableFromInline let floor: Double
    /// The travel goes from the highest value down to the lowest.
    @usableFromInline let isTurned: Bool
    /// Whether both ends of the range are the same point.
    public let isCircle: Bool
    /// Fader motion snaps to these, counted from `minimum`, or from 0 where the minimum is −∞; 0: continuous.
    public let step: Double
    /// How travel becomes value: the taper without its points, so that copying it costs next to nothing.
    @usableFromInline let law: Law
    @inlinable var isLinear: Bool { if case .linear = law { true } else { false } }
    /// Linear, without steps, and not turned, as most scales of faders are. Moving such a fader takes the fewest instructions.
    @usableFromInline let isStraight: Bool
    /// The corners of a `points` taper, else none. Not reference-counted: the owner of the scale keeps them alive.
    @usableFromInline nonisolated(unsafe) let corners: UnsafeBufferPointer<TaperPoint>
    /// The taper's transform of minimum, and of the span up to maximum (logarithm, audio travel, or the plain number).
    @usableFromInline let base: Double
    @usableFromInline let span: Double
    @usableFromInline let steps: StepGrid
    /// The sizes of a big and a fine step; 0: a part of the travel.
    let bigStep: Double
    let fineStep: Double

    @usableFromInline enum Law: Sendable, BitwiseCopyable {
        case linear, log, audio, points
    }

    /// The corners of the taper must live as long as every copy of the scale.
    public init(_ spec: ParameterSpec, _ corners: TaperCorners?) {
        minimum = spec.minimum
        maximum = spec.maximum
        floor = spec.lowestFinite
        isTurned = spec.isTurned
        isCircle = spec.isCircle
        step = spec.step
        unsafe self.corners = corners.map { unsafe $0.points } ?? UnsafeBufferPointer(start: nil, count: 0)
        steps = StepGrid(minimum: spec.minimum, step: spec.step)
        (bigStep, fineStep) = Self.sizes(of: spec)
        switch spec.taper {
        case .linear, .points:
            law = corners == nil ? .linear : .points
            base = spec.minimum
            span = spec.maximum - spec.minimum
        case .log:
            law = .log
            base = Glibc.log(spec.minimum.magnitude)
            span = Glibc.log(spec.maximum.magnitude) - base
        case .audio:
            law = .audio
            base = AudioLaw.travel(floor)
            span = AudioLaw.travel(spec.maximum) - base
        }
        isStraight = law == .linear && step == 0 && !isTurned
    }

    /// Finite if `value` is. Nil for NaN, which is never stored.
    @inlinable @inline(__always)
    public func clamp(_ value: Double) -> Double? {
        // Values from a fader are always within the range, so this line is all they need.
        if value > floor, value <= maximum { return value }
        if value.isNaN { return nil }
        return value == minimum ? minimum : min(max(value, value.isFinite ? floor : minimum), maximum)
    }

    /// The value at a position, not snapped. Here and below, the code that a moving fader needs on a linear travel is inlined: a call would
    /// copy the whole scale first.
    @inlinable @inline(__always)
    public func value(at position: Position) -> Double {
        let fraction = isTurned ? 1 - position.fraction : position.fraction
        if fraction <= 0 { return minimum }
        if fraction >= 1 { return maximum }
        return min(
            max(
                isLinear
                    ? base + fraction * span : unsafe Self.curvedValue(at: fraction, law, base, span, isBelowZero: minimum < 0, corners),
                floor), maximum)
    }

    /// The value for the other laws. It gets only the parts that it needs, so that the whole scale is not copied for a linear law.
    @usableFromInline
    static func curvedValue(
        at fraction: Double, _ law: Law, _ base: Double, _ span: Double, isBelowZero: Bool, _ corners: UnsafeBufferPointer<TaperPoint>
    ) -> Double {
        switch law {
        case .linear: base + fraction * span
        case .log: isBelowZero ? -Glibc.exp(base + fraction * span) : Glibc.exp(base + fraction * span)
        case .audio: AudioLaw.decibels(base + fraction * span)
        case .points: unsafe value(at: fraction, on: corners)
        }
    }

    public func position(of value: Double) -> Position {
        let fraction = fraction(of: value)
        return Position(isTurned ? 1 - fraction : fraction)
    }

    /// Only −∞ is at the end of the travel: a finite value is at least one raw step away, so that moving a fader to the end still leads to
    /// −∞.
    public func travel(of value: Double) -> Travel {
        Travel(fraction: fraction(of: value), isTurned: isTurned, isAboveEnd: minimum < floor && value > minimum)
    }

    /// Where a value is along the travel of a scale, with everything else that its raw value depends on.
    @frozen public struct Travel: Sendable, BitwiseCopyable {
        @usableFromInline let fraction: Double
        @usableFromInline let isTurned: Bool
        /// The end of the travel is −∞ and the value is not.
        @usableFromInline let isAboveEnd: Bool
        /// Whether either of these two is true.
        @usableFromInline let isBent: Bool

        @inlinable init(fraction: Double, isTurned: Bool, isAboveEnd: Bool) {
            (self.fraction, self.isTurned, self.isAboveEnd, isBent) = (fraction, isTurned, isAboveEnd, isTurned || isAboveEnd)
        }

        /// The raw value of a message.
        @inlinable @inline(__always)
        public func raw(of highest: UInt32) -> UInt32 {
            let raw = Position(known: fraction).raw(of: highest)
            guard isBent else { return raw }
            let apart = raw == 0 && isAboveEnd ? 1 : raw
            return isTurned ? highest - apart : apart
        }

        /// The place of a control.
        @inlinable @inline(__always)
        public func raw(of places: MessagePositions) -> UInt32 { places.middle == 0 ? raw(of: places.last) : rawBesideMiddle(of: places) }

        @usableFromInline
        func rawBesideMiddle(of places: MessagePositions) -> UInt32 {
            let raw = (isTurned ? places.turned : places).nearest(to: fraction)
            let apart = raw == 0 && isAboveEnd ? 1 : raw
            return isTurned ? places.last - apart : apart
        }

        @inlinable @inline(__always)
        public func isAt(_ raw: UInt32, of places: MessagePositions) -> Bool {
            guard !isBent, places.middle == 0 else { return self.raw(of: places) == raw }
            // The same as rounding and comparing, without the conversion.
            let place = fraction * Double(places.last) + 0.5
            return place >= Double(raw) && place < Double(raw) + 1
        }
    }

    /// The middle of the travel has a meaning of its own, and fader motion can reach it: it is 0 in a range that extends as far down as up,
    /// or the default.
    public func hasMiddle(default defaultValue: Double) -> Bool {
        (minimum == -maximum && isHalfway(0) || isHalfway(defaultValue)) && isHalfway(snapped(at: Position(0.5)))
    }

    /// Tapers that calculate may miss the middle by the rounding of their results.
    private func isHalfway(_ value: Double) -> Bool { (fraction(of: value) - 0.5).magnitude < 1e-9 }

    /// How far a value is above the minimum, as a fraction 0…1 of the travel.
    @inlinable @inline(__always)
    func fraction(of value: Double) -> Double {
        if value <= minimum { return 0 }
        if value >= maximum { return 1 }
        return isLinear ? (value - base) / span : unsafe Self.curvedFraction(of: value, law, base, span, corners)
    }

    @usableFromInline
    static func curvedFraction(
        of value: Double, _ law: Law, _ base: Double, _ span: Double, _ corners: UnsafeBufferPointer<TaperPoint>
    ) -> Double {
        switch law {
        case .linear: (value - base) / span
        case .log: (Glibc.log(value.magnitude) - base) / span
        case .audio: (AudioLaw.travel(value) - base) / span
        case .points: unsafe position(of: value, on: corners)
        }
    }

    /// The value that fader motion to a position leads to: snapped to the step where there is one.
    @inlinable @inline(__always)
    public func snapped(at position: Position) -> Double {
        let value = value(at: position)
        return step > 0 && value > minimum && value < maximum ? Self.onStep(value, steps, maximum) : value
    }

    /// The value of fader motion that is nearest to a value.
    public func snapped(_ value: Double) -> Double {
        step > 0 && value > minimum && value < maximum ? Self.onStep(value, steps, maximum) : value
    }

    @usableFromInline
    static func onStep(_ value: Double, _ steps: StepGrid, _ maximum: Double) -> Double {
        min(steps.value(at: max(((value - steps.base) / steps.step).rounded(), steps.lowest)), maximum)
    }

    /// Nil unless the scale is straight. Inlined, it takes a few instructions; a call would copy the whole scale.
    @inlinable @inline(__always)
    public func straightValue(at position: Position) -> Double? {
        guard isStraight, position.fraction < 1 else { return nil }
        let value = base + position.fraction * span
        return value < maximum ? value : maximum
    }

    /// Nil unless the scale is straight.
    @inlinable @inline(__always)
    public func straightTravel(of value: Double) -> Travel? {
        guard isStraight else { return nil }
        let fraction = value <= minimum ? 0 : value >= maximum ? 1 : (value - base) / span
        return Travel(fraction: fraction, isTurned: false, isAboveEnd: false)
    }

    /// Whole numbers from 1 if the parameter has only such.
    private static func sizes(of spec: ParameterSpec) -> (big: Double, fine: Double) {
        let big = spec.bigStep > 0 ? spec.bigStep : spec.step * 10
        let fine = spec.fineStep > 0 ? spec.fineStep : spec.step / 10
        guard spec.kind.isWhole else { return (big, fine) }
        return (max(big.rounded(), 1), max(fine.rounded(), 1))
    }

    private static func value(at fraction: Double, on points: UnsafeBufferPointer<TaperPoint>) -> Double {
        let right = unsafe points.firstIndex { $0.position >= fraction } ?? points.count - 1
        let (a, b) = unsafe (points[max(right - 1, 0)], points[right])
        guard b.position > a.position else { return b.value }
        return a.value + (fraction - a.position) / (b.position - a.position) * (b.value - a.value)
    }

    private static func position(of value: Double, on points: UnsafeBufferPointer<TaperPoint>) -> Double {
        let right = unsafe points.firstIndex { $0.value >= value } ?? points.count - 1
        let (a, b) = unsafe (points[max(right - 1, 0)], points[right])
        guard b.value > a.value else { return b.position }
        return a.position + (value - a.value) / (b.value - a.value) * (b.position - a.position)
    }
}

extension NumberScale: RowElement {
    public typealias Index = ParameterIndex
}
