import Testing

@testable import FaderTargets

/// What is written makes somebody change the parameter again: writes wait longer and longer.
struct CircleBrakeTests {
    private static let lamp = RulesTranscript(acknowledges: false, isReadable: false)

    /// Plays changes of which each comes a while after the write before it; returns when each was written, after it was asked for, in ms.
    private func waits(
        _ count: Int, lag: Int = 40, event: String = "set", _ transcript: inout RulesTranscript, from start: Int = 1000
    ) -> [Int] {
        var (now, waits): (Int, [Int]) = (start, [])
        for change in 0..<count {
            let asked = now
            var played = transcript.play("\(now) \(event) \(change % 2)")
            while !played.contains("write") {
                now += 10
                played = transcript.play("\(now) tick")
                if now > asked + 100_000 { return waits + [-1] }
            }
            waits.append(now - asked)
            now += lag
        }
        return waits
    }

    private func begun() -> RulesTranscript {
        var transcript = Self.lamp
        _ = transcript.play("0 appears\n100 tick")
        return transcript
    }

    @Test("after 32 answers a write waits for a second, then for longer, up to a minute", arguments: [40, 500, 1900])
    func circle(lag: Int) {
        var transcript = begun()
        let waits = waits(42, lag: lag, &transcript)
        #expect(waits.prefix(32).allSatisfy { $0 == 0 })
        #expect(Array(waits.dropFirst(32)) == [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000, 60_000])
        #expect(transcript.rules.isBraking && transcript.rules.circleUntil != nil)
    }

    @Test("whoever changes the parameter later than 2 s after the write begins anew")
    func slow() {
        var transcript = begun()
        #expect(waits(40, lag: 2100, &transcript).allSatisfy { $0 == 0 })
        #expect(!transcript.rules.isBraking)
    }

    @Test("a hand, and a fade, are no circle", arguments: ["hand", "fade"])
    func steady(event: String) {
        var transcript = begun()
        #expect(waits(100, event: event, &transcript).allSatisfy { $0 == 0 })
    }

    @Test("a change while a write waits is written at once, and the next wait comes after twice as many turns")
    func pace() {
        var transcript = begun()
        #expect(waits(32, &transcript).allSatisfy { $0 == 0 })
        #expect(transcript.play("2280 set 7") == "2280 set 7")
        #expect(transcript.play("2340 set 8") == "2340 set 8 > write 8")
        #expect(!transcript.rules.isBraking)
        let waits = waits(66, &transcript, from: 2380)
        #expect(waits.firstIndex { $0 > 0 } == 63)
        #expect(waits[63] == 1000)
    }

    @Test("it is told once, with the values")
    func told() {
        var transcript = begun()
        _ = waits(32, &transcript)
        #expect(transcript.play("2280 set 5") == "2280 set 5")
        #expect(transcript.play("3280 tick") == "3280 tick > write 5")
        #expect(transcript.play("3300 set 6") == "3300 set 6 > circle 1 0 1 5 6")
        #expect(transcript.play("5300 tick") == "5300 tick > write 6")
        #expect(transcript.play("5340 set 7") == "5340 set 7")
    }

    @Test("a target that goes is forgotten")
    func gone() {
        var transcript = begun()
        _ = waits(32, &transcript)
        _ = transcript.play("2300 goes\n2400 appears\n2500 tick")
        #expect(transcript.play("2510 set 5") == "2510 set 5 > write 5")
    }
}
