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
        let parameters = parameters
        replaceMappings { mapping, control in
            guard let parameter = mapping.parameter, changed.contains(parameter), let control else { return mapping }
            return control.relit(mapping, parameters[parameter])
        }
    }
}
