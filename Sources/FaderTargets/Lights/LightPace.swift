/// When a universe is sent. Pure: times are arguments, and `deadline` says when to ask again.
///
/// Nothing is sent before somebody has changed something. From then on each change is sent as soon as 44 frames a second allow, and three times
/// more, because packets get lost; then once in less than a second, because lights treat a source as gone after 2.5 s (ANSI E1.31, section
/// 6.6).
struct LightPace {
    /// The shortest time between two frames.
    static let shortest = Duration.nanoseconds(1_000_000_000 / 44 + 1)
    /// The longest time between two frames.
    static let longest = Duration.milliseconds(950)
    /// How much earlier a frame without news may come. It is more than half of `longest`, so two universes are sent together from the second frame
    /// on.
    private static let early = Duration.milliseconds(480)
    private static let repeats = 3

    private var last: Moment?
    /// How many frames are still to come before only the longest time counts.
    private var left = 0
    /// Whether it is being sent.
    private(set) var isLive = false

    /// Whether what was changed last has not been sent.
    var isDue: Bool { left > Self.repeats }

    /// Notes that its levels have changed.
    mutating func changed() { (isLive, left) = (true, Self.repeats + 1) }

    /// When to send the next frame; nil: not before the next change.
    var deadline: Moment? {
        guard isLive else { return nil }
        guard let last else { return .zero }
        return last + (left > 0 ? Self.shortest : Self.longest)
    }

    /// Whether a frame is to be sent now. If so, it counts as sent until `failed`.
    mutating func beginsFrame(at now: Moment) -> Bool {
        guard let deadline, deadline <= now || left == 0 && deadline - Self.early <= now else { return false }
        (last, left) = (now, max(left - 1, 0))
        return true
    }

    /// The last frame could not be sent: what was in it is still due.
    mutating func failed() { left = Self.repeats + 1 }
}
