public import FaderConsole
public import FaderValues

extension Console {
    /// The console of another configuration after it has adopted the state of this one.
    ///
    /// - Parameters:
    ///   - values: with what new parameters begin; nobody has chosen these.
    ///   - mappings: what each control drives; nil: what the configuration says.
    public func swapped(
        from old: Configuration, to new: Configuration, values: [Double?] = [], mappings: [Mapping]? = nil,
        renumberings: [Renumbering?] = [], at now: MonotonicTime, port: any MIDIPort
    ) -> Console {
        let next = Console(new, values: values, areSet: new.parameters.map { _ in false }, mappings: mappings)
        next.adopt(self, Continuity(from: old, to: new, renumberings: renumberings), at: now, port: port)
        return next
    }
}
