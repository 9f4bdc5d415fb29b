internal import FaderServer
internal import FaderValues

/// The selection of parameters for a save or a recall.
struct SnapshotChoice {
    private let only: IDPatterns
    private let except: IDPatterns?

    init(only: IDPatterns?, except: IDPatterns?) {
        self.only = only ?? []
        self.except = except.flatMap { $0.isEmpty ? nil : $0 }
    }

    func takes(_ id: String) -> Bool { only.match(id) && !(except?.match(id) ?? false) }

    /// Whether it names the parameter, or its compound, by its whole id.
    func names(_ id: String, partOf compound: String?) -> Bool { only.name(id) || compound.map(only.name) ?? false }

    /// Refuses words that match nothing, because otherwise nobody would notice a typing error. `place` is such as ` in "verse"`, empty for
    /// all that are configured; `known` are other ids that a word of `except` may match.
    func check(_ ids: some Collection<String>, in place: String, known: [String] = []) throws(ServiceError) {
        for (words, others) in [(only.words, []), (except?.words ?? [], known)] {
            for word in words where !ids.contains(where: word.matches) && !others.contains(where: word.matches) {
                let nearest = Suggester.nearest(to: word.text, among: Array(ids) + others)
                let list = place.isEmpty ? "list" : "snapshot show"
                let advice = nearest.map { "did you mean \"\($0)\"?" } ?? "\"faderctl \(list)\" shows them all"
                throw .refused("no parameter\(place.isEmpty ? "'s id" : "\(place)") \(word.described); \(advice)")
            }
        }
        guard ids.contains(where: takes) else {
            throw .refused("no parameter\(place) is left: \"except\" leaves out all that \"only\" selects; change one of them")
        }
    }
}
