internal import FaderConsole

struct DeckNames {
    /// The name of the wide surface, or of the surface if it is not part of one.
    let name: String
    let pages: [String]
    /// Groups whose members have a page of their own, after the other pages.
    let spilled: [String]
    let groups: [String]
    /// The ids of the controls that are modifiers.
    let modifiers: [String]
    /// Modifiers that exchange faders and encoders while they are on.
    let flips: [ModifierSet]
    /// Controls whose actions are unknown: they may be meant as modifiers.
    let unknown: [String]
}

/// Reads the actions that switch what a surface shows: `bank`, `page`, `spill`, `modifier`, and `flip`, a modifier that is on until it is pressed again.
struct DeckActionReader {
    let report: Report
    /// The map that the action is in; nil in a strip.
    let scope: MapReader.Scope?
    /// The mapping applies on every page and with any modifiers.
    let isPlain: Bool

    private static let keys = ["bank": ["by"], "page": ["page"], "spill": ["group"], "modifier": ["latch"], "flip": []]
    /// The words that `page:` accepts besides the names.
    static let steps = ["next": 1, "previous": -1]

    /// Whether the action switches something. If not, keys that only such an action has are reported.
    func isSwitch(_ fields: Fields) -> Bool {
        if Self.word(fields) != nil { return true }
        for (key, action) in [("page", "page"), ("group", "spill"), ("latch", "modifier or offset")] {
            guard let node = fields[key], key != "latch" || fields["action"]?.text != "offset" else { continue }
            report.error(node.location, "\(key) is for action: \(action)")
        }
        return false
    }

    /// `{page: NAME}` alone means the action of that name.
    private static func word(_ fields: Fields) -> String? {
        guard let action = fields["action"] else { return fields["page"] != nil && fields["parameter"] == nil ? "page" : nil }
        return action.text.flatMap { keys[$0] != nil ? $0 : nil }
    }

    func read(_ fields: Fields, of control: ControlSpec?) -> ControlAction? {
        guard let word = Self.word(fields) else { return nil }
        let location = (fields["action"] ?? fields["page"])?.location ?? fields.location
        let errors = report.errors
        let known = ["action"] + (Self.keys[word] ?? []) + PressReader.keys
        for entry in fields.values where !known.contains(entry.key) {
            let why = entry.key == "parameter" ? "\(word) drives no parameter" : "\(entry.key) is not for action: \(word)"
            report.error(entry.keyLocation, why)
        }
        guard let scope else { return report.error(location, "\(word) is an action of the surface, not of a strip: put it into the map") }
        if let control, !ButtonRule.isButton(control) {
            report.error(location, "\(control.id.forDisplay) is not a button, so it cannot have the action \(word)")
        }
        let action: ControlAction? =
            switch word {
            case "bank": bank(fields, location)
            case "page": page(fields, location, scope.deck)
            case "spill": spill(fields, location, scope.deck)
            default: modifier(fields, location, control, scope.deck, isFlip: word == "flip")
            }
        return report.errors == errors ? action : nil
    }

    private func bank(_ fields: Fields, _ location: Location) -> ControlAction? {
        guard let node = fields["by"] else {
            return report.error(location, "action: bank needs by, the number of strips to move, for example {action: bank, by: 8}")
        }
        guard let count = report.integer(node, "by", in: -Limits.strips...Limits.strips) else { return nil }
        if count == 0 { report.error(node.location, "by 0 would do nothing") }
        return .bank(by: count)
    }

    private func page(_ fields: Fields, _ location: Location, _ deck: DeckNames) -> ControlAction? {
        guard let node = fields["page"] else {
            return report.error(
                location, "action: page needs a page, for example {action: page, page: NAME}; NAME can also be next or previous")
        }
        guard let name = report.word(node, "the name of a page", limit: Limits.name) else { return nil }
        if let count = Self.steps[name] { return .turn(by: count) }
        if let index = deck.pages.firstIndex(of: name) { return .page(index) }
        return report.error(
            node.location, "\(deck.name.forDisplay) has no page \"\(name.forDisplay)\"", instead: name,
            of: deck.pages + Self.steps.keys.sorted())
    }

    private func spill(_ fields: Fields, _ location: Location, _ deck: DeckNames) -> ControlAction? {
        guard let node = fields["group"] else {
            return report.error(location, "action: spill needs the group whose members it shows, for example {action: spill, group: drums}")
        }
        guard let group = report.word(node, "the name of a group", limit: Limits.id) else { return nil }
        if let place = deck.spilled.firstIndex(of: group) { return .page(deck.pages.count + place) }
        return report.error(node.location, "there is no group \"\(group.forDisplay)\"", instead: group, of: deck.groups)
    }

    private func modifier(
        _ fields: Fields, _ location: Location, _ control: ControlSpec?, _ deck: DeckNames, isFlip: Bool
    ) -> ControlAction? {
        let latches = isFlip || report.truth(fields, "latch") ?? false
        guard isPlain else {
            return report.error(
                location, "a button is a modifier on every page: put it into the surface's own map, without another modifier")
        }
        return control.flatMap { control in deck.modifiers.firstIndex(of: control.id) }.map { .modifier($0, latches: latches) }
    }
}
