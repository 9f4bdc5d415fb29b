internal import FaderValues

/// Tells the echoes of a fade from foreign changes in the target. Pure.
///
/// A reading that equals a value of the fade is its echo. Another one is a foreign change if it is far from all recent writes, or if the
/// target has so far reported exactly what it was set to. Any other is unclear: a target may round, or move slowly.
struct FadeWatch {
    enum Verdict {
        case echo
        case foreign
        case unclear
    }

    /// How long a written value may come back: shorter for targets that acknowledge sets, because they answer in order.
    private static let (echoTime, slowEchoTime) = (Duration.milliseconds(500), Duration.seconds(2))
    /// How long the fade goes on after the last write, for late readings.
    private static let (calm, longCalm) = (Duration.milliseconds(250), Duration.seconds(1))
    /// After so many different echoes in a row, the target counts as reporting exactly what it was set to.
    private static let proof = 10
    /// A target that has reported nothing after so many writes and so much time counts as not reporting what it was set to.
    private static let (silentWrites, silence) = (10, Duration.seconds(1))
    /// The part of the range by which a reading may differ because the target rounds.
    private static let coarsest = 0.125
    private static let most = 512

    private let traits: TargetRules.Traits
    /// The writes, the newest last.
    private var writes: [(value: Double, at: Moment)] = []
    private(set) var isOn = false
    private var begun = Moment.zero
    private var count = 0
    private var before: Double?
    /// How many different echoes have come in a row, and the last of them.
    private var streak = 0
    private var lastEcho: Double?
    private var hasAnswered = false

    init(_ traits: TargetRules.Traits) { self.traits = traits }

    private var window: Duration { traits.acknowledges ? Self.echoTime : Self.slowEchoTime }

    /// When the fade is over unless there are more writes; nil without a fade.
    var ending: Moment? {
        guard isOn else { return nil }
        return max(begun, writes.last?.at ?? begun) + max(traits.acknowledges ? Self.calm : Self.longCalm, traits.interval * 3)
    }

    mutating func goOn(from shown: Double?, at now: Moment) {
        guard !isOn else { return }
        writes.removeAll { [window] in now - $0.at > window }
        (isOn, begun, before, count) = (true, now, shown, 0)
    }

    /// Notes that the fade is over. Its values may still come back.
    mutating func end() { isOn = false }

    mutating func reset() { self = FadeWatch(traits) }

    mutating func wrote(_ value: Double, at now: Moment) {
        guard isOn else { return }
        if writes.count == Self.most { writes.removeFirst() }
        writes.append((value, now))
        count += 1
    }

    func isNewest(_ value: Double) -> Bool { writes.last.map { traits.isSame($0.value, value) } ?? false }

    func isLate(_ value: Double, at now: Moment) -> Bool {
        !isOn && writes.contains { now - $0.at <= window && traits.isSame($0.value, value) }
    }

    mutating func judge(_ value: Double, at now: Moment) -> Verdict {
        let recent = traits.acknowledges ? writes.filter { now - $0.at <= window } : writes
        if recent.contains(where: { traits.isSame($0.value, value) }) {
            if lastEcho != value { streak += 1 }
            (lastEcho, hasAnswered) = (value, true)
            return .echo
        }
        let isSilent = !hasAnswered && count >= Self.silentWrites && now - begun >= Self.silence
        if streak >= Self.proof || isSilent || isFar(value, from: recent.map(\.value)) { return .foreign }
        (streak, hasAnswered) = (0, true)
        return .unclear
    }

    /// Whether a value is too far from the writes to be explained by rounding.
    private func isFar(_ value: Double, from recent: [Double]) -> Bool {
        let values = recent + (traits.acknowledges && recent.count > 1 ? [] : [before].compactMap { $0 })
        guard traits.isLinear, let lowest = values.min(), let highest = values.max() else { return false }
        let margin = traits.range.map { $0 * Self.coarsest } ?? max((highest - lowest), 1) * Self.coarsest
        return value < lowest - margin || value > highest + margin
    }
}
