public import FaderValues

public enum DeclarationResult: Sendable, Equatable {
    /// A parameter, the bodies that contributed keys to it, oldest first, and the initial value if the new body gives it as YAML.
    case success(DeclaredParameter, bodies: [DeclarationBody], value: Value?)
    case failure([Diagnostic])
}

/// Reads a parameter that a program declares: JSON with the same keys as in the config, checked by the same rules. Can be used on any
/// thread.
public struct DeclarationReader: Sendable {
    private let types: Node?
    private let symbols: NumberSymbols
    /// The config's `lists:`. Declarations have no templates, but a declared parameter may belong to a word.
    public let lists: [NameList]

    public init() { self.init(types: nil, symbols: .plain) }

    init(types: Node?, symbols: NumberSymbols, lists: [NameList] = []) {
        self.lists = lists
        self.types = types
        self.symbols = symbols
    }

    /// Reads the keys `parameter` and `yaml` of a body as the parameter `id`. Missing keys are taken from the `earlier` bodies for the same
    /// id, newest first, if they fit its kind. Diagnostics call the body `body`, and an earlier one `declaration of PROGRAM`.
    public func read(_ body: DeclarationBody, as id: String, over earlier: [DeclarationBody] = []) -> DeclarationResult {
        let report = Report()
        let keys = KeyReader(report: report, symbols: symbols)
        // They were checked with the config, so they have no errors.
        let types = TypeTable(report: report, keys: keys)
        if let node = self.types { types.readAll(node) }
        let reader = ParameterReader(report: report, types: types, keys: keys)
        guard let (entry, own, value) = Self.keys(of: body, Source(name: "body", bytes: body.bytes), id, reader) else {
            return .failure(report.diagnostics())
        }
        let first = value.flatMap { Self.value(of: $0, report) }
        reader.checkID(entry)
        var fields = types.complete(own)
        var used = [body]
        for (order, body) in earlier.reversed().enumerated() {
            let source = Source(name: "declaration of \(body.name)", order: order + 1, bytes: body.bytes)
            guard let (_, own, _) = Self.keys(of: body, source, id, reader) else { continue }
            let base = Self.fitting(types.complete(own), under: fields)
            guard base.values.contains(where: { fields[$0.key] == nil }) else { continue }
            fields = fields.over(base)
            used.append(body)
        }
        var table = ParameterTable()
        table.add(reader.read(fields, at: entry), at: entry.keyLocation)
        guard !report.hasErrors else { return .failure(report.diagnostics().filter { $0.severity == .error }) }
        let parameter = table.compounds.first.map { DeclaredParameter($0, parts: table.specs) } ?? DeclaredParameter(table.specs[0])
        return .success(parameter, bodies: used.reversed(), value: first)
    }

    /// The keys of the parameter, an entry for it at the location of the id, and the initial value if it is given as YAML.
    private static func keys(
        of body: DeclarationBody, _ source: Source, _ id: String, _ reader: ParameterReader
    ) -> (entry: Node.Entry, own: Fields, value: Node?)? {
        let report = reader.report
        guard let root = DeclarationTree.tree(of: source, bytes: body.bytes, report: report),
            let entries = report.entries(root, of: "a declaration")
        else { return nil }
        let location = entries.first { $0.key == "id" }?.value.location ?? root.location
        let node = entries.first { $0.key == "parameter" }?.value ?? Node(location: location, content: .block([]))
        let entry = Node.Entry(key: id, keyLocation: location, value: node)
        guard case .block(let texts)? = entries.first(where: { $0.key == "yaml" })?.value.content else {
            return reader.own(node).map { (entry, $0, nil) }
        }
        let written = texts.map { Self.written($0, report) }
        let more = written.filter { $0.key != "value" }
        // If `parameter` is not a block, `own` reports that.
        let given = node.entries
        guard node.isBlock else { return reader.own(node).map { (entry, $0, nil) } }
        for twice in more where given.contains(where: { $0.key == twice.key }) {
            report.error(twice.keyLocation, "the key \"\(twice.key.forDisplay)\" is given in \"parameter\", too")
        }
        let whole = Node(location: node.location, content: .block(given + more))
        return reader.own(whole).map { (entry, $0, written.first { $0.key == "value" }?.value) }
    }

    /// A value that does not begin with a quote or a bracket is one text or number, whatever else is in it.
    private static func written(_ entry: Node.Entry, _ report: Report) -> Node.Entry {
        guard let text = entry.value.text else {
            report.error(entry.value.location, "expected the text of \(entry.key.forDisplay), found \(entry.value.described)")
            return entry.unusable
        }
        guard let first = text.first, "[{\"'".contains(first) else {
            let isPlain = !KindWord.texts.contains(entry.key)
            return entry.with(Node(location: entry.value.location, content: .scalar(Node.Scalar(text: text, isPlain: isPlain))))
        }
        let node = TreeBuilder.tree(
            of: Source(name: entry.key, bytes: Array(text.utf8)), report: report,
            Secrecy.none.of(entry.key, inBlock: 3, showing: report.shownKeys))
        return node.map { entry.with($0) } ?? entry.unusable
    }

    /// The value that a node stands for; nil if it cannot be a value.
    private static func value(of node: Node, _ report: Report) -> Value? {
        switch node.content {
        case .scalar(let scalar):
            guard scalar.isPlain else { return .word(scalar.text) }
            if scalar.text == "true" || scalar.text == "false" { return .flag(scalar.text == "true") }
            return NumberSyntax.number(scalar.text).map { .number($0) } ?? .word(scalar.text)
        case .list:
            if let pair = node.pair, let low = pair.first.plainText.flatMap(NumberSyntax.number),
                let high = pair.second.plainText.flatMap(NumberSyntax.number)
            {
                return .pair(low, high)
            }
        case .block: break
        case .unusable: return nil
        }
        return report.error(node.location, "a value is a number, a text, true, false, or two numbers [LOW, HIGH]; found \(node.described)")
    }

    /// The keys of an earlier declaration that still apply: if the kind differs, only those that fit the later one. `unit` and `currency`
    /// both set the unit, so the later choice replaces the other key.
    private static func fitting(_ base: Fields, under later: Fields) -> Fields {
        var hidden = later["currency"] != nil ? ["unit", "decimals"] : later["unit"] != nil ? ["currency"] : []
        if let kind = later.kind, kind != base.kind ?? .number {
            hidden += base.values.map(\.key).filter { !kind.takes($0) || $0 == "default" }
        }
        return base.without(hidden)
    }
}
