/// The values that a target was set to in the last second, to recognize echoes if it does not acknowledge sets. Pure.
struct SentValues {
    /// How long a sent value is recognized as an echo.
    static let echoTime = Duration.milliseconds(200)
    /// The same while no echo of this set or a later one has come.
    static let slowEchoTime = Duration.seconds(1)

    private let traits: TargetRules.Traits
    /// The newest last.
    private var sent: [(value: Double, at: Moment)] = []
    /// The time of the newest set whose echo has come.
    private var echoed = Moment.zero
    /// Whether an answer from before the latest sets may still come, and what the target showed then, if it is known.
    private var mayCross = false
    private var replaced: Double?

    init(_ traits: TargetRules.Traits) { self.traits = traits }

    mutating func forget() { (sent, mayCross) = ([], false) }

    mutating func note(_ value: Double, replacing shown: Double?, at now: Moment) {
        sent.removeAll { now - $0.at > Self.slowEchoTime }
        if sent.isEmpty { (mayCross, replaced) = (traits.isReadable, shown) }
        sent.append((value, now))
    }

    /// The time when the value was sent; nil if it is no echo. `isAnswered`: the target has asked for a value since.
    func echo(of value: Double, isAnswered: Bool, at now: Moment) -> Moment? {
        sent.first {
            traits.isSame($0.value, value)
                && now - $0.at <= ($0.at >= echoed && !isAnswered ? Self.slowEchoTime : Self.echoTime)
        }?.at
    }

    mutating func echoCame(of moment: Moment) { echoed = max(echoed, moment) }

    func isOlder(_ value: Double) -> Bool { sent.last.map { !traits.isSame($0.value, value) } ?? false }

    /// Whether a value that is not an echo may be an answer from before the latest sets. Only the first such answer is doubted.
    mutating func isOutdated(_ value: Double, lastWrite: Moment?, at now: Moment) -> Bool {
        guard mayCross, let lastWrite, now - lastWrite <= Self.slowEchoTime, replaced.map({ traits.isSame($0, value) }) ?? true else {
            return false
        }
        mayCross = false
        return true
    }

    /// No answer from before the latest sets can come any more.
    mutating func isSettled() { mayCross = false }
}
