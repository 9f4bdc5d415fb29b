internal import FaderValues

/// Keys that parameters have because of their targets: a fader of a console is a level in dB, whose range and law come with it.
struct BroughtKeys {
    let kinds: [any ReadableTarget.Type]
    /// Keys that were parsed before, by their text.
    private var known: [String: [Node.Entry]] = [:]

    init(kinds: [any ReadableTarget.Type]) { self.kinds = kinds }

    /// `own` are the keys that the parameter gives itself, which count; `all` are those with its target, which may bring more.
    mutating func completed(_ own: [Node.Entry], from all: [Node.Entry]) -> [Node.Entry] {
        guard !own.contains(where: { $0.key == "type" }),
            let node = all.first(where: { $0.key == "target" && !$0.isRepeated })?.value.items.first,
            let kind = kinds.first(where: { kind in node.entries.contains { $0.key == kind.word } }),
            let text = kind.keys(broughtBy: node)
        else { return own }
        let brought = entries(text)
        // Of another kind, the keys would not fit; that is reported where the target is read.
        let word = brought.first { $0.key == "kind" }?.value.text ?? KindWord.number.rawValue
        if let given = own.first(where: { $0.key == "kind" }), given.value.text != word { return own }
        var place = node.location
        place.origin = Location.Origin(type: kind.word, words: place.words)
        return own + brought.filter { entry in !own.contains { $0.key == entry.key } }.map { $0.moved(to: place) }
    }

    private mutating func entries(_ text: String) -> [Node.Entry] {
        if let entries = known[text] { return entries }
        let report = Report()
        let source = Source(name: "the keys that a target brings", bytes: Array("{\(text)}".utf8))
        guard case .block(let entries) = TreeBuilder.tree(of: source, report: report)?.content, !report.hasErrors else {
            preconditionFailure("the keys that a target brings are not YAML: \(text)")
        }
        known[text] = entries
        return entries
    }
}
