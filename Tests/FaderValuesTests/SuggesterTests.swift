import FaderValues
import Testing

@Suite("What was probably meant")
struct SuggesterTests {
    @Test(
        "a slip of the keyboard is found, another word is not",
        arguments: [
            ("mastre", "master"), ("MASTER", "master"), ("mstr", "master"), ("x", nil), ("yy", nil), ("", nil),
        ] as [(String, String?)])
    func nearest(word: String, expected: String?) {
        var suggester = Suggester()
        #expect(suggester.nearest(to: word, among: ["master", "y", "a"]) == expected)
    }
}
