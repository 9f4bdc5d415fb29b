public import FaderValues

extension Configuration {
    public var suppliedChoices: [ParameterIndex] { parameters.rowIndices.filter { parameters[$0].isSupplied } }

    /// This configuration with the options that targets supply (at least one for each choice) instead of only those that the file mentions.
    /// A button that sets an option which is not there is `missing`.
    public func supplying(_ options: (ParameterSpec) -> [ChoiceOption]) -> Configuration {
        var whole = self
        for index in suppliedChoices {
            let options = options(parameters[index])
            whole.parameters[index].kind = .choice(options)
            whole.parameters[index].maximum = Double(options.count - 1)
        }
        guard !suppliedChoices.isEmpty else { return whole }
        func action(_ action: ControlAction, on parameter: ParameterIndex?) -> ControlAction {
            guard let parameter, let names = parameters[parameter].mentioned, let options = whole.parameters[parameter].kind.options
            else { return action }
            switch action {
            case .set(let number): return options.place(named: names[Int(number)]).map { .set(Double($0)) } ?? .missing(Int(number))
            case .hold(let number): return options.place(named: names[Int(number)]).map { .hold(Double($0)) } ?? .missing(Int(number))
            default: return action
            }
        }
        func presses(_ presses: Presses) -> Presses {
            presses.map { Presses.Job(parameter: $0.parameter, action: action($0.action, on: $0.parameter)) }
        }
        func supply(_ mapping: inout Mapping) {
            (mapping.action, mapping.presses) = (action(mapping.action, on: mapping.parameter), presses(mapping.presses))
        }
        for surface in surfaces.rowIndices {
            for control in surfaces[surface].controls.indices {
                let spec = surfaces[surface].controls[control]
                whole.surfaces[surface].controls[control].action = action(spec.action, on: spec.parameter)
                whole.surfaces[surface].controls[control].presses = presses(spec.presses)
                for job in spec.jobs.indices { supply(&whole.surfaces[surface].controls[control].jobs[job].mapping) }
            }
        }
        for deck in decks.indices {
            for page in decks[deck].pages.indices {
                for column in decks[deck].pages[page].columns.indices {
                    for cell in decks[deck].pages[page].columns[column].cells.indices {
                        supply(&whole.decks[deck].pages[page].columns[column].cells[cell])
                    }
                }
            }
        }
        return whole
    }
}
