/// Where an endless encoder takes a value. Nothing here allocates.
extension NumberScale {
    /// From so many steps on a fast turn may skip some; fewer are gone through one by one, however fast.
    private static var many: Double { 64 }

    /// Whether a fast turn may go farther than its detents.
    public var isAccelerated: Bool { step <= 0 || (maximum - minimum) / step >= Self.many }

    /// The value that so many detents of an encoder come to: steps of the parameter, or parts of the travel where it has none. Where both
    /// ends are one place it goes round. Where the range is as long below 0 as above, it stops at 0 instead of passing it.
    public func turned(from value: Double, by count: Int, detents: Int = 0, isFine: Bool = false) -> Double {
        guard count != 0 else { return value }
        if step <= 0 {
            let whole = (detents > 0 ? Double(detents) : 100) * (isFine ? 10 : 1)
            return stopped(at: along(from: value, by: Double(count), of: whole), from: value)
        }
        return stopped(at: stepped(from: value, by: count, size: isFine ? .fine : .ordinary), from: value)
    }

    /// 0 where a movement passed it in the middle of the range.
    private func stopped(at wanted: Double, from value: Double) -> Double {
        let passesMiddle = minimum == -maximum && !isCircle && value != 0 && (value < 0) != (wanted < 0)
        return passesMiddle ? 0 : wanted
    }

    /// The value so many parts of the travel farther, of which the whole has `whole`. Rounding errors do not add up.
    func along(from value: Double, by count: Double, of whole: Double) -> Double {
        let exact = position(of: value).fraction * whole + count
        let near = exact.rounded()
        let place = (exact - near).magnitude < 1e-9 * whole ? near : exact
        return self.value(at: Position((isCircle ? place - (place / whole).rounded(.down) * whole : place) / whole))
    }

    /// The value so many raw values of a message farther.
    public func along(from value: Double, byRaw count: Int, of maximum: UInt32) -> Double {
        let (place, whole) = (Int(raw(of: value, maximum: maximum)) + count, Int(maximum))
        let wrapped = isCircle ? (place % whole + whole) % whole : max(place, 0)
        return self.value(at: Position(raw: UInt32(wrapped), of: maximum))
    }

    /// A value beyond the range of a circle as the same place within it: 370° are 10°. Any other value as it is.
    public func wrapped(_ value: Double) -> Double {
        isCircle && value.isFinite && !(minimum...maximum).contains(value) ? round(value) : value
    }

    /// The same place of a circle within the range; of its two ends the lower one.
    func round(_ value: Double) -> Double {
        let rest = (value - minimum).truncatingRemainder(dividingBy: maximum - minimum)
        return min(minimum + (rest < 0 ? rest + (maximum - minimum) : rest), maximum)
    }
}
