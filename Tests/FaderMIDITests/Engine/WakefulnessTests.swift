import Testing

@testable import FaderMIDI

@Suite("When a thread has to be woken")
struct WakefulnessTests {
    @Test("a sleeping thread is rung once for anything, a napping one only for urgent work, a working one not at all")
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

    @Test("urgent work that arrives between the end of a drain and the nap is not missed")
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

    @Test("a stream of changes does not keep a napping thread awake")
    func streams() {
        let wakefulness = Wakefulness()
        wakefulness.beginsToDrain()
        #expect(!wakefulness.mustRing(urgent: false))
        wakefulness.becomes(Wakefulness.State.napping)
        #expect(!wakefulness.mayHaveMissedUrgent)
    }
}
