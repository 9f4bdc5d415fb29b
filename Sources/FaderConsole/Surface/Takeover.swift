public import FaderValues

/// One control's takeover: its last position, and whether it has hold of what it drives. Plain bytes, no clock; owned by the MIDI thread.
///
/// Only the control itself knows whether it has hold. So no change from elsewhere, no bank and no reload has to look for such controls.
public struct Takeover: Sendable, BitwiseCopyable {
    /// What it does while it does not have hold.
    public private(set) var mode: TakeoverMode
    /// The last position of the control, 0…1; −1 while unknown.
    public private(set) var place = -1.0
    /// What it drove, and the value it left there. If either differs now, it has lost its hold.
    private var parameter: ParameterIndex?
    private var value = 0.0
    /// The position it brought that parameter to, before snapping to the parameter's steps; small moves add up here.
    private var aim = 0.0
    private var hasHold = false
    /// It still drives its first mapping, so it has hold of a parameter that nobody has set yet.
    private var isFirst = true

    /// How near the control has to come to take hold: 3 of 128 steps, as in Mixxx.
    public static let near = 3.0 / 128

    public init(_ mode: TakeoverMode) { self.mode = mode }

    /// Whether it has hold of a parameter that has this value. A control that jumps always has.
    public func holds(_ parameter: ParameterIndex, _ value: Double) -> Bool { mode == .jump || (hasHold && isMine(parameter, value)) }

    /// Whether a control that still drives its first mapping has hold of it: nobody has set its parameter yet, so nobody wants it to stay.
    public func holdsUnset(_ isUnset: Bool) -> Bool { isUnset && isFirst }

    private func isMine(_ parameter: ParameterIndex, _ value: Double) -> Bool { self.parameter == parameter && self.value == value }

    /// Returns whether the control has hold of the parameter, which then follows. If not, nothing is recorded, and `move` has to be called.
    @inline(__always)
    public mutating func keeps(_ parameter: ParameterIndex, _ value: Double, to place: Double) -> Bool {
        guard holds(parameter, value) else { return false }
        (self.place, aim, hasHold) = (place, place, true)
        return true
    }

    /// Returns where the parameter goes, or nil if it stays because the control does not have hold of it yet. `position` is the
    /// parameter's; `isCircle`: both ends of it are the same place.
    public mutating func move(
        to place: Double, _ parameter: ParameterIndex, _ value: Double, at position: Double, isUnset: Bool = false, isCircle: Bool = false
    ) -> Double? {
        if keeps(parameter, value, to: place) { return place }
        let before = self.place
        self.place = place
        let position = isMine(parameter, value) ? aim : position
        // It also takes hold if it was at the parameter's position before this move, however far it moved.
        let isThere =
            holdsUnset(isUnset) || Self.isNear(place, position, isCircle: isCircle) || Self.isNear(before, position, isCircle: isCircle)
        guard let target = isThere ? place : self.target(from: before, to: place, at: position) else {
            hasHold = false
            return nil
        }
        (aim, hasHold) = (target, abs(place - target) < Self.near)
        return target
    }

    private func target(from before: Double, to place: Double, at position: Double) -> Double? {
        // The previous position is unknown, so only movements from here on count.
        guard before >= 0 else { return nil }
        switch mode {
        case .jump: return place
        // This works however fast it passed.
        case .pickup: return (before < position) != (place < position) ? place : nil
        case .relative: return min(max(position + place - before, 0), 1)
        case .scale:
            if place > before { return before < 1 ? min(position + (1 - position) * (place - before) / (1 - before), 1) : place }
            return before > 0 ? max(position - position * (before - place) / before, 0) : place
        }
    }

    /// Notes the value that the parameter has after `move`, snapped to its steps.
    public mutating func took(_ parameter: ParameterIndex, _ value: Double) { (self.parameter, self.value) = (parameter, value) }

    public mutating func moveFree(to place: Double) { (self.place, hasHold) = (place, false) }

    /// It has to take hold of the new one, and again of the old one when it comes back to it.
    public mutating func drivesAnother() { (isFirst, hasHold) = (false, false) }

    public func isNear(_ position: Double, isCircle: Bool = false) -> Bool { Self.isNear(place, position, isCircle: isCircle) }

    private static func isNear(_ place: Double, _ position: Double, isCircle: Bool) -> Bool {
        let distance = abs(place - position)
        return place >= 0 && (distance < near || isCircle && 1 - distance < near)
    }

    public mutating func forget() { (place, hasHold) = (-1, false) }

    mutating func adopt(_ old: Takeover, _ newIndex: (ParameterIndex) -> ParameterIndex?) {
        let mode = self.mode
        self = old
        (self.mode, parameter) = (mode, old.parameter.flatMap(newIndex))
        hasHold = old.hasHold && parameter != nil
    }
}

extension Takeover: RowElement {
    public typealias Index = ControlIndex
}
