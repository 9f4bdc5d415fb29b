internal import FaderValues

struct ParameterReader {
    let report: Report
    let types: TypeTable
    let keys: KeyReader
    var supplied: SuppliedChoices?

    /// All parameters, in file order. Those with errors are there, too, so that a mapping to one is not reported as well.
    func readAll(_ node: Node) -> ParameterTable {
        var table = ParameterTable(supplied: supplied)
        guard let entries = report.entries(node, of: "the parameters") else { return table }
        table.specs.reserveCapacity(entries.count)
        for entry in entries {
            let reading = read(entry)
            guard !entry.isRepeated else { continue }
            guard table.specs.count + reading.specs.count <= Limits.parameters else {
                report.error(entry.keyLocation, "more than \(Limits.parameters) parameters")
                break
            }
            table.add(reading, at: entry.keyLocation)
        }
        table.checkParts(entries, report: report)
        return table
    }

    private func read(_ entry: Node.Entry) -> ParameterReading {
        checkID(entry)
        guard let own = own(entry.value, of: entry.key) else { return .damaged(ParameterSpec(id: entry.key)) }
        return read(types.complete(own), at: entry)
    }

    /// The keys of the parameter itself, without those of its type; nil if the node is not a block.
    func own(_ node: Node, of id: String? = nil) -> Fields? {
        Fields(node, of: "a parameter", keys: KindWord.keys, parameter: id, report: report)
    }

    /// The keys are complete, and the id, the entry's key, has been checked.
    func read(_ fields: Fields, at entry: Node.Entry) -> ParameterReading {
        var start = ParameterSpec(id: entry.key)
        if let node = fields["label"], let label = keys.label(node) {
            // A word of a list that stands for its own label is no label that somebody gave.
            (start.label, start.hasOwnLabel) = (label, !node.location.isWord(label))
        }
        if let node = fields["short"], let short = keys.short(node) {
            start.short = short
            if short == start.label, node.location.type == nil {
                report.error(node.location, "short has no effect: displays show the label without it, and it is the same; leave it out")
            }
        }
        guard !fields.lackType else {
            // Without the type's keys, each key can only be checked by itself.
            for key in fields.values { keys.check(key) }
            return .damaged(start)
        }
        start.color = fields["color"].flatMap(keys.color)
        start.isRecallSafe = fields["recall-safe"].flatMap(keys.recallSafe) ?? false
        start.notifies = fields["notify"].flatMap(keys.notify) ?? false
        guard let kind = fields["kind"].map({ keys.kind($0) }) ?? .number else { return .damaged(start) }
        kind.check(fields, report: report)
        report.check(fields.locations.filter { $0.value.type == nil }, ParameterUse.rules(for: fields))
        // The one place where a kind finds its reader: FaderValues does not know YAML.
        switch kind {
        case .number: return number(fields, start, .number, at: entry.keyLocation)
        case .integer: return number(fields, start, .integer, at: entry.keyLocation)
        case .toggle: return .one(ToggleReader(report: report).read(fields, start))
        case .choice:
            let reader = ChoiceReader(report: report, supplied: supplied)
            return reader.read(fields, start, at: entry.keyLocation).map { .one($0) } ?? .damaged(start)
        case .trigger:
            start.kind = .trigger
            // Its value counts the presses that are not done yet: one runs, and one more can wait.
            (start.maximum, start.step, start.decimals) = (2, 1, 0)
            return .one(start)
        case .text: return .one(TextReader(keys: keys).read(fields, start, at: entry.keyLocation))
        case .range:
            let (ends, kind) = RangeReader(keys: keys).read(fields, start, at: entry.keyLocation)
            return compound(ends, kind, start, entry)
        case .color: return compound(ColorReader(report: report).read(fields, start), .color, start, entry)
        }
    }

    private func number(_ fields: Fields, _ start: ParameterSpec, _ kind: ParameterKind, at location: Location) -> ParameterReading {
        let reader = ScaleReader(keys: keys, kind: kind)
        var (spec, isRanged) = reader.read(fields, start, at: location)
        // A default that comes from a range type does not apply to a single number.
        guard let node = fields["default"], !node.isList || node.location.type == nil else { return .one(spec, isRanged: isRanged) }
        if !isRanged {
            reader.checkDefault(node)
        } else if let value = reader.value(node, of: spec, "default") {
            spec.defaultValue = value
        }
        return .one(spec, isRanged: isRanged)
    }

    private func compound(
        _ parts: [ParameterSpec], _ kind: CompoundKind, _ start: ParameterSpec, _ entry: Node.Entry
    ) -> ParameterReading {
        if let long = parts.first(where: { $0.id.utf8.count > Limits.id }), entry.key.utf8.count <= Limits.id {
            report.error(
                entry.keyLocation,
                "\"\(entry.key.forDisplay)\" cannot be the id of a \(kind.word): \"\(long.id)\", a part of it, "
                    + "is longer than \(Limits.id) bytes")
        }
        return .compound(CompoundSpec(id: start.id, label: start.label, short: start.short, kind: kind, parts: []), parts)
    }

    func checkID(_ entry: Node.Entry) {
        guard !ParameterSpec.isValidID(entry.key) else { return }
        let isLong = entry.key.utf8.count > Limits.id
        let rule = isLong ? "at most \(Limits.id) bytes" : "lower-case words of a-z, 0-9, _ and - with dots between"
        report.error(
            entry.keyLocation, "\"\(entry.key.forDisplay)\" cannot be a parameter id: \(rule)",
            suggestion: Names.mended(entry.key, ParameterSpec.isValidID))
    }
}

/// What one key of `parameters:` stands for.
enum ParameterReading {
    /// One parameter. If its range is not known, no value can be judged.
    case one(ParameterSpec, isRanged: Bool = true)
    /// Parts of one value; their indices in the configuration are not known yet.
    case compound(CompoundSpec, [ParameterSpec])
    /// A parameter whose kind is unknown because of errors; it may have parts.
    case damaged(ParameterSpec)

    var specs: [ParameterSpec] {
        switch self {
        case .one(let spec, _), .damaged(let spec): [spec]
        case .compound(_, let parts): parts
        }
    }
}

extension ParameterSpec {
    /// A part of a compound, made from what all its parts have in common.
    func part(_ word: String) -> ParameterSpec {
        var part = self
        part.id += ".\(word)"
        part.label += " \(word)"
        part.hasOwnLabel = true
        part.short = short.map { "\($0) \(word)" }
        return part
    }
}
