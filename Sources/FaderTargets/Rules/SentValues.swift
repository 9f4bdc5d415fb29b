/// The values that a target was set to in the last second, to recognize echoes if it does not acknowledge sets. Pure.
struct SentValues {
    /// How long a sent value is recognized as an echo.
    static let echoTime = Duration.milliseconds(200)
    /// The same for a set while no echo of it or a later one has come.
    static let slowEchoTime = Duration.seconds(1)

    private let traits: TargetRules.Traits
    /// The newest last.
    private var sent: [(value: Double, at: Moment)] = []
    /// The time of the newest set whose echo has come.
    private var echoed = Moment.zero
    /// Whether an answer from before the latest sets may still come, and the value that the target showed then, if it is known.
    private var mayCross = false
    private var replaced: Double?

    init(_ traits: TargetRules.Traits) { self.traits = traits }

    /// Forgets everything, because the target has appeared again.
    mutating func forget() { (sent, mayCross) = ([], false) }

    /// - Parameter shown: the value that the target showed before, if it is known.
    mutating func note(_ value: Double, replacing shown: Double?, at now: Moment) {
        sent.removeAll { now - $0.at > Self.slowEchoTime }
        if sent.isEmpty { (mayCross, replaced) = (traits.isReadable, shown) }
        sent.append((value, now))
    }

    /// If a value is an echo, the time when it was sent; otherwise nil.
    ///
    /// - Parameter isAnswered: whether the target has asked for a value since.
    func echo(of value: Double, isAnswered: Bool, at now: Moment) -> Moment? {
        sent.first {
            traits.isSame($0.value, value)
                && now - $0.at <= ($0.at >= echoed && !isAnswered ? Self.slowEchoTime : Self.echoTime)
        }?.at
    }

    /// Notes that the echo of the set at this time has come.
    mutating func echoCame(of moment: Moment) { echoed = max(echoed, moment) }

    /// Whether a value differs from the newest one.
    func isOlder(_ value: Double) -> Bool { sent.last.map { !traits.isSame($0.value, value) } ?? false }

    /// Whether a value that is not an echo may be an answer from before the latest sets. Only the first such answer is doubted.
    mutating func isOutdated(_ value: Double, lastWrite: Moment?, at now: Moment) -> Bool {
        guard mayCross, let lastWrite, now - lastWrite <= Self.slowEchoTime, replaced.map({ traits.isSame($0, value) }) ?? true else {
            return false
        }
        mayCross = false
        return true
    }

    /// Notes that no answer from before the latest sets can come any more.
    mutating func isSettled() { mayCross = false }
}
