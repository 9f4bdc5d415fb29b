public struct ChoiceOption: Codable, Sendable, Equatable {
    /// Its name in config, API and state.
    public var id: String
    /// For people.
    public var label: String
    /// True or nil: the target that supplies the options does not have it; it is there only because it is the value.
    public var absent: Bool?
    /// Its id in the former configuration; nil if that was the same.
    package var former: String?

    /// Whether it can be chosen.
    public var isThere: Bool { absent != true }

    public init(id: String, label: String? = nil) {
        self.id = id
        self.label = label ?? id
    }

    /// An option that a target supplies, or that it does not have any more. Its id can be anything.
    package init(supplied id: String, former: String? = nil, isThere: Bool = true) {
        let shown = id.withoutControls()
        self.id = id
        label = shown.count > Self.longestLabel ? shown.prefix(Self.longestLabel - 1) + "…" : shown
        absent = isThere ? nil : true
        self.former = former
    }

    private static let longestLabel = 64

    private enum CodingKeys: String, CodingKey { case absent, id, label }
}

extension [ChoiceOption] {
    /// The place of the option with this id, compared byte by byte; nil if there is none.
    package func place(of id: String) -> Int? { firstIndex { ExactText($0.id) == ExactText(id) } }

    /// Exactly or else in any case; nil if the text names none of those that can be chosen, or several.
    package func place(named text: String) -> Int? {
        if let place = place(of: text) { return self[place].isThere ? place : nil }
        let folded = text.lowercased()
        let fitting = indices.filter { self[$0].isThere && self[$0].id.lowercased() == folded }
        return fitting.count == 1 ? fitting[0] : nil
    }
}
