/// Refuses a typed text, with the place in it that makes no sense and why.
struct TypedDoubt {
    let text: TypedCharacters
    /// What the text is not, as `a number`.
    let sort: String

    /// A refusal for this reason; nil: nothing more can be said than that.
    func refusal(_ why: String?) -> RefusedValue.Reason { .notA(text.string, sort, why: why) }

    /// A refusal of what stands at a place, as `"+" at character 3 has nothing behind it`.
    func refusal(at place: Range<Int>, _ why: String) -> RefusedValue.Reason {
        refusal("\"\(String(text.all[place]))\" at character \(place.lowerBound + 1) \(why)")
    }

    /// A word at a place, or the one character there.
    func word(at place: Int) -> Range<Int> {
        let end = text.all[place...].firstIndex { !$0.isLetter } ?? text.all.count
        return place..<max(end, place + 1)
    }
}
