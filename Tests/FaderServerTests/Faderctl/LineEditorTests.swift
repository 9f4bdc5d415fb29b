import FaderRig
import Testing

@testable import FaderCLI

@Suite struct LineEditorTests {
    private func line(_ text: String, _ keys: Key...) -> LineEditor {
        var line = LineEditor(text)
        for key in keys {
            let isOfLine = line.handle(key)
            #expect(isOfLine, "\(key)")
        }
        return line
    }

    @Test("it inserts, moves and deletes at the cursor")
    func editing() {
        #expect(line("12", .left, .character("5")).text == "152")
        #expect(line("12", .left, .backspace).text == "2")
        #expect(line("12", .left, .delete).text == "1")
        #expect(line("12", .home, .character("-")).text == "-12")
        #expect(line("12", .home, .end, .character("3")).text == "123")
        #expect(line("12", .home, .right, .deleteToEnd).text == "1")
        #expect(line("12", .left, .deleteToStart).text == "2")
    }

    @Test("at the ends nothing happens")
    func ends() {
        #expect(line("1", .home, .left, .backspace, .end, .right, .delete).text == "1")
        #expect(line("", .backspace, .delete, .left, .right, .deleteWord, .deleteToEnd, .deleteToStart).text == "")
    }

    @Test("words are separated by blanks")
    func words() {
        #expect(line("12 6 +", .deleteWord).text == "12 6 ")
        #expect(line("12 6  ", .deleteWord).text == "12 ")
        #expect(line("12 6", .left, .deleteWord).text == "6")
    }

    @Test("a character counts as one, however many scalars it has")
    func characters() {
        #expect(line("e", .character("\u{301}"), .backspace).text == "")
        #expect(line("a👩‍👩‍👧b", .left, .backspace).text == "ab")
        #expect(line("a👩‍👩‍👧b", .left, .left, .delete).text == "ab")
        #expect(line("🇸🇪", .left).after == "🇸🇪")
    }

    @Test("typing replaces the selection")
    func selected() {
        var line = LineEditor("-12.0")
        _ = line.handleSelected(.character("3"))
        #expect(line.text == "3")
        let isOfLine = line.handleSelected(.enter)
        #expect(!isOfLine)
    }

    @Test("the length of a line is limited")
    func long() {
        var line = LineEditor("")
        for _ in 0..<10_000 { _ = line.handle(.character("x")) }
        #expect(line.text.utf8.count <= 4096)
    }
}
