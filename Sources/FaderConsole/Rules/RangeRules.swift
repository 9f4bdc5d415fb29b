internal import FaderModel

/// How the ends of a console's ranges stay apart: a rule for each range, at a place that both its parameters store. Never allocates after
/// initialization. Owned by the MIDI thread.
struct RangeRules {
    private(set) var all: [RangeRule] = []
    /// The places of rules that were removed.
    private var free: [Int32] = []

    /// These rules, with room for more.
    init(_ rules: [RangeRule], spare: Int) {
        all.reserveCapacity(rules.count + spare)
        all += rules
        free.reserveCapacity(rules.count + spare)
    }

    subscript(place: Int32) -> RangeRule { all[Int(place)] }

    /// Adds a rule; returns its place.
    mutating func add(_ rule: RangeRule) -> Int32 {
        guard let place = free.popLast() else {
            all.append(rule)
            return Int32(truncatingIfNeeded: all.count - 1)
        }
        all[Int(place)] = rule
        return place
    }

    /// Removes the rule at a place.
    mutating func remove(_ place: Int32) { free.append(place) }
}
