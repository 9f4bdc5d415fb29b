import FaderTesting
import FaderValues
import Testing

@Suite struct EditTests {
    /// A fader of -70…6 dB that rejects values beyond its range.
    private func judge(_ text: String) -> DraftJudgement {
        let number = text.hasSuffix(" dB") ? String(text.dropLast(3)) : text
        guard let value = Double(number) else { return .invalid(message: "not a number, try -6.0") }
        guard (-70...6).contains(value) else { return .invalid(message: "beyond -70.0…6.0 dB") }
        return .valid(text: "\((value * 10).rounded() / 10) dB")
    }

    @Test("every script of Tests/Scripts/edits comes out as it is written", arguments: try ScriptTest.all(in: "Scripts/edits", on: nil))
    func everyScript(script: ScriptTest) {
        if let failure = script.failure({ EditTranscript.play($0, judge: judge) }) { Issue.record("\(failure)") }
    }

    @Test("a draft is judged again when it is submitted: a reload may have changed what is a value")
    func judgedAgain() {
        var session = Edit(offered: "1", revision: 1)
        session.draft("5") { _ in .valid(text: "5") }
        #expect(session.submit { _ in .invalid(message: "beyond 0…4") } == .refused(message: "beyond 0…4"))
        #expect(session.message == "beyond 0…4")
        #expect(session.blur { _ in .invalid(message: "beyond 0…4") } == .restored)
    }

    @Test("in any order of acts: only a valid draft without a later change is written, and only once")
    func random() {
        var generator = SeededGenerator(seed: 7)
        var written = 0
        for _ in 0..<2_000 {
            var session = Edit(offered: "-6.0", revision: 0)
            var draft: String?
            for _ in 0..<12 {
                var outcome = EditOutcome.restored
                switch Int.random(in: 0..<8, using: &generator) {
                case 0...2:
                    let text = ["3", "x", "-6.0", "99", ""].randomElement(using: &generator) ?? ""
                    if session.phase == .untouched || session.draft != nil { draft = text }
                    session.draft(text, judge: judge)
                case 3: outcome = session.submit(judge: judge)
                case 4: outcome = session.blur(judge: judge)
                case 5: outcome = session.cancel()
                default:
                    session.moved(to: "-9.0", revision: session.revision + 1)
                    draft = nil
                }
                guard case .commit(let text) = outcome else { continue }
                #expect(text == draft)
                #expect(text == "3" || text == "-6.0")
                draft = nil
                written += 1
            }
        }
        #expect(written > 100)
    }
}
