internal import FaderValues

extension Configuration {
    /// Whether the console of `former` can stay: the two differ at most in labels, short names, colors and names of options, which a
    /// console does not use, and in the values of lamps, which `Console.relight` replaces.
    public func hasSameConsole(as former: Configuration) -> Bool {
        plain == former.plain
            && zip(former.parameters, parameters).allSatisfy { old, next in
                // `plain` still has the options of the config.
                !next.isSupplied || Renumbering.keepsNumbers(from: old, to: next)
            }
    }

    private var plain: Configuration {
        var plain = self
        for index in parameters.indices {
            (plain.parameters[index].label, plain.parameters[index].short, plain.parameters[index].color) = ("", nil, nil)
            plain.parameters[index].hasOwnLabel = false
            plain.parameters[index].kind = parameters[index].kind.rules.wordless(isSupplied: parameters[index].isSupplied)
        }
        for index in compounds.indices { (plain.compounds[index].label, plain.compounds[index].short) = ("", nil) }
        plain.replaceMappings { mapping, _ in mapping.unlit }
        return plain
    }
}

extension Mapping {
    public var unlit: Mapping {
        var mapping = self
        (mapping.lamp, mapping.action, mapping.presses) = (.plain, action.unlit, presses.unlit)
        return mapping
    }
}

extension Presses {
    fileprivate var unlit: Presses { map { Job(parameter: $0.parameter, action: $0.action.unlit) } }
}

extension ControlAction {
    fileprivate var unlit: ControlAction { isPress ? .press(TriggerLamp()) : self }
}
