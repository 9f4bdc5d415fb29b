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
        if isCircle { return round(from: value, by: isTurned ? -count : count, isFine: isFine) }
        return stopped(at: stepped(from: value, by: count, size: isFine ? .fine : .ordinary), from: value)
    }

    /// 0 where a movement passed it in the middle of the range.
    private func stopped(at wanted: Double, from value: Double) -> Double {
        let passesMiddle = minimum == -maximum && !isCircle && value != 0 && (value < 0) != (wanted < 0)
        return passesMiddle ? 0 : wanted
    }

    /// The value so many parts of the travel farther, of which the whole has `whole`. Rounding errors do not add up.
    private func along(from value: Double, by count: Double, of whole: Double) -> Double {
        let exact = position(of: value).fraction * whole + count
        let near = exact.rounded()
        let place = (exact - near).magnitude < 1e-9 * whole ? near : exact
        return self.value(at: Position((isCircle ? place - (place / whole).rounded(.down) * whole : place) / whole))
    }

    /// The value so many steps farther round the circle; of its two ends the lower one.
    private func round(from value: Double, by count: Int, isFine: Bool) -> Double {
        let grid = isFine && fineStep > 0 ? StepGrid(minimum: minimum, step: fineStep) : steps
        let wanted = grid.value(at: grid.place(of: value).rounded(count > 0 ? .down : .up) + Double(count))
        let rest = (wanted - minimum).truncatingRemainder(dividingBy: maximum - minimum)
        return minimum + (rest < 0 ? rest + (maximum - minimum) : rest)
    }
}
