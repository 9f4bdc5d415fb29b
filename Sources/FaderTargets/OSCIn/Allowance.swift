/// A budget that refills. Pure: times are arguments.
struct Allowance {
    let perSecond, most: Double
    private var left: Double
    private var since: Moment

    init(perSecond: Double, most: Double, at now: Moment) { (self.perSecond, self.most, left, since) = (perSecond, most, most, now) }

    /// How much is left now; less than 0 if too much was used.
    mutating func left(at now: Moment) -> Double {
        left = min(left + perSecond * max((now - since) / .seconds(1), 0), most)
        since = max(now, since)
        return left
    }

    /// Uses an amount, even if less is left.
    mutating func use(_ amount: Double) { left -= amount }

    /// Uses an amount if at least 1 is left. Returns whether it was used.
    mutating func use(_ amount: Double, at now: Moment) -> Bool {
        guard left(at: now) >= 1 else { return false }
        use(amount)
        return true
    }

    var refilled: Moment { left > 0 ? since : since + .seconds(-left / perSecond) + .milliseconds(1) }
}
