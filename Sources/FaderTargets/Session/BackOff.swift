/// The waits between attempts to reach something. Pure.
struct BackOff {
    private let waits: [Duration]
    /// How many waits there have been since the beginning, without repetitions of the last one.
    private(set) var failures = 0

    /// Uses these waits and repeats the last.
    init(_ waits: [Duration]) {
        precondition(!waits.isEmpty, "a back-off without a wait")
        self.waits = waits
    }

    /// Uses waits that double.
    init(from shortest: Duration, to longest: Duration) {
        var waits = [shortest]
        while let last = waits.last, last < longest { waits.append(min(last * 2, longest)) }
        self.init(waits)
    }

    /// Whether the next wait is the last one, or that again.
    var isOnLast: Bool { failures >= waits.count - 1 }

    /// Whether all waits have been used, so that the last is repeated.
    var isExhausted: Bool { failures >= waits.count }

    /// The wait before the next attempt.
    var current: Duration { waits[min(failures, waits.count - 1)] }

    /// The same, and the next one is longer.
    mutating func next() -> Duration {
        defer { failures = min(failures + 1, waits.count) }
        return current
    }

    /// Begins again, with the first wait that is not shorter than `least`.
    mutating func reset(atLeast least: Duration = .zero) { failures = waits.firstIndex { $0 >= least } ?? waits.count }
}
