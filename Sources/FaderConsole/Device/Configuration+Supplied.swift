public import FaderValues

extension Configuration {
    /// This configuration with the looks that targets supply. What the config says wins.
    public func supplying(_ look: (ParameterSpec) -> SuppliedLook?) -> Configuration {
        var (whole, colored) = (self, Set<ParameterIndex>())
        for index in parameters.rowIndices where !parameters[index].hasOwnLabel || parameters[index].color == nil {
            guard let look = look(parameters[index]) else { continue }
            if !parameters[index].hasOwnLabel, let label = look.label { whole.parameters[index].label = label }
            guard parameters[index].color == nil, let color = look.color else { continue }
            whole.parameters[index].color = color
            colored.insert(index)
        }
        if !colored.isEmpty { whole.relight(colored) }
        return whole
    }

    /// Gives the lamps that show these parameters the looks that suit them now, unless the config says how they look.
    public mutating func relight(_ changed: Set<ParameterIndex>) {
        func relit(_ mapping: Mapping, of control: ControlSpec?) -> Mapping {
            guard let parameter = mapping.parameter, changed.contains(parameter), let control else { return mapping }
            return control.relit(mapping, parameters[parameter])
        }
        for surface in surfaces.rowIndices {
            for place in surfaces[surface].controls.indices {
                let control = surfaces[surface].controls[place]
                surfaces[surface].controls[place].lampStates = relit(Mapping(control), of: control).lamp
                for job in control.jobs.indices {
                    surfaces[surface].controls[place].jobs[job].mapping = relit(control.jobs[job].mapping, of: control)
                }
            }
        }
        for deck in decks.indices {
            let controls = decks[deck].surfaces.flatMap { surfaces[$0].controls }
            for page in decks[deck].pages.indices {
                for column in decks[deck].pages[page].columns.indices {
                    let former = decks[deck].pages[page].columns[column]
                    let model = controls.model(ofStrips: former.kind)
                    decks[deck].pages[page].columns[column].cells = former.cells.map { relit($0, of: model) }
                }
            }
        }
    }
}
