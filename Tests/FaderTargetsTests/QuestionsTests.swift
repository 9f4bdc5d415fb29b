import FaderTesting
import Testing

@testable import FaderTargets

/// A peer that is played, on a clock that is played, too.
private final class Played {
    private var questions: Questions<String, Int>
    private(set) var told: [String] = []

    init(_ manner: Questions<String, Int>.Manner) { questions = Questions(manner) }

    var missed: Int { questions.missed }
    var isEmpty: Bool { questions.isEmpty }
    var deadline: Int? { questions.deadline.map { Int($0 / .milliseconds(1)) } }

    func ask(_ key: String, _ question: Int = 1, at time: Int) {
        tell(questions.ask(question, for: key, at: .milliseconds(time)), at: .milliseconds(time))
    }

    func sent(_ key: String, at time: Int) { questions.sent(1, for: key, at: .milliseconds(time)) }
    func answer(_ key: String) -> Int? { questions.answer(key) }
    func forget(_ key: String) { questions.forget(key) }
    func forgetAll() -> [Int] { questions.forgetAll() }

    /// Runs what is due until then.
    func wait(until time: Int) {
        while let due = questions.deadline, due <= .milliseconds(time) { tell(questions.tick(at: due), at: due) }
    }

    /// One look at the clock, however late.
    func tick(at time: Int) { tell(questions.tick(at: .milliseconds(time)), at: .milliseconds(time)) }

    private func tell(_ effects: [Questions<String, Int>.Effect], at time: Duration) {
        told += effects.map { effect in
            let text =
                switch effect {
                case .send(let key, let question): "\(key)\(question)"
                case .unanswered(let key, let question): "no \(key)\(question)"
                case .silent(let looks): "silent \(looks)"
                }
            return "\(Int(time / .milliseconds(1))) \(text)"
        }
    }
}

@Suite("what a peer is asked and has not answered yet")
struct QuestionsTests {
    @Test("without limits everything is sent at once, and an answer is taken once")
    func plain() {
        let peer = Played(.init())
        for (number, key) in ["a", "b", "c"].enumerated() { peer.ask(key, number, at: 5) }
        #expect(peer.told == ["5 a0", "5 b1", "5 c2"] && peer.deadline == nil)
        #expect(peer.answer("b") == 1 && peer.answer("b") == nil && peer.answer("d") == nil)
        #expect(peer.forgetAll().sorted() == [0, 2] && peer.isEmpty && peer.answer("a") == nil)
    }

    @Test("so many answers are awaited at a time, and so much time is between two questions")
    func pace() {
        let peer = Played(.init(most: 2, pace: .milliseconds(10)))
        for key in ["a", "b", "c", "d"] { peer.ask(key, at: 0) }
        peer.wait(until: 100)
        #expect(peer.told == ["0 a1", "10 b1"] && peer.deadline == nil)
        #expect(peer.answer("b") == 1 && peer.deadline == 20)
        peer.tick(at: 101)
        #expect(peer.told.last == "101 c1" && peer.deadline == nil)
        #expect(peer.answer("a") == 1 && peer.answer("c") == 1 && peer.deadline == 111)
        peer.wait(until: 200)
        #expect(peer.told.last == "111 d1" && peer.told.count == 4)
    }

    @Test("of the questions of one key that wait the newest is asked; one that is under way does not stand in for it")
    func newest() {
        let peer = Played(.init(most: 1))
        for question in 1...4 { peer.ask("a", question, at: 0) }
        #expect(peer.told == ["0 a1"])
        #expect(peer.answer("a") == 1)
        peer.tick(at: 1)
        #expect(peer.told == ["0 a1", "1 a4"] && peer.answer("a") == 4 && peer.isEmpty)
    }

    @Test("what is not answered in time is asked again, after what was never asked, and given up in the end; a late answer is nobody's")
    func again() {
        let peer = Played(.init(most: 2, patience: .milliseconds(100), tries: 2))
        for key in ["a", "b", "c"] { peer.ask(key, at: 0) }
        peer.wait(until: 100)
        #expect(peer.told == ["0 a1", "0 b1", "100 c1", "100 a1"] || peer.told == ["0 a1", "0 b1", "100 c1", "100 b1"])
        #expect(peer.answer("c") == 1)
        peer.wait(until: 1000)
        #expect(Set(peer.told.suffix(2).map { $0.split(separator: " ", maxSplits: 1)[1] }) == ["no a1", "no b1"])
        #expect(peer.isEmpty && peer.deadline == nil && peer.answer("a") == nil)
        let sent = peer.told.filter { $0.hasSuffix("a1") && !$0.contains("no") }
        #expect(sent.count == 2)
    }

    @Test("a newer question takes the place of one that was not answered, with all its tries")
    func replaced() {
        let peer = Played(.init(most: 1, patience: .milliseconds(100), tries: 2))
        peer.ask("a", 1, at: 0)
        peer.ask("a", 2, at: 50)
        peer.wait(until: 300)
        #expect(peer.told == ["0 a1", "100 a2", "200 a2", "300 no a2"])
    }

    @Test("a peer that loses half of the questions and answers has answered all in the end, and is never asked more than it may be")
    func lossy() {
        let peer = Played(.init(most: 16, pace: .milliseconds(1), patience: .milliseconds(500), tries: 20))
        for number in 0..<500 { peer.ask("k\(number)-", at: 0) }
        var random = SeededGenerator(seed: 7)
        var (seen, answered, times) = (0, Set<String>(), [String: [Int]]())
        for time in 0..<60_000 where !peer.isEmpty {
            peer.wait(until: time)
            let asked = peer.told[seen...].map { String($0.split(separator: " ")[1].dropLast()) }
            seen = peer.told.count
            #expect(asked.count <= 1)
            for key in asked {
                times[key, default: []].append(time)
                guard Bool.random(using: &random) else { continue }
                // Twice: the second answer is nobody's.
                #expect(peer.answer(key) == 1 && peer.answer(key) == nil)
                answered.insert(key)
            }
            let awaited = times.filter { key, all in !answered.contains(key) && all.last.map { time - $0 < 500 } ?? false }
            #expect(awaited.count <= 16)
        }
        #expect(times.values.allSatisfy { zip($0, $0.dropFirst()).allSatisfy { $1 - $0 >= 500 } })
        #expect(answered.count == 500 && peer.isEmpty)
        #expect(peer.told.count < 1500)
    }

    @Test("a silent peer is noticed by looks, as long as something is awaited, and any answer ends that")
    func silent() {
        let peer = Played(.init(look: .seconds(2)))
        peer.sent("a", at: 1000)
        peer.sent("b", at: 2500)
        peer.wait(until: 7000)
        #expect(peer.told == ["3000 silent 1", "5000 silent 2", "7000 silent 3"] && peer.missed == 3)
        #expect(peer.answer("b") == 1 && peer.missed == 0)
        peer.wait(until: 9000)
        #expect(peer.told.count == 3)
        peer.wait(until: 11_000)
        #expect(peer.told.last == "11000 silent 1")
        peer.forget("a")
        peer.wait(until: 20_000)
        #expect(peer.told.count == 4 && peer.missed == 0 && peer.deadline == nil)
    }

    @Test("a process that was stopped for long has missed one look")
    func stopped() {
        let peer = Played(.init(look: .seconds(2)))
        peer.sent("a", at: 0)
        peer.tick(at: 60_000)
        #expect(peer.told == ["60000 silent 1"] && peer.deadline == 62_000)
    }
}
