public import FaderModel

/// The result of reading a declaration.
public enum DeclarationResult: Sendable, Equatable {
    /// A parameter, and the bodies that contributed keys to it, oldest first.
    case success(DeclaredParameter, bodies: [DeclarationBody])
    /// Everything that is wrong.
    case failure([Diagnostic])
}

/// Reads a parameter that a program declares: JSON with the same keys as in the config, read and checked by the same rules.
///
/// Pure; can be used on any thread.
public struct DeclarationReader: Sendable {
    /// The config's `types:`.
    private let types: Node?
    private let symbols: NumberSymbols

    /// A reader for a config that defines no types.
    public init() { self.init(types: nil, symbols: .plain) }

    init(types: Node?, symbols: NumberSymbols) {
        self.types = types
        self.symbols = symbols
    }

    /// Reads the key `parameter` of a body as the parameter `id`. Keys missing there are taken from the `earlier` bodies for the same id,
    /// newest first, if they fit its kind.
    ///
    /// - Parameter body: a JSON object as text. Diagnostics call it `body`, and an earlier one `declaration of PROGRAM`.
    public func read(_ body: DeclarationBody, as id: String, over earlier: [DeclarationBody] = []) -> DeclarationResult {
        let report = Report()
        let keys = KeyReader(report: report, symbols: symbols)
        // They were checked with the config, so they have no errors.
        let types = TypeTable(report: report, keys: keys)
        if let node = self.types { types.readAll(node) }
        let reader = ParameterReader(report: report, types: types, keys: keys)
        guard let (entry, own) = Self.keys(of: body, Source(name: "body", bytes: body.bytes), id, reader) else {
            return .failure(report.diagnostics())
        }
        reader.checkID(entry)
        var fields = types.complete(own)
        var used = [body]
        for (order, body) in earlier.reversed().enumerated() {
            let source = Source(name: "declaration of \(body.name)", order: order + 1, bytes: body.bytes)
            guard let (_, own) = Self.keys(of: body, source, id, reader) else { continue }
            let base = Self.fitting(types.complete(own), under: fields)
            guard base.values.contains(where: { fields[$0.key] == nil }) else { continue }
            fields = fields.over(base)
            used.append(body)
        }
        var table = ParameterTable()
        table.add(reader.read(fields, at: entry), at: entry.keyLocation)
        guard !report.hasErrors else { return .failure(report.diagnostics().filter { $0.severity == .error }) }
        let parameter = table.groups.first.map { DeclaredParameter($0, parts: table.specs) } ?? DeclaredParameter(table.specs[0])
        return .success(parameter, bodies: used.reversed())
    }

    /// The keys of the parameter in a body, and an entry for it at the location of the id.
    private static func keys(
        of body: DeclarationBody, _ source: Source, _ id: String, _ reader: ParameterReader
    ) -> (entry: Node.Entry, own: Fields)? {
        let report = reader.report
        guard let root = DeclarationTree.tree(of: source, bytes: body.bytes, report: report),
            let entries = report.entries(root, of: "a declaration")
        else { return nil }
        let location = entries.first { $0.key == "id" }?.value.location ?? root.location
        let node = entries.first { $0.key == "parameter" }?.value ?? Node(location: location, content: .block([]))
        let entry = Node.Entry(key: id, keyLocation: location, value: node)
        return reader.own(node).map { (entry, $0) }
    }

    /// The keys of an earlier declaration that still apply. If the later one has a different kind, only keys that fit that kind apply.
    /// `unit` and `currency` both set the unit, so the later declaration's choice replaces the other key.
    private static func fitting(_ base: Fields, under later: Fields) -> Fields {
        var hidden = later["currency"] != nil ? ["unit", "decimals"] : later["unit"] != nil ? ["currency"] : []
        if let kind = later.kind, kind != base.kind ?? .number {
            hidden += base.values.map(\.key).filter { !kind.takes($0) || $0 == "default" }
        }
        return base.without(hidden)
    }
}
