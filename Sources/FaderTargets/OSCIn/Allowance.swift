/// A budget: so much a second, and after a rest a little more at once. Pure: times are arguments.
struct Allowance {
    /// How much is added a second, and how much there is at most.
    let perSecond, most: Double
    private var left: Double
    private var since: Moment

    init(perSecond: Double, most: Double, at now: Moment) { (self.perSecond, self.most, left, since) = (perSecond, most, most, now) }

    /// How much there is now; less than 0 if too much was used.
    mutating func left(at now: Moment) -> Double {
        left = min(left + perSecond * max((now - since) / .seconds(1), 0), most)
        since = max(now, since)
        return left
    }

    /// Uses some, even if there is less.
    mutating func use(_ amount: Double) { left -= amount }

    /// Uses so much if there is something left; whether there was.
    mutating func use(_ amount: Double, at now: Moment) -> Bool {
        guard left(at: now) >= 1 else { return false }
        use(amount)
        return true
    }

    /// When there is something again.
    var refilled: Moment { left > 0 ? since : since + .seconds(-left / perSecond) + .milliseconds(1) }
}
