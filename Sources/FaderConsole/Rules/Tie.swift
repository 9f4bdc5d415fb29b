internal import FaderValues

/// A parameter that is a group, a member of a group, or both: what ties it to the others. Owned by the MIDI thread.
struct Tie {
    let parameter: ParameterIndex
    /// The group that moves it; nil if it is in none.
    private(set) var group: TieIndex?
    /// Its members; empty if it is no group.
    private(set) var members: [TieIndex] = []
    /// It is a mute: a member is muted if the group is, or if it is by itself.
    let isMute: Bool
    /// How it stands to its group, and where it last stood as a group.
    private(set) var relation = Relation()
    /// When its group last moved it.
    var moved = MonotonicTime.zero
    /// The revision with which something holds its group, and it with the group; nil if nothing does.
    var held: Revision?
    /// Changes with this number do not move the members.
    var leaves = ChangeNumber.none
    /// When the motors of the members may next be sent positions.
    private var next = MonotonicTime.zero
    /// It is in the console's list of ties that have to be kept.
    var isUnreported = false

    /// At most so many positions per second reach the motors of members, as with a glide.
    private static let interval = MonotonicTime.Interval.milliseconds(20)

    private init(_ parameter: ParameterIndex, isMute: Bool) { (self.parameter, self.isMute) = (parameter, isMute) }

    /// The ties of a configuration, in the order of its parameters.
    static func all(of specs: [ParameterSpec]) -> [Tie] {
        let tied = specs.rowIndices.filter { !specs[$0].members.isEmpty || specs[$0].group != nil }
        guard !tied.isEmpty else { return [] }
        let places = Dictionary(
            tied.enumerated().map { (specs[$1].id, TieIndex($0)) }, uniquingKeysWith: { first, _ in first })
        return tied.map { index in
            var tie = Tie(index, isMute: specs[index].kind.isSwitch)
            tie.group = specs[index].group.flatMap { places[$0] }
            tie.members = specs[index].members.compactMap { places[$0] }
            return tie
        }
    }

    /// When the motors of the members are to be sent the positions of a movement; nil: now.
    mutating func pace(at now: MonotonicTime) -> MonotonicTime? {
        if now >= next + Self.interval {
            next = now + Self.interval
            return nil
        }
        // What was put off until `next` has been sent then.
        if now >= next { next = next + Self.interval }
        return next
    }

    /// Relates it to its group anew.
    mutating func relate(_ value: Double, to group: Double) {
        (relation.value, relation.group, relation.rounded) = (value, group, nil)
    }

    /// Its target has made this of a value that the group had set.
    mutating func round(to value: Double) { relation.rounded = value }

    /// As a group, it stood last at this finite value.
    mutating func stood(at value: Double) { relation.last = value }

    /// Continues with a relation from an earlier configuration or run.
    mutating func adopt(_ relation: Relation) {
        let last = members.isEmpty ? nil : relation.last
        self.relation = group == nil ? Relation(last: last) : relation
        self.relation.last = last
    }

    /// Continues with what goes on in an earlier configuration.
    mutating func adopt(actsOf old: Tie) { (moved, held, leaves) = (old.moved, old.held, old.leaves) }

    /// The value that the group gives it while it stands at `goal`; nil if they were never related.
    ///
    /// - Parameter scale: that of its parameter.
    func value(at goal: Double, on scale: NumberScale) -> Double? {
        guard let value = relation.value else { return nil }
        if isMute { return max(value, goal) }
        return goal == relation.group ? scale.clamp(value) : scale.clamp(value + (goal - relation.group)).map { scale.snapped($0) }
    }
}

extension Tie: RowElement { typealias Index = TieIndex }

/// Index of a tie: its offset in the order of the parameters that have one.
struct TieIndex: RowIndex {
    private let raw: Int32
    var offset: Int { Int(raw) }
    init(_ offset: Int) { raw = Int32(truncatingIfNeeded: offset) }
}
