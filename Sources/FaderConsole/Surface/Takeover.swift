public import FaderModel

/// How a control without a motor takes hold of a parameter that is not where the control is.
public enum TakeoverMode: String, Sendable, CaseIterable, BitwiseCopyable {
    /// It does not wait: the parameter jumps to it.
    case jump
    /// It moves nothing until it comes to the parameter, or past it.
    case pickup
    /// It moves the parameter at once, by as much as lets both arrive at the end together.
    case scale
    /// It moves the parameter at once and one to one; at an end of the travel they meet.
    case relative
}

/// One control's takeover: where it was last, and whether it has hold of what it drives. Plain bytes, no clock; owned by the MIDI thread.
public struct Takeover: Sendable, BitwiseCopyable {
    /// What it does while it has no hold.
    public private(set) var mode: TakeoverMode
    /// Where the control was last, 0…1; −1 while unknown.
    public private(set) var place = -1.0
    /// What it drove, and the value it left there: with any other it has lost its hold.
    private var parameter: ParameterIndex?
    private var value = 0.0
    /// Where it brought that parameter before the parameter's steps had their say; small moves add up here.
    private var aim = 0.0
    private var hasHold = false
    /// It drives what it was made for, and nothing else was given to it: then it has hold of a parameter that nobody has set yet.
    private var isFirst = true

    /// Near enough to be there: Mixxx's threshold, 3 of 128 steps.
    public static let near = 3.0 / 128

    /// A control that has not moved yet.
    public init(_ mode: TakeoverMode) { self.mode = mode }

    /// Whether the control has hold of a parameter with this value. One that jumps always has.
    public func holds(_ parameter: ParameterIndex, _ value: Double) -> Bool { mode == .jump || (hasHold && isMine(parameter, value)) }

    /// Whether a control that was given nothing else has hold of it: nobody has set its parameter yet, so nobody wants it to stay.
    public func holdsUnset(_ isUnset: Bool) -> Bool { isUnset && isFirst }

    /// Whether nothing else has changed the parameter since this control did.
    private func isMine(_ parameter: ParameterIndex, _ value: Double) -> Bool { self.parameter == parameter && self.value == value }

    /// The control came to a place. If it has hold of its parameter, that goes there; if not, nothing is noted, and `move` has to be asked.
    @inline(__always)
    public mutating func keeps(_ parameter: ParameterIndex, _ value: Double, to place: Double) -> Bool {
        guard holds(parameter, value) else { return false }
        (self.place, aim, hasHold) = (place, place, true)
        return true
    }

    /// The control came to a place. Gives where the parameter goes, or nil where it stays because the control has no hold of it yet.
    ///
    /// - Parameters:
    ///   - position: Where the parameter is.
    ///   - isUnset: Nobody has set the parameter yet.
    public mutating func move(
        to place: Double, _ parameter: ParameterIndex, _ value: Double, at position: Double, isUnset: Bool = false
    ) -> Double? {
        if keeps(parameter, value, to: place) { return place }
        let before = self.place
        self.place = place
        let position = isMine(parameter, value) ? aim : position
        let isThere = holdsUnset(isUnset) || isNear(position)
        guard let target = isThere ? place : self.target(from: before, to: place, at: position) else {
            hasHold = false
            return nil
        }
        (aim, hasHold) = (target, abs(place - target) < Self.near)
        return target
    }

    private func target(from before: Double, to place: Double, at position: Double) -> Double? {
        // Nothing tells how it came here: only where it goes from here counts.
        guard before >= 0 else { return nil }
        switch mode {
        case .jump: return place
        // However fast it went past.
        case .pickup: return (before < position) != (place < position) ? place : nil
        case .relative: return min(max(position + place - before, 0), 1)
        case .scale:
            if place > before { return before < 1 ? min(position + (1 - position) * (place - before) / (1 - before), 1) : place }
            return before > 0 ? max(position - position * (before - place) / before, 0) : place
        }
    }

    /// The parameter has this value now, brought by the control to where `move` said, and by its own steps.
    public mutating func took(_ parameter: ParameterIndex, _ value: Double) { (self.parameter, self.value) = (parameter, value) }

    /// The control came to a place while it drove nothing.
    public mutating func moveFree(to place: Double) { (self.place, hasHold) = (place, false) }

    /// It was given something else to drive: it has to take hold of that first, and of what it drove when it comes back to it.
    public mutating func drivesAnother() { (isFirst, hasHold) = (false, false) }

    /// What it drove is gone, and its index may come to stand for another.
    public mutating func lost() {
        drivesAnother()
        parameter = nil
    }

    /// Whether it is where the parameter is, or as good as there.
    public func isNear(_ position: Double) -> Bool { place >= 0 && abs(place - position) < Self.near }

    /// The device is gone or new: where the control is, is unknown.
    public mutating func forget() { (place, hasHold) = (-1, false) }

    /// Goes on where the same control of an earlier configuration was; `parameter` is what that one's is now.
    mutating func adopt(_ old: Takeover, _ newIndex: (ParameterIndex) -> ParameterIndex?) {
        let mode = self.mode
        self = old
        (self.mode, parameter) = (mode, old.parameter.flatMap(newIndex))
        hasHold = old.hasHold && parameter != nil
    }
}

extension Takeover: RowElement {
    /// A row has one for each control.
    public typealias Index = ControlIndex
}
