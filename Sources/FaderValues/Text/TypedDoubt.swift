/// Refusals of a typed text that name the characters and the reason.
struct TypedDoubt {
    let text: TypedCharacters
    /// Such as `a number`.
    let sort: String

    /// The refusal of the text, with the reason; nil if none is known.
    func refusal(_ why: String?) -> RefusedValue.Reason { .notA(text.string, sort, why: why) }

    /// A refusal of some characters of the text, for example `"+" at character 3 has nothing behind it`.
    func refusal(at range: Range<Int>, _ why: String) -> RefusedValue.Reason {
        refusal("\"\(String(text.all[range]))\" at character \(range.lowerBound + 1) \(why)")
    }

    /// The word at an index, or the single character there.
    func word(at index: Int) -> Range<Int> {
        let end = text.all[index...].firstIndex { !$0.isLetter } ?? text.all.count
        return index..<max(end, index + 1)
    }
}
