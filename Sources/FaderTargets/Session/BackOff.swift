/// The waits between attempts to reach something. Pure.
struct BackOff {
    private let waits: [Duration]
    /// How many waits there were, without repetitions of the longest one.
    private(set) var failures = 0

    init(_ waits: [Duration]) {
        precondition(!waits.isEmpty, "a back-off without a wait")
        self.waits = waits
    }

    init(from shortest: Duration, to longest: Duration) {
        var waits = [shortest]
        while let last = waits.last, last < longest { waits.append(min(last * 2, longest)) }
        self.init(waits)
    }

    /// Whether the next wait is the last one, or that again.
    var isOnLast: Bool { failures >= waits.count - 1 }

    /// Whether the last wait is repeated from now on.
    var isExhausted: Bool { failures >= waits.count }

    var current: Duration { waits[min(failures, waits.count - 1)] }

    /// Returns the next wait. The one after it is longer, unless this was the longest.
    mutating func next() -> Duration {
        defer { failures = min(failures + 1, waits.count) }
        return current
    }

    /// Begins again with the first wait that is not shorter than `least`.
    mutating func reset(atLeast least: Duration = .zero) { failures = waits.firstIndex { $0 >= least } ?? waits.count }
}
