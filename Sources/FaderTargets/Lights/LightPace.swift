/// Decides when a universe is sent. Pure: times are arguments, and `deadline` says when to ask again.
///
/// Nothing is sent before the first change. Then each change goes as soon as 44 frames a second allow, and three more times, because
/// packets get lost. Without changes about once a second, because lights give a source up after 2.5 s (ANSI E1.31, section 6.6).
struct LightPace {
    static let shortest = Duration.nanoseconds(1_000_000_000 / 44 + 1)
    static let longest = Duration.milliseconds(950)
    /// How much earlier a frame without changes may go. More than half of `longest`: two universes go together from the second frame on.
    private static let early = Duration.milliseconds(480)
    private static let repeats = 3

    private var last: Moment?
    private var left = 0
    private(set) var isLive = false

    var isDue: Bool { left > Self.repeats }

    mutating func changed() { (isLive, left) = (true, Self.repeats + 1) }

    /// When to send the next frame; nil before the first change.
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

    /// Notes that the last frame could not be sent, so its changes are still due.
    mutating func failed() { left = Self.repeats + 1 }
}
