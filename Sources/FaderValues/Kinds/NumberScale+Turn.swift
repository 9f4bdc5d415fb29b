/// Turns of an endless encoder. Nothing here allocates.
extension NumberScale {
    /// In a range with this many steps or more, a fast turn may skip some; with fewer, it goes through each step.
    private static var many: Double { 64 }

    /// Whether a fast turn may go further than its detents.
    public var isAccelerated: Bool { step <= 0 || (maximum - minimum) / step >= Self.many }

    /// A detent of an encoder is a step of the parameter, with `isFine` a fine step. Without steps, `detents` detents are the whole travel
    /// (0: 100), with `isFine` ten times as many. A circle wraps around. A range that is as long below 0 as above stops at 0 instead of
    /// passing it.
    public func turned(from value: Double, by count: Int, detents: Int = 0, isFine: Bool = false) -> Double {
        guard count != 0 else { return value }
        if step <= 0 {
            let whole = (detents > 0 ? Double(detents) : 100) * (isFine ? 10 : 1)
            return stopped(at: along(from: value, by: Double(count), of: whole), from: value)
        }
        return stopped(at: stepped(from: value, by: count, size: isFine ? .fine : .ordinary), from: value)
    }

    /// The value after `count` detents of an encoder, each a step of a given size.
    public func turned(from value: Double, by count: Int, size: StepSize) -> Double {
        stopped(at: stepped(from: value, by: count, size: size), from: value)
    }

    /// The value after `count` detents of an encoder, each of this length, in the unit of the parameter.
    public func turned(from value: Double, by count: Int, length: Double) -> Double {
        stopped(at: stepped(from: value, by: count, length: length), from: value)
    }

    /// 0 where a movement would pass it in the middle of the range, else `wanted`.
    private func stopped(at wanted: Double, from value: Double) -> Double {
        let passesMiddle = minimum == -maximum && !isCircle && value != 0 && (value < 0) != (wanted < 0)
        return passesMiddle ? 0 : wanted
    }

    /// `count` of the `whole` parts of the travel further. Rounding errors do not add up.
    func along(from value: Double, by count: Double, of whole: Double) -> Double {
        let exact = position(of: value).fraction * whole + count
        let near = exact.rounded()
        let place = (exact - near).magnitude < 1e-9 * whole ? near : exact
        return self.value(at: Position((isCircle ? place - (place / whole).rounded(.down) * whole : place) / whole))
    }

    public func along(from value: Double, byRaw count: Int, of places: MessagePositions) -> Double {
        let (place, whole) = (Int(travel(of: value).raw(of: places)) + count, Int(places.last))
        let wrapped = isCircle ? (place % whole + whole) % whole : max(place, 0)
        return self.value(at: Position(place: UInt32(min(wrapped, whole)), of: places))
    }

    /// A value beyond the range of a circle becomes the same point within the range: 370° becomes 10°. Any other value stays as it is.
    public func wrapped(_ value: Double) -> Double {
        isCircle && value.isFinite && !(minimum...maximum).contains(value) ? round(value) : value
    }

    /// The point of a circle within the range that is the same as `value`; where the two ends meet, the lower end.
    func round(_ value: Double) -> Double {
        let rest = (value - minimum).truncatingRemainder(dividingBy: maximum - minimum)
        return min(minimum + (rest < 0 ? rest + (maximum - minimum) : rest), maximum)
    }
}
