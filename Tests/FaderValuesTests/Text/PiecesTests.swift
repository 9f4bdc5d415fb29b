import FaderValues
import Testing

@Suite struct PiecesTests {
    @Test(
        "a text is cut wherever a word stands",
        arguments: [
            ("", "a", [""]), ("a", "", ["a"]), ("b", "a", ["b"]), ("a", "a", ["", ""]), ("xaxax", "a", ["x", "x", "x"]),
            ("aaa", "aa", ["", "a"]),
            ("größer", "ö", ["gr", "ßer"]), ("ab", "abc", ["ab"]), ("ababac", "abac", ["ab", ""]),
        ])
    func pieces(text: String, word: String, pieces: [String]) { #expect(text.pieces(between: word) == pieces) }
}
