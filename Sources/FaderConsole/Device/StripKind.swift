extension ControlSpec {
    /// Its kind within a strip, and its strip from the left, counted from 1: `fader.3`. Nil if it has no number.
    public var stripKind: (kind: String, index: Int)? {
        guard let dot = id.lastIndex(of: "."), let index = Int(id[id.index(after: dot)...]), index > 0 else { return nil }
        return (String(id[..<dot]), index)
    }
}

extension Sequence<ControlSpec> {
    /// The control that stands for all of its kind in strips: they can do only what each of them can do.
    public func model(ofStrips kind: String) -> ControlSpec? {
        first { $0.input.value != nil && $0.stripKind?.kind == kind } ?? first { $0.id == "\(kind).1" }
    }
}
