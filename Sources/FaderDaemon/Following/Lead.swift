/// Which of two machines leads. Pure. Each lead has a number, its term: whoever is promoted takes a term above all that it has heard of,
/// and whoever hears of a higher one follows. If both were promoted unheard, with the same term, their random numbers decide.
struct Lead: Sendable, Equatable {
    /// The highest term that this machine has heard of.
    private(set) var term: UInt64
    private(set) var leads: Bool
    /// A number that each process draws at random.
    let run: UInt64

    /// Terms stay below this, so that every reader of JSON can hold them.
    static let termLimit: UInt64 = 1 << 53

    enum Outcome: Equatable {
        case nothing
        case newTerm
        /// This machine led, and follows from now on.
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

    /// Starts to lead or to follow in the same term, as the config says.
    mutating func begin(leads: Bool) { self.leads = leads }
}
