import Testing

@testable import FaderEngine

@Suite("Who has to be woken, and for what")
struct WakefulnessTests {
    @Test("one that sleeps is rung for anything, once; one that naps only for what is urgent; one that works not at all")
    func rings() {
        let wakefulness = Wakefulness()
        wakefulness.becomes(Wakefulness.State.asleep)
        #expect(wakefulness.mustRing(urgent: false))
        #expect(!wakefulness.mustRing(urgent: false))
        #expect(!wakefulness.mustRing(urgent: true))
        wakefulness.becomes(Wakefulness.State.napping)
        #expect(!wakefulness.mustRing(urgent: false))
        #expect(wakefulness.mustRing(urgent: true))
        #expect(!wakefulness.mustRing(urgent: true))
        wakefulness.beginsToDrain()
        #expect(!wakefulness.mustRing(urgent: true))
    }

    @Test("what is urgent and comes between the end of a drain and the nap is not slept over")
    func betweenDrainAndNap() {
        let wakefulness = Wakefulness()
        wakefulness.beginsToDrain()
        #expect(!wakefulness.mustRing(urgent: true))
        wakefulness.becomes(Wakefulness.State.napping)
        #expect(wakefulness.mayHaveMissedUrgent)
        wakefulness.beginsToDrain()
        wakefulness.becomes(Wakefulness.State.napping)
        #expect(!wakefulness.mayHaveMissedUrgent)
    }

    @Test("changes that stream do not keep the napper awake")
    func streams() {
        let wakefulness = Wakefulness()
        wakefulness.beginsToDrain()
        #expect(!wakefulness.mustRing(urgent: false))
        wakefulness.becomes(Wakefulness.State.napping)
        #expect(!wakefulness.mayHaveMissedUrgent)
    }
}
