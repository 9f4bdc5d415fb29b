import FaderAPI
import FaderRig
import FaderTesting
import FaderValues
import Testing

@testable import FaderCLI

@Suite struct EditFieldTests {
    private static func parameter(_ value: Double, revision: UInt64 = 1) -> ParameterResource {
        .master(value, revision: revision)
    }

    private func field() -> EditField { EditField(Self.parameter(-12)) }

    private func type(_ text: String, into field: inout EditField) -> [EditField.Act] {
        text.unicodeScalars.flatMap { field.handle(.character($0)) }
    }

    private static func edit(revision: UInt64) -> EditResource {
        EditResource(edit: "1", parameter: parameter(-20, revision: revision), session: Edit(offered: "", revision: Revision(1)))
    }

    private static let dropped = DraftResource(droppedFor: parameter(-20))

    @Test("the first character replaces the value, and each key sends the whole draft")
    func typing() {
        var field = field()
        #expect(type("-3", into: &field) == [.begin, .draft("-"), .draft("-3")])
        #expect(field.handle(.backspace) == [.draft("-")])
        #expect(field.handle(.home) == [])
        #expect(field.line?.text == "-")
    }

    @Test(
        "a movement key starts with the text of the value, a deletion key with an empty text",
        arguments: [
            (Key.right, "-12.0", ""), (.end, "-12.0", ""), (.left, "", "-12.0"), (.home, "", "-12.0"), (.backspace, "", ""),
            (.delete, "", ""), (.deleteToStart, "", ""), (.deleteToEnd, "", ""), (.deleteWord, "", ""),
        ])
    func beginning(key: Key, before: String, after: String) {
        var field = field()
        #expect(field.handle(key) == (before + after == "-12.0" ? [.begin] : [.begin, .draft("")]))
        #expect(field.line?.before == before)
        #expect(field.line?.after == after)
    }

    @Test("before the first key Return and Escape do nothing, and the value follows changes")
    func untouched() {
        var field = field()
        #expect(field.handle(.enter) == [])
        #expect(field.handle(.escape) == [])
        #expect(field.changed(Self.parameter(-5, revision: 2)) == [])
        #expect(field.parameter.text == "-5.0 dB")
        #expect(field.changed(Self.parameter(-9, revision: 2)) == [])
        #expect(field.parameter.text == "-5.0 dB")
        #expect(field.handle(.leave) == [.leave(wasInterrupted: false)])
    }

    @Test("the ways out: Return submits, Escape cancels, leaving blurs, an interrupt cancels and leaves")
    func endings() {
        for (key, acts) in [
            (Key.enter, [EditField.Act.submit]), (.escape, [.cancel]), (.leave, [.blur, .leave(wasInterrupted: false)]),
            (.interrupt, [.cancel, .leave(wasInterrupted: true)]), (.step(1), [.cancel, .step(1, .ordinary)]),
            (.step(-1, .big), [.cancel, .step(-1, .big)]),
        ] {
            var field = field()
            _ = type("3", into: &field)
            #expect(field.handle(key) == acts, "\(key)")
        }
    }

    @Test("an invalid draft has a message until it is valid")
    func judgement() {
        var field = field()
        _ = type("x", into: &field)
        #expect(field.judged(DraftResource(.invalid(message: "not a number"))) == [])
        #expect(field.message == "not a number")
        #expect(field.judged(DraftResource(.valid(text: "3.0 dB"))) == [])
        #expect(field.message == nil)
        #expect(field.preview == "3.0 dB")
        field.ended(EditOutcomeResource(.refused, parameter: Self.parameter(-12), message: "still not"))
        #expect(field.message == "still not")
        #expect(field.line != nil)
    }

    @Test("an accepted value is shown, and a clamp is reported until the next key")
    func accepted() {
        var field = field()
        _ = type("99", into: &field)
        var accepted = Self.parameter(6, revision: 2)
        accepted.notice = "clamped to 6.0 dB"
        field.ended(EditOutcomeResource(.committed, parameter: accepted))
        #expect(field.line == nil)
        #expect(field.parameter.text == "6.0 dB")
        #expect(field.notice == "clamped to 6.0 dB")
        #expect(field.changed(Self.parameter(6, revision: 2)) == [], "its own change comes back")
        #expect(field.notice != nil)
        _ = field.handle(.right)
        #expect(field.notice == nil)
    }

    @Test("any change of the value wins over the draft, however it is noticed")
    func dropping() {
        var byEvent = field()
        _ = type("3", into: &byEvent)
        #expect(byEvent.changed(Self.parameter(-20, revision: 2)) == [.cancel])
        var byAnswer = field()
        _ = type("3", into: &byAnswer)
        #expect(byAnswer.judged(Self.dropped) == [.cancel])
        var atOnce = field()
        #expect(atOnce.handle(.character("3")) == [.begin, .draft("3")])
        #expect(atOnce.began(Self.edit(revision: 2)) == [.cancel])
        for field in [byEvent, byAnswer, atOnce] {
            #expect(field.line == nil)
            #expect(field.message == nil)
            #expect(field.preview == nil)
            #expect(field.parameter.text == "-20.0 dB")
        }
        // The next key begins a new edit.
        #expect(type("4", into: &byEvent) == [.begin, .draft("4")])
    }

    @Test("an edit that begins with the value shown continues")
    func begun() {
        var field = field()
        _ = type("3", into: &field)
        #expect(field.began(Self.edit(revision: 1)) == [])
        #expect(field.line?.text == "3")
    }

    @Test("a reload that repeats the value does not drop the draft, and old values are ignored")
    func restating() {
        var field = field()
        _ = type("3", into: &field)
        var same = Self.parameter(-12)
        same.text = "-12.00 dB"
        #expect(field.restated(same) == [])
        #expect(field.parameter.text == "-12.00 dB")
        #expect(field.line?.text == "3")
        #expect(field.restated(Self.parameter(-20, revision: 3)) == [.cancel])
        #expect(field.restated(Self.parameter(-12, revision: 2)) == [])
        #expect(field.parameter.text == "-20.0 dB")
    }

    @Test("a failure is reported, with the value if it was applied anyway")
    func failing() {
        var field = field()
        _ = type("3", into: &field)
        field.failed(Problem(title: "", status: 503, detail: "the disk is full", parameter: Self.parameter(3, revision: 2)))
        #expect(field.line == nil)
        #expect(field.parameter.text == "3.0 dB")
        #expect(field.notice == "the disk is full")
    }
}
