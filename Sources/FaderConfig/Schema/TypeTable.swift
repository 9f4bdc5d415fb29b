internal import FaderValues

/// The types of `types:`, then those that come with faderd.
final class TypeTable {
    private let report: Report
    private let keys: KeyReader
    /// The types of the config, by name.
    private var own: [String: Node.Entry] = [:]
    private var ownNames: [String] = []
    /// The keys of each type, with those of the types that it builds on; nil if it is not a block.
    private var resolved: [String: Fields?] = [:]
    /// The types that are being resolved, outermost first.
    private var path: [String] = []
    private lazy var presets = Presets.entries()
    /// Keys and values that types have added to other blocks.
    private var addedCount = 0

    init(report: Report, keys: KeyReader) {
        self.report = report
        self.keys = keys
    }

    /// Reads and checks all types, used or not.
    func readAll(_ node: Node) {
        guard let entries = report.entries(node, of: "the types") else { return }
        for entry in entries where !entry.isRepeated {
            report.checkName(entry.key, of: "a type", at: entry.keyLocation)
            own[entry.key] = entry
            ownNames.append(entry.key)
        }
        for name in ownNames { _ = resolve(name) }
    }

    /// The keys, with those of the type that they name. The location of the latter is where the type is named.
    func complete(_ fields: Fields) -> Fields {
        guard let node = fields["type"] else { return fields }
        guard let name = report.word(node, "the name of a type", limit: Limits.label), let base = base(name, at: node.location),
            canAdd(base, at: node.location)
        else {
            var lacking = fields
            lacking.lackType = true
            return lacking
        }
        return complete(fields, with: base, name, at: node.location)
    }

    private func complete(_ fields: Fields, with base: Fields, _ name: String, at location: Location) -> Fields {
        var named = location
        named.origin = Location.Origin(type: name, words: location.words)
        let moved = base.without(Self.hidden(by: Set(fields.values.map(\.key)))).mapped { $0.moved(to: named) }
        var merged = fields.over(moved)
        merged.lackType = base.lackType
        guard let format = fields["format"], let under = moved["format"] else { return merged }
        return merged.mapped { entry in
            guard entry.key == "format", case .block(let over) = format.content, case .block(let rest) = under.content else { return entry }
            let both = over + rest.filter { other in !over.contains { $0.key == other.key } }
            return entry.with(Node(location: format.location, content: .block(both)))
        }
    }

    /// `unit` and `currency` both set the text after the number, so each hides the other in a type or template.
    static func hidden(by keys: Set<String>) -> [String] {
        keys.contains("currency") ? ["unit", "decimals"] : keys.contains("unit") ? ["currency"] : []
    }

    /// The file stays within its limit with this type in one more block.
    private func canAdd(_ base: Fields, at location: Location) -> Bool {
        guard addedCount <= Limits.nodes else { return false }
        addedCount += base.values.reduce(0) { $0 + 1 + $1.value.count }
        if addedCount > Limits.nodes { report.error(location, "with its types the file has more than \(Limits.nodes) keys and values") }
        return addedCount <= Limits.nodes
    }

    /// The keys of a type; nil if there is no such type.
    private func base(_ name: String, at location: Location) -> Fields? {
        // A type in the config may build on faderd's type of the same name.
        if own[name] != nil, path.last != name || !presets.contains(where: { $0.key == name }) {
            if path.contains(name) {
                let loop = (path + [name]).map(\.forDisplay).joined(separator: ", ")
                return report.error(location, "the type \(name.forDisplay) builds on itself: \(loop)")
            }
            guard path.count < Limits.typeDepth else {
                return report.error(location, "more than \(Limits.typeDepth) types build on each other")
            }
            return resolve(name)
        }
        if let preset = presets.first(where: { $0.key == name }) {
            return Fields(preset.value, of: "a type", keys: KindWord.keys, report: Report())
        }
        return report.error(location, "there is no type \"\(name.forDisplay)\"", instead: name, of: ownNames + presets.map(\.key))
    }

    private func resolve(_ name: String) -> Fields? {
        if let known = resolved[name] { return known }
        guard let entry = own[name] else { return nil }
        path.append(name)
        defer { path.removeLast() }
        guard let written = Fields(entry.value, of: "a type", keys: KindWord.keys, report: report) else {
            resolved[name] = .some(nil)
            return nil
        }
        report.check(written.locations, ParameterUse.rules(for: written))
        var fields = complete(written.mapped(checked))
        if let kind = fields.kind {
            kind.check(fields, report: report)
            fields = fields.mapped { kind.takes($0.key) ? $0 : $0.unusable }
        }
        resolved[name] = fields
        return fields
    }

    /// Checks a type once here, instead of wherever it is used.
    private func checked(_ entry: Node.Entry) -> Node.Entry {
        let errors = report.errors
        keys.check(entry)
        return report.errors == errors ? entry : entry.unusable
    }
}
