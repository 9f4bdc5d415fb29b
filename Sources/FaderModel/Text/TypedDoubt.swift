/// Makes refusals of a typed text that name the place in it that makes no sense, and the reason.
struct TypedDoubt {
    let text: TypedCharacters
    /// What the text is not, for example `a number`.
    let sort: String

    /// A refusal for this reason; nil if nothing more is known.
    func refusal(_ why: String?) -> RefusedValue.Reason { .notA(text.string, sort, why: why) }

    /// A refusal of the text at a place, for example `"+" at character 3 has nothing behind it`.
    func refusal(at place: Range<Int>, _ why: String) -> RefusedValue.Reason {
        refusal("\"\(String(text.all[place]))\" at character \(place.lowerBound + 1) \(why)")
    }

    /// The word at a place, or the single character there.
    func word(at place: Int) -> Range<Int> {
        let end = text.all[place...].firstIndex { !$0.isLetter } ?? text.all.count
        return place..<max(end, place + 1)
    }
}
