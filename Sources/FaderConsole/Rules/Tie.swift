internal import FaderValues

/// A parameter that is a group, a member of a group, or both: what ties it to the others. Owned by the MIDI thread.
struct Tie {
    let parameter: ParameterIndex
    private(set) var group: TieIndex?
    /// The members of the group; empty if it is no group.
    private(set) var members: [TieIndex] = []
    /// It is a mute: a member is muted if the group is, or if it is by itself.
    let isMute: Bool
    /// How it stands to its group, and where it last stood as a group.
    private(set) var relation = Relation()
    /// When the group last moved it.
    var moved = MonotonicTime.zero
    /// The revision with which its group is held, and it with the group.
    var held: Revision?
    /// Changes with this number do not move the members.
    var leaves = ChangeNumber.none
    /// When the motors of the members may next be sent positions.
    private var next = MonotonicTime.zero
    var isUnreported = false

    /// The shortest time between two positions for the motors of members, as with a glide.
    private static let interval = MonotonicTime.Interval.milliseconds(20)

    private init(_ parameter: ParameterIndex, isMute: Bool) { (self.parameter, self.isMute) = (parameter, isMute) }

    /// The ties of all parameters that have one, in the order of the parameters.
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

    mutating func relate(_ value: Double, to group: Double) {
        (relation.value, relation.group, relation.rounded) = (value, group, nil)
    }

    mutating func round(to value: Double) { relation.rounded = value }

    mutating func stood(at value: Double) { relation.last = value }

    mutating func adopt(_ relation: Relation) {
        let last = members.isEmpty ? nil : relation.last
        self.relation = group == nil ? Relation(last: last) : relation
        self.relation.last = last
    }

    mutating func adopt(actsOf old: Tie) { (moved, held, leaves) = (old.moved, old.held, old.leaves) }

    /// Nil if they were never related. `scale` is that of its parameter.
    func value(at goal: Double, on scale: NumberScale) -> Double? {
        guard let value = relation.value else { return nil }
        if isMute { return max(value, goal) }
        return goal == relation.group ? scale.clamp(value) : scale.clamp(value + (goal - relation.group)).map { scale.snapped($0) }
    }
}

extension Tie: RowElement { typealias Index = TieIndex }

/// An offset in the order of the parameters that have a tie.
struct TieIndex: RowIndex {
    private let raw: Int32
    var offset: Int { Int(raw) }
    init(_ offset: Int) { raw = Int32(truncatingIfNeeded: offset) }
}
