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

    private func expectGolden(_ script: String) { #expect(EditTranscript.play(script, judge: judge) == script) }

    @Test("a draft is written by Return, and not before")
    func submitting() {
        expectGolden(
            """
            begin -6.0
            type -
            says not a number, try -6.0
            type -3
            comes to -3.0 dB
            says nothing
            type -3 dB
            submit
            writes -3 dB
            """)
    }

    @Test("leaving the field writes a valid draft")
    func blurring() {
        expectGolden(
            """
            begin -6.0
            type 3
            comes to 3.0 dB
            blur
            writes 3
            """)
    }

    @Test("an invalid draft has a message while it is typed; the message goes once it is valid, and returns when it is not")
    func messages() {
        expectGolden(
            """
            begin -6.0
            type l
            says not a number, try -6.0
            type 9
            says beyond -70.0…6.0 dB
            type 99
            type 5
            comes to 5.0 dB
            says nothing
            type 5,
            says not a number, try -6.0
            cancel
            restored
            field -6.0
            says nothing
            """)
    }

    @Test("Return on an invalid draft is refused, nothing is written, and typing continues")
    func refusing() {
        expectGolden(
            """
            begin -6.0
            type loud
            says not a number, try -6.0
            submit
            refused
            submit
            refused
            type 4
            comes to 4.0 dB
            says nothing
            submit
            writes 4
            """)
    }

    @Test("leaving the field with an invalid draft restores the value")
    func blurringInvalid() {
        expectGolden(
            """
            begin -6.0
            type loud
            says not a number, try -6.0
            blur
            restored
            field -6.0
            says nothing
            """)
    }

    @Test("cancel restores the value, whatever was typed")
    func cancelling() {
        expectGolden(
            """
            begin -6.0
            type 3
            comes to 3.0 dB
            cancel
            restored
            field -6.0
            """)
    }

    @Test("a field without a draft shows every change, and writes nothing on Return or on leaving")
    func following() {
        expectGolden(
            """
            begin -6.0
            moved -5.0
            field -5.0
            moved -4.0
            field -4.0
            submit
            restored
            begin -4.0
            moved -3.0
            field -3.0
            blur
            restored
            begin -3.0
            cancel
            restored
            """)
    }

    @Test("a fader that moves during an edit wins: the draft is dropped, the field shows the fader's value, and Return writes nothing")
    func moving() {
        expectGolden(
            """
            begin -6.0
            type 3
            comes to 3.0 dB
            moved -20.0
            field -20.0
            moved -21.5
            field -21.5
            submit
            dropped
            """)
    }

    @Test("after a drop neither leaving nor cancelling writes, and a late text is not accepted")
    func lateTyping() {
        expectGolden(
            """
            begin -6.0
            type x
            says not a number, try -6.0
            moved -20.0
            field -20.0
            says nothing
            type 3
            field -20.0
            blur
            dropped
            say the next key begins another edit
            begin -20.0
            type 3
            comes to 3.0 dB
            moved 0.0
            field 0.0
            cancel
            dropped
            """)
    }

    @Test("a change that is reported twice, or late, drops nothing")
    func oldChanges() {
        expectGolden(
            """
            begin -6.0
            heard again
            type 3
            comes to 3.0 dB
            heard again
            submit
            writes 3
            """)
    }

    @Test("a draft equal to the offered text is written by Return, which updates the motors again, and not by leaving")
    func unchanged() {
        expectGolden(
            """
            begin -6.0
            type -6
            comes to -6.0 dB
            type -6.0
            blur
            restored
            begin -6.0
            type -6.0
            comes to -6.0 dB
            submit
            writes -6.0
            """)
    }

    @Test("nothing is written after the edit has ended")
    func over() {
        expectGolden(
            """
            begin -6.0
            type 3
            comes to 3.0 dB
            submit
            writes 3
            submit
            restored
            type 4
            field -6.0
            blur
            restored
            moved 3.0
            field 3.0
            cancel
            restored
            """)
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
