import Testing

@testable import FaderDaemon

@Suite struct LeadTests {
    @Test("whoever hears of a higher term follows; the same term, or a lower one, changes nothing")
    func higherTerm() {
        var lead = Lead(term: 2, leads: true, run: 7)
        for term: UInt64 in 0...2 {
            #expect(lead.hear(term: term, leads: false, run: 9) == .nothing)
            #expect(lead.leads)
        }
        #expect(lead.hear(term: 1, leads: true, run: 9) == .nothing)
        #expect(lead.hear(term: 3, leads: true, run: 1) == .stoodDown)
        #expect(lead == Lead(term: 3, leads: false, run: 7))
        #expect(lead.hear(term: 4, leads: true, run: 1) == .newTerm)
        #expect(lead.hear(term: 4, leads: true, run: 1) == .nothing)
    }

    @Test("a follower that has heard of a higher term ends the lead of a machine that has lost its own")
    func lostTerm() {
        var lead = Lead(term: 0, leads: true, run: 7)
        #expect(lead.hear(term: 2, leads: false, run: 1) == .stoodDown)
        #expect(lead.promoted?.term == 3)
    }

    @Test("of two that were promoted apart, in the same term, exactly one stays, whoever hears the other first")
    func sameTerm() {
        for (first, second): (UInt64, UInt64) in [(1, 2), (2, 1), (.max, 1)] {
            for isFirstAsked in [true, false] {
                var (one, two) = (Lead(term: 5, leads: true, run: first), Lead(term: 5, leads: true, run: second))
                func tell(_ speaker: Lead, _ hearer: inout Lead) {
                    _ = hearer.hear(term: speaker.term, leads: speaker.leads, run: speaker.run)
                }
                if isFirstAsked { tell(two, &one) }
                tell(one, &two)
                tell(two, &one)
                #expect(one.leads == (first > second))
                #expect(two.leads == (second > first))
            }
        }
    }

    @Test("a promotion takes a term above all that were heard of, up to the highest that every reader of JSON can hold")
    func promotion() {
        var lead = Lead(term: 0, leads: false, run: 7)
        _ = lead.hear(term: 8, leads: true, run: 1)
        #expect(lead.promoted == Lead(term: 9, leads: true, run: 7))
        #expect(Lead(term: Lead.termLimit - 1, leads: false, run: 7).promoted == nil)
    }
}
