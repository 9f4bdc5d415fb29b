public import FaderValues

/// What a console runs. The config reader checks it.
public struct Configuration: Sendable, Equatable {
    public var parameters: [ParameterSpec]
    /// In the order of the sequencer ports.
    public var surfaces: [SurfaceSpec]
    public var compounds: [CompoundSpec]
    /// The surfaces and wide surfaces that have strips, pages or modifiers.
    public var decks: [DeckSpec]
    /// The messages that triggers send. The MIDI thread knows them by their places here.
    public var dispatches: [Dispatch]

    public init(
        parameters: [ParameterSpec] = [], surfaces: [SurfaceSpec] = [], compounds: [CompoundSpec] = [], decks: [DeckSpec] = [],
        dispatches: [Dispatch] = []
    ) {
        self.parameters = parameters
        self.surfaces = surfaces
        self.compounds = compounds
        self.decks = decks
        self.dispatches = dispatches
    }
}

extension Configuration {
    public func surface(named name: String) -> SurfaceIndex? { surfaces.rowIndices.first { surfaces[$0].name == name } }

    /// The levels of something outside that meters show.
    public var levels: [TargetSpec] {
        surfaces.flatMap { $0.panel.levels.values } + decks.flatMap { $0.pages.flatMap { $0.levels.values } }
    }

    /// The same configuration, except that surfaces whose profiles have errors only wait.
    public var withoutRefused: Configuration {
        var rest = self
        for index in surfaces.rowIndices where surfaces[index].isRefused {
            let former = surfaces[index]
            rest.surfaces[index] = SurfaceSpec(name: former.name, match: former.match, profile: former.profile)
            rest.surfaces[index].isRefused = true
            for deck in decks.indices {
                for place in decks[deck].surfaces.indices where decks[deck].surfaces[place] == index { rest.decks[deck].widths[place] = 0 }
            }
        }
        return rest
    }
    /// Of all controls, their jobs, and the cells of strips. The control is nil for cells whose surfaces have none of that kind.
    mutating func replaceMappings(_ replaced: (Mapping, _ of: ControlSpec?) -> Mapping) {
        for surface in surfaces.rowIndices {
            for (index, control) in zip(surfaces[surface].controls.indices, surfaces[surface].controls) {
                let mapping = replaced(Mapping(control), control)
                var next = control
                (next.action, next.lampStates, next.presses) = (mapping.action, mapping.lamp, mapping.presses)
                for job in next.jobs.indices { next.jobs[job].mapping = replaced(next.jobs[job].mapping, control) }
                surfaces[surface].controls[index] = next
            }
        }
        for deck in decks.indices {
            let controls = decks[deck].surfaces.flatMap { surfaces[$0].controls }
            for page in decks[deck].pages.indices {
                for column in decks[deck].pages[page].columns.indices {
                    let former = decks[deck].pages[page].columns[column]
                    let model = controls.model(ofStrips: former.kind)
                    decks[deck].pages[page].columns[column].cells = former.cells.map { replaced($0, model) }
                }
            }
        }
    }
}
