import FaderAPI
import FaderValues
import Testing

@testable import FaderCLI

@Suite struct EditScreenTests {
    private let start = "\r\u{1B}[J"

    private func field(_ label: String = "Master", typed: String = "", message: String? = nil, preview: String? = nil) -> EditField {
        var field = EditField(.master(-12, label: label))
        for scalar in typed.unicodeScalars { _ = field.handle(.character(scalar)) }
        if let message { _ = field.judged(DraftResource(.invalid(message: message))) }
        if let preview { _ = field.judged(DraftResource(.valid(text: preview))) }
        return field
    }

    private func rows(_ drawing: String) -> [String] {
        drawing.dropFirst(start.count).split(separator: "\u{1B}").first.map { $0.split(separator: "\r\n").map(String.init) } ?? []
    }

    @Test("the value is drawn in one row, with the cursor after it")
    func value() { #expect(EditScreen(width: 80).draw(field()) == start + "Master: -12.0 dB\r\u{1B}[16C") }

    @Test("a draft is drawn with its result, and the cursor in the draft")
    func typed() {
        #expect(EditScreen(width: 80).draw(field(typed: "-3", preview: "-3.0 dB")) == start + "Master: -3  → -3.0 dB\r\u{1B}[10C")
    }

    @Test("a message is drawn below, and the cursor goes back up")
    func message() {
        let drawing = EditScreen(width: 40).draw(field(typed: "x", message: "\"x\" is not a number; expected one in -70.0…6.0 dB"))
        #expect(
            drawing == start + "Master: x\r\n\"x\" is not a number; expected one in\r\n-70.0…6.0 dB\u{1B}[2A\r\u{1B}[9C")
    }

    @Test("nothing is wider than the terminal, however narrow, and the cursor stays in it", arguments: [10, 13, 20, 40, 80])
    func narrow(width: Int) {
        let long = String(repeating: "日本", count: 30)
        for field in [
            field(long), field(typed: long), field(long, typed: long, message: long + " " + long), field(typed: "1", preview: long),
            field("e\u{301}" + long, typed: "🎚️🎚️🎚️🎚️🎚️🎚️🎚️🎚️🎚️🎚️🎚️🎚️"),
        ] {
            let drawing = EditScreen(width: width).draw(field)
            for row in rows(drawing) { #expect(ColumnTable.width(row) <= width, "\(row)") }
            let column = drawing.split(separator: "\u{1B}[").last.flatMap { Int($0.dropLast()) } ?? 0
            #expect(column < width)
        }
    }

    @Test("the cursor is visible anywhere in a long line")
    func scrolling() {
        var field = field(typed: String(repeating: "1234567890", count: 10))
        #expect(rows(EditScreen(width: 30).draw(field))[0].hasSuffix("567890\r"))
        for _ in 0..<60 { _ = field.handle(.left) }
        let drawing = EditScreen(width: 30).draw(field)
        let column = drawing.split(separator: "\u{1B}[").last.flatMap { Int($0.dropLast()) } ?? 0
        #expect((8..<30).contains(column))
        _ = field.handle(.home)
        #expect(EditScreen(width: 30).draw(field).hasPrefix(start + "Master: 1234567890"))
    }

    @Test("names and messages cannot control the terminal")
    func controls() {
        let drawing = EditScreen(width: 80).draw(field("A\u{1B}[31m\rB", typed: "x", message: "\u{7}\u{1B}]0;title\u{7}"))
        #expect(drawing.split(separator: "\u{1B}").count == 4, "its own sequences alone: \(drawing)")
        #expect(!drawing.contains("\u{7}"))
    }

    @Test("on leaving, the value stays in its own row")
    func last() { #expect(EditScreen(width: 80).drawLast(field()) == start + "Master: -12.0 dB\r\n") }
}
