package import FaderValues

/// `target:` of parameters and of parts of compounds, and `targets:`.
package final class TargetReader {
    /// A key of a parameter that names targets.
    struct Entry {
        /// `parts` has a target for each part; `label` counts if a target tells it.
        enum Key: String { case target, parts, label }
        let id: String
        let keyLocation: Location
        let node: Node
        var key = Key.target
    }

    /// The parameter that a target is for.
    package struct Subject {
        package let spec: ParameterSpec
        /// It is a color, which its targets see as one number.
        package var isColor = false
        package var leads = true
        var isLabel = false
        /// A trigger has no value: a target that it presses is read without the keys that are about values.
        package var isPressed: Bool { spec.kind.isPressed }
    }

    package let report: Report
    let kinds: [any ReadableTarget.Type]
    private let parameters: ParameterTable
    /// How numbers are written in the config.
    package let symbols: NumberSymbols
    /// The entries of `targets:` by their names; nil for one with errors.
    package private(set) var peers: [String: (any TargetPeer)?] = [:]
    private var readOnlyPeers: Set<String> = []
    /// The parameter that made each claim, by the identity of the claim.
    private var claims: [String: (id: String, location: Location)] = [:]

    init(report: Report, kinds: [any ReadableTarget.Type], parameters: ParameterTable, symbols: NumberSymbols) {
        self.report = report
        self.kinds = kinds
        self.symbols = symbols
        self.parameters = parameters
    }

    /// `parameters:` without its targets. A program that declares a parameter cannot give it a target, because only the config may decide
    /// which programs run on this machine.
    static func takeOut(_ section: Node, kinds: [any ReadableTarget.Type]) -> (rest: Node, targets: [Entry]) {
        guard case .block(let entries) = section.content else { return (section, []) }
        var targets: [Entry] = []
        var brought = BroughtKeys(kinds: kinds)
        let rest = entries.map { entry -> Node.Entry in
            guard case .block(let keys) = entry.value.content, keys.contains(where: { word(of: $0) != nil }) else { return entry }
            for key in keys where !key.isRepeated && !entry.isRepeated {
                guard let word = word(of: key) else { continue }
                targets.append(Entry(id: entry.key, keyLocation: key.keyLocation, node: key.value, key: word))
            }
            let own = keys.filter { word(of: $0) == nil }
            return entry.with(Node(location: entry.value.location, content: .block(brought.completed(own, from: keys))))
        }
        return (Node(location: section.location, content: .block(rest)), targets)
    }

    /// What a key says about targets; nil if nothing.
    private static func word(of key: Node.Entry) -> Entry.Key? {
        Entry.Key(rawValue: key.key).flatMap { $0 == .label && (!key.value.isBlock || key.value.isBraces) ? nil : $0 }
    }

    func readPeers(_ node: Node) { (peers, readOnlyPeers) = PeerReader(report: report, kinds: kinds.naming).read(node) }

    static func first(of kinds: Set<String>, in entries: [Entry]) -> Location? {
        let nodes = entries.flatMap { entry -> [Node] in
            guard entry.key == .parts else { return entry.node.items }
            return entry.node.entries.flatMap(\.value.entries).flatMap(\.value.items)
        }
        return nodes.lazy.flatMap(\.entries).first { kinds.contains($0.key) }?.keyLocation
    }

    /// All targets of parameters, in file order. The targets of triggers are read by `triggers`.
    func readAll(_ entries: [Entry], triggers: TriggerReader) -> [TargetBinding] {
        let bound = Set(entries.lazy.filter { $0.key == .target }.map(\.id))
        var pressed: [(entry: Entry, spec: ParameterSpec)] = []
        let bindings = entries.filter { $0.key != .label }.flatMap { entry -> [TargetBinding] in
            if entry.key == .parts { return readParts(entry, besides: bound.contains(entry.id)) }
            guard let subject = subject(of: entry) else { return [] }
            guard subject.isPressed else { return read(entry, subject) }
            pressed.append((entry, subject.spec))
            return []
        }
        // What triggers can set depends on all targets.
        triggers.readOnly = parameters.readOnly(bindings)
        for (entry, spec) in pressed { triggers.read(entry, spec) }
        return bindings
    }

    /// `label: {osc: foh, address: /ch/01/config/name}`. Several parameters may have the same.
    func readLabels(_ entries: [Entry]) -> [TargetBinding] {
        entries.filter { $0.key == .label }.compactMap { entry in
            guard let index = parameters.parameter(entry.id) else {
                guard parameters.compound(entry.id) != nil else { return nil }
                return report.error(
                    entry.node.location, "only a parameter with one value can have a label from elsewhere; write a label here")
            }
            let text = ParameterSpec(id: parameters.specs[index].id, kind: .text(TextRule(maximumLength: Limits.text)))
            return target(entry.node, Subject(spec: text, leads: false, isLabel: true)).map {
                TargetBinding(parameter: entry.id, target: TargetSpec(readOnly: $0), leads: false)
            }
        }
    }

    /// `parts: {hue: {target: …}}` of a color or range. `isBound`: the whole has a target, too.
    private func readParts(_ entry: Entry, besides isBound: Bool) -> [TargetBinding] {
        guard let compound = parameters.compound(entry.id) else {
            guard parameters.meaning(of: entry.id) != .damaged, parameters.meaning(of: entry.id) != nil else { return [] }
            report.error(entry.keyLocation, "\(entry.id.forDisplay) has no parts: only colors and ranges have")
            return []
        }
        let specs = compound.parts.map { parameters.specs[$0.offset] }
        let words = specs.map { String($0.id.dropFirst(compound.id.count + 1)) }
        let errors = report.errors
        guard let fields = Fields(entry.node, of: "the parts of a \(compound.kind.word)", keys: words, report: report) else { return [] }
        if fields.values.isEmpty, report.errors == errors {
            report.error(entry.node.location, "parts names none of the parts of a \(compound.kind.word): \(words.joined(separator: ", "))")
        }
        return fields.values.flatMap { part -> [TargetBinding] in
            let errors = report.errors
            guard let place = words.firstIndex(of: part.key),
                let keys = Fields(part.value, of: "a part", keys: ["target"], report: report), report.errors == errors
            else { return [] }
            guard let target = keys.values.first else {
                report.error(part.value.location, "a part needs a target, such as {target: {osc: desk, address: /hue}}")
                return []
            }
            let one = Entry(id: specs[place].id, keyLocation: target.keyLocation, node: target.value)
            return read(one, Subject(spec: specs[place], leads: !isBound))
        }
    }

    /// The targets of an entry. If it is a list, the first one leads.
    private func read(_ entry: Entry, _ subject: Subject) -> [TargetBinding] {
        let items = entry.node.items
        guard !items.isEmpty, items.count <= Limits.targets else {
            report.error(
                entry.node.location,
                items.isEmpty ? "the list of targets is empty: leave target out instead" : "more than \(Limits.targets) targets")
            return []
        }
        var text = subject
        // Only the target that leads knows the options of such a choice.
        if subject.spec.isSupplied { text = Subject(spec: subject.spec.asText, leads: subject.leads) }
        let targets = items.enumerated().map { place, item in
            target(item, place == 0 ? subject : text).flatMap {
                isFree($0, entry, at: items.count > 1 ? item.location : entry.keyLocation) ? $0 : nil
            }
        }
        return targets.enumerated().compactMap { index, target in
            target.map { TargetBinding(parameter: entry.id, target: $0, leads: subject.leads && index == 0) }
        }
    }

    /// Whether no other parameter has this target. If one has, that is reported.
    private func isFree(_ target: TargetSpec, _ entry: Entry, at location: Location) -> Bool {
        guard let taken = target.claims.first(where: { claims[$0.identity] != nil }), let claim = claims[taken.identity] else {
            for claim in target.claims { claims[claim.identity] = (entry.id, location) }
            return true
        }
        let place = claim.location.described(from: location)
        return report.error(
            location,
            claim.id == entry.id
                ? "\(taken.name) is a target of \(claim.id.forDisplay) already (\(place))"
                : "\(taken.name) is the target of \"\(claim.id.forDisplay)\" already (\(place)); a target can have one parameter, and that one "
                    + "can be mapped to any number of controls")
    }

    /// Nil if it cannot have a target, which is reported, or if it has errors.
    private func subject(of entry: Entry) -> Subject? {
        switch parameters.meaning(of: entry.id) {
        case .parameter(let index): return Subject(spec: parameters.specs[index])
        case .unfit, .nearest:
            if let index = parameters.parameter(entry.id) { return Subject(spec: parameters.specs[index]) }
            let compound = parameters.compound(entry.id)
            if let compound, compound.kind.isOneValue { return Subject(spec: compound.asNumber, isColor: true) }
            return report.error(
                entry.keyLocation,
                "\(entry.id.forDisplay) is a range, which cannot have a target; its ends can: "
                    + "parts: {low: {target: …}, high: {target: …}}")
        case .damaged, nil: return nil
        }
    }

    private func target(_ node: Node, _ subject: Subject) -> TargetSpec? {
        guard let entries = report.entries(node, of: "a target") else { return nil }
        let words = kinds.words
        guard let key = entries.first(where: { words.contains($0.key) }),
            let kind = kinds.first(where: { $0.word == key.key })
        else {
            let first = entries.first
            return report.error(
                first?.keyLocation ?? node.location,
                first.map { "unknown kind of target \"\($0.key.forDisplay)\"; the kinds are \(words.joined(separator: ", "))" }
                    ?? "a target needs one of \(words.joined(separator: ", "))", instead: first?.key ?? "", of: words)
        }
        guard isFit(kind, subject, at: key.keyLocation) else { return nil }
        let (rest, isReadOnly) = report.takeOutReadOnly(node, from: subject.isPressed ? nil : entries)
        let isOfReadOnlyPeer = kind is any NamingTarget.Type && key.value.text.map(readOnlyPeers.contains) ?? false
        let details = kind.read(rest, for: subject, by: self)
        if !subject.isPressed, !subject.isLabel, !isReadOnly, !isOfReadOnlyPeer, let doubt = details?.doubt(about: subject.spec.id) {
            report.warning(key.keyLocation, doubt)
        }
        return details.map { TargetSpec($0, peer: word(of: key.value), isReadOnly: isReadOnly || isOfReadOnlyPeer) }
    }

    /// The entry of `targets:` that a node names; nil if it names none.
    func word(of node: Node) -> String? { node.text.flatMap { peers.keys.contains($0) ? $0 : nil } }

    /// Whether the target that a trigger presses is read-only.
    func isReadOnly(_ node: Node) -> Bool {
        node.entries.contains { entry in
            kinds.naming.contains { $0.word == entry.key } && entry.value.text.map(readOnlyPeers.contains) ?? false
        }
    }

    /// What a meter shows: `{obs: studio, input: Mic}`.
    func level(_ node: Node) -> TargetSpec? {
        let meter = ParameterSpec(id: "meter", minimum: -60, maximum: 0, unit: "dB")
        let errors = report.errors
        guard let target = target(node, Subject(spec: meter)), report.errors == errors else { return nil }
        guard target.details.hasLevel else {
            return report.error(
                node.location,
                "\(target.name.forDisplay) has no level; a meter shows a parameter, or as {obs: studio, input: Mic} how loud an input is")
        }
        return target
    }

    /// The first target that tells how loud the parameter is.
    func level(of entry: Entry) -> TargetSpec? {
        guard let subject = subject(of: entry), !subject.isPressed else { return nil }
        return entry.node.items.lazy.compactMap { self.target($0, subject) }.first { $0.details.hasLevel }
    }

    /// The targets of a parameter; nil if one of them cannot be read.
    func targets(of entry: Entry) -> [TargetSpec]? {
        guard let subject = subject(of: entry), !subject.isPressed else { return nil }
        let targets = entry.node.items.map { target($0, subject) }
        return targets.contains(nil) ? nil : targets.compactMap { $0 }
    }

    /// A reader with the same peers that reports nothing, to read a target before its turn.
    var quiet: TargetReader {
        let reader = TargetReader(report: Report(kinds: kinds), kinds: kinds, parameters: parameters, symbols: symbols)
        (reader.peers, reader.readOnlyPeers) = (peers, readOnlyPeers)
        return reader
    }

    /// Whether a parameter can have a target of this kind. If not, that is reported.
    private func isFit(_ kind: any TargetKind.Type, _ subject: Subject, at location: Location) -> Bool {
        let what: String
        let others: [any TargetKind.Type]
        if subject.isColor, !kind.takesColors {
            (what, others) = ("color", kinds.filter { $0.takesColors })
        } else if subject.spec.kind.isText, !kind.takesTexts {
            if subject.isLabel {
                let words = kinds.filter { $0.takesTexts }.map { $0.word }
                return report.error(location, "a label comes from \(words.joined(separator: ", "))")
            }
            let isChoice = parameters.parameter(subject.spec.id).map { parameters.specs[$0].isSupplied } ?? false
            (what, others) = (isChoice ? "choice with the options of its first target" : "text", kinds.filter { $0.takesTexts })
        } else {
            return true
        }
        let words = others.map { $0.word }
        return report.error(
            location,
            "\(subject.spec.id.forDisplay) is a \(what), which only "
                + (words.dropLast().joined(separator: ", ") + " and " + words[words.count - 1]) + " targets can have")
    }
}

extension Report {
    /// `read-only: true` of a target or peer, and the rest of its keys. `entries` is nil if the node cannot have that key.
    func takeOutReadOnly(_ node: Node, from entries: [Node.Entry]?) -> (rest: Node, isReadOnly: Bool) {
        let key = "read-only"
        guard let entries, let given = entries.first(where: { $0.key == key && !$0.isRepeated }) else { return (node, false) }
        let rest = Node(location: node.location, content: .block(entries.filter { $0.key != key }))
        return (rest, truth(given.value, key) ?? false)
    }

    /// Reads one text, or a list of texts.
    package func words(_ node: Node, _ what: String) -> [String]? {
        guard case .list(let items) = node.content else { return word(node, what, limit: Limits.text).map { [$0] } }
        guard !items.isEmpty else { return error(node.location, "expected \(what), found an empty list") }
        let words = items.compactMap { word($0, what, limit: Limits.text) }
        return words.count == items.count ? words : nil
    }
}
