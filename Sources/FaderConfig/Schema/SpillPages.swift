internal import FaderConsole
internal import FaderValues

/// Pages for `{action: spill, group: drums}`: the strips of the group's members in their order.
struct SpillPages {
    /// The members of each group, by the group's id.
    let groups: [String: [ParameterIndex]]

    /// The groups that these maps spill, each once, in the order of the file.
    func names(in maps: [Node]) -> [String] {
        var names: [String] = []
        let mappings = maps.flatMap(\.entries).map(\.value)
        for mapping in mappings.flatMap({ [$0] + $0.entries.filter { ["long", "double"].contains($0.key) }.map(\.value) }) {
            let keys = mapping.entries
            guard keys.contains(where: { $0.key == "action" && $0.value.text == "spill" }),
                let group = keys.first(where: { $0.key == "group" })?.value.text, groups[group] != nil, !names.contains(group)
            else { continue }
            names.append(group)
        }
        return names
    }

    /// A member has the whole strip whose fader it has on one of `pages`; one that is in no strip has a fader.
    func page(of group: String, from pages: [DeckPage]) -> DeckPage {
        var page = DeckPage(spilling: group)
        for (place, member) in (groups[group] ?? []).enumerated() {
            guard let (source, strip) = Self.strip(of: member, on: pages) else {
                page.add(Mapping(parameter: member), column: page.column(Self.fader, []), strip: place)
                page.words.append(nil)
                continue
            }
            for column in source.columns where column.cells.indices.contains(strip) {
                page.add(column.cells[strip], column: page.column(column.kind, column.modifiers), strip: place)
            }
            page.levels[place] = source.levels[strip]
            page.words.append(source.words.indices.contains(strip) ? source.words[strip] : nil)
        }
        return page
    }

    private static let fader = "fader"

    private static func strip(of member: ParameterIndex, on pages: [DeckPage]) -> (page: DeckPage, strip: Int)? {
        for page in pages {
            let faders = page.columns.first { $0.kind == fader && $0.modifiers.isEmpty }
            if let strip = faders?.cells.firstIndex(where: { $0.parameter == member }) { return (page, strip) }
        }
        return nil
    }

    /// The first master fader of a deck moves the group while its page is shown.
    static func addMaster(_ group: ParameterIndex, _ page: Int, _ surfaces: [Int], to drafts: inout [SurfaceDraft]) {
        for surface in surfaces {
            guard let control = drafts[surface].spec.controls.firstIndex(where: \.isMaster) else { continue }
            drafts[surface].spec.controls[control].jobs.append(Job(page: page, mapping: Mapping(parameter: group)))
            return
        }
    }
}
