internal import FaderConfig
internal import FaderConsole
internal import FaderValues

/// What changes if the console and the settings stay the same: labels, short names, colors, names of options, and values of lamps. Slow for
/// a large configuration.
struct Relabeling: Sendable {
    let configuration: Configuration
    /// Equal to the former settings, except for the names of connections, which do not count in a comparison.
    let settings: Settings
    let texts: [ValueText]
    let compoundTexts: [CompoundText]
    let table: DeckTable
    let mappings: [Mapping]
    let areLampsOthers: Bool
    let areOthers: Bool

    /// Nil if the plan needs another console, or other settings.
    init?(_ plan: Declared.Plan, after former: Catalog) {
        let configuration = plan.configuration
        guard configuration.hasSameConsole(as: former.configuration), plan.settings == former.settings else { return nil }
        let mappings = configuration.mappings(plan.controls)
        // What decks show is part of the configuration.
        let free = mappings.rowIndices.filter { !former.table.isManaged($0) }
        guard free.allSatisfy({ mappings[$0].unlit == former.mappings[$0].unlit }) else { return nil }
        areLampsOthers =
            configuration.mapped != former.configuration.mapped || free.contains { mappings[$0] != former.mappings[$0] }
        table = areLampsOthers ? DeckTable(configuration) : former.table
        areOthers = areLampsOthers || configuration != former.configuration
        (self.configuration, settings, self.mappings) = (configuration, plan.settings, mappings)
        texts = configuration.parameters.map { ValueText($0) }
        compoundTexts = CompoundText.all(of: configuration)
    }
}

extension Configuration {
    /// Everything that controls drive, in whatever bank, on whatever page and with whatever modifier.
    fileprivate var mapped: [Mapping] {
        surfaces.flatMap { surface in surface.controls.flatMap { [Mapping($0)] + $0.jobs.map(\.mapping) } }
            + decks.flatMap { deck in deck.pages.flatMap { page in page.columns.flatMap(\.cells) } }
    }
}
