/// What the declarations of one id result in: a parameter, or the parts of a compound.
public struct DeclaredParameter: Sendable, Equatable {
    public let id: String
    /// The parameter, or the parts in order; at least one.
    public let specs: [ParameterSpec]
    /// Its parts are indices into `specs`; nil for a parameter.
    public let compound: CompoundSpec?

    public init(_ spec: ParameterSpec) {
        id = spec.id
        specs = [spec]
        compound = nil
    }

    public init(_ compound: CompoundSpec, parts: [ParameterSpec]) {
        id = compound.id
        specs = parts
        var compound = compound
        compound.parts = Array(parts.rowIndices)
        self.compound = compound
    }

    /// Every id that it reserves: its own, those of its parts, and the one that mappings use for the nearer end of a range.
    public var ids: [String] {
        guard let compound else { return [id] }
        let parts = [id] + specs.map(\.id)
        if compound.kind.ends != nil { return parts + ["\(id).nearest"] }
        return parts
    }

    /// The values of its parameters, by id, clamped where the parameter clamps. Throws if the value is not valid.
    public func values(of value: Value) throws(RefusedValue) -> [String: Value] {
        if let compound {
            let numbers = try CompoundText(compound, parts: specs).accept(value, current: specs.map(\.defaultValue)).values
            return Dictionary(zip(specs, numbers).map { ($0.id, $0.value(of: $1)) }, uniquingKeysWith: { first, _ in first })
        }
        let spec = specs[0]
        guard let rule = spec.kind.textRule else { return [id: spec.value(of: try ValueText(spec).accept(value).value)] }
        guard case .word(let text) = value else {
            throw RefusedValue(.notA(value.shown, "a text"), expected: rule.expected, example: rule.example)
        }
        try rule.accept(text)
        return [id: value]
    }
}
