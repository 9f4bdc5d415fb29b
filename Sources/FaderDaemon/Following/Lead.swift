/// Which of two machines leads. Pure.
///
/// Each lead has a number, its term. Whoever is promoted takes a term above all that he has heard of, and whoever hears of a higher one follows. If both were
/// promoted while they could not hear each other, they may have the same term; then the numbers that they drew at their starts decide.
struct Lead: Sendable, Equatable {
    /// The highest term that was heard of.
    private(set) var term: UInt64
    private(set) var leads: Bool
    /// A number that this process has drawn at random, which also tells it from every other.
    let run: UInt64

    /// Every reader of JSON can hold terms below this.
    static let termLimit: UInt64 = 1 << 53

    init(term: UInt64, leads: Bool, run: UInt64) { (self.term, self.leads, self.run) = (term, leads, run) }

    /// What follows from what the other machine says.
    enum Outcome: Equatable {
        case nothing
        /// The term is a higher one.
        case newTerm
        /// This machine has led, and follows from now on.
        case stoodDown
    }

    mutating func hear(term: UInt64, leads other: Bool, run: UInt64) -> Outcome {
        if term > self.term {
            self.term = term
            guard leads else { return .newTerm }
            leads = false
            return .stoodDown
        }
        guard term == self.term, leads, other, run > self.run else { return .nothing }
        leads = false
        return .stoodDown
    }

    /// The lead after a promotion; nil if there is no higher term.
    var promoted: Lead? { term + 1 < Self.termLimit ? Lead(term: term + 1, leads: true, run: run) : nil }

    /// The same term, as the config says: a daemon with a leader follows it.
    mutating func begin(leads: Bool) { self.leads = leads }
}
