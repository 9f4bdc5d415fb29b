import FaderTesting
import FaderValues
import Testing

@Suite struct OpenEditsTests {
    private var sessions: OpenEdits<String> { OpenEdits(limits: EditLimits(ofOneOwner: 3, inAll: 5)) }
    private let valid: (String) -> DraftJudgement = { .valid(text: $0) }

    /// The refusal of an action; nil if it is not refused.
    private func refusal<Answer>(_ act: () throws(EditRefusal) -> Answer) -> EditRefusal? {
        do throws(EditRefusal) {
            _ = try act()
            return nil
        } catch {
            return error
        }
    }

    @Test("only its owner can use an edit")
    func owners() throws {
        var sessions = sessions
        let number = try sessions.begin("master", of: "a", offered: "1", revision: 1)
        #expect(try sessions.entry(number, of: "a").id == "master")
        #expect(refusal { () throws(EditRefusal) in try sessions.entry(number, of: "b") } == .unknown)
        #expect(refusal { () throws(EditRefusal) in try sessions.entry(number + 1, of: "a") } == .unknown)
        sessions.remove(number, of: "b")
        #expect(sessions.count == 1)
    }

    @Test("an ended session is gone, one that refused is not")
    func ends() throws {
        var sessions = sessions
        let number = try sessions.begin("master", of: "a", offered: "1", revision: 1)
        try sessions.update(number, of: "a") { [valid] in $0.draft("2", judge: valid) }
        let refused = try sessions.update(number, of: "a") { $0.submit { _ in .invalid(message: "no") } }
        #expect(refused == .refused(message: "no"))
        #expect(sessions.holds("a"))
        let outcome = try sessions.update(number, of: "a") { [valid] in $0.end(by: .submit, judge: valid) }
        #expect(outcome == .commit("2"))
        #expect(!sessions.holds("a"))
        #expect(refusal { () throws(EditRefusal) in try sessions.entry(number, of: "a") } == .unknown)
    }

    @Test("a change reaches every session of its id and no others, each with its viewer's text")
    func changes() throws {
        var sessions = sessions
        let swedish = Viewer(symbols: NumberSymbols(locale: "sv_SE", decimal: ","))
        let here = try sessions.begin("master", of: "a", offered: "1.0", revision: 1)
        let there = try sessions.begin("master", of: "b", for: swedish, offered: "1,0", revision: 1)
        let other = try sessions.begin("pan", of: "a", offered: "C", revision: 1)
        for (number, owner) in [(here, "a"), (other, "a")] {
            try sessions.update(number, of: owner) { [valid] in $0.draft("5", judge: valid) }
        }
        sessions.moved("master") { ($0 == swedish ? "2,0" : "2.0", 2) }
        #expect(try sessions.entry(here, of: "a").session.phase == .dropped)
        #expect(try sessions.entry(here, of: "a").session.text == "2.0")
        #expect(try sessions.entry(there, of: "b").session.text == "2,0")
        #expect(try sessions.entry(there, of: "b").session.phase == .untouched)
        #expect(try sessions.entry(other, of: "a").session.text == "5")
    }

    @Test("the text of a field is only asked for if there is an edit")
    func unasked() throws {
        var sessions = sessions
        _ = try sessions.begin("master", of: "a", offered: "1.0", revision: 1)
        sessions.moved("pan") { _ in
            #expect(Bool(false), "nobody edits it")
            return nil
        }
        sessions.moved("master") { _ in nil }
        #expect(sessions.count == 1)
    }

    @Test("when an owner leaves, all its sessions end and make room")
    func leaving() throws {
        var sessions = sessions
        for _ in 0..<3 { _ = try sessions.begin("master", of: "a", offered: "1", revision: 1) }
        let kept = try sessions.begin("master", of: "b", offered: "1", revision: 1)
        sessions.removeAll(of: "a")
        #expect(sessions.count == 1)
        #expect(!sessions.holds("a"))
        #expect(try sessions.entry(kept, of: "b").id == "master")
        _ = try sessions.begin("master", of: "a", offered: "1", revision: 1)
    }

    @Test("there are limits for one owner and for all, and no number is used twice")
    func limits() throws {
        var sessions = sessions
        let first = try (0..<3).map { _ in try sessions.begin("master", of: "a", offered: "1", revision: 1) }
        #expect(Set(first).count == 3)
        let ofOne = refusal { () throws(EditRefusal) in try sessions.begin("master", of: "a", offered: "1", revision: 1) }
        #expect(ofOne == .tooManyOfOneOwner(limit: 3))
        for _ in 0..<2 { _ = try sessions.begin("master", of: "b", offered: "1", revision: 1) }
        let inAll = refusal { () throws(EditRefusal) in try sessions.begin("master", of: "c", offered: "1", revision: 1) }
        #expect(inAll == .tooManyInAll(limit: 5))
        sessions.remove(first[0], of: "a")
        #expect(!first.contains(try sessions.begin("master", of: "a", offered: "1", revision: 1)))
    }
}
