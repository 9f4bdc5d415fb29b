internal import FaderConsole
internal import FaderValues

/// The `target:` of a trigger: one thing that it does, or a list, done in order.
final class TriggerReader {
    private let report: Report
    private let parameters: ParameterTable
    private let surfaces: [SurfaceSpec]
    private let targets: TargetReader
    private let assignments: AssignmentReader

    /// The triggers, in file order.
    private(set) var triggers: [TriggerSpec] = []
    /// The controls for `lit-by`: with their messages, programs report that what a trigger controls is on.
    private(set) var lights: [(surface: SurfaceIndex, control: ControlSpec)] = []
    /// Parameters and compounds that no trigger can set, because their targets are only read.
    var readOnly: Set<String> = []
    /// Messages of the surfaces that are used already.
    private var claims: [SurfaceIndex: MessageClaims] = [:]

    init(parameters: ParameterTable, surfaces: [SurfaceSpec], targets: TargetReader, assignments: AssignmentReader) {
        (report, self.parameters, self.surfaces, self.targets) = (targets.report, parameters, surfaces, targets)
        self.assignments = assignments
    }

    /// Actions that need no kind of target.
    private enum Word: String, CaseIterable {
        case recall, recallNext = "recall-next", save, undo, redo, set, wait, midi

        /// The keys that go with the action, its own first.
        var keys: [String] {
            switch self {
            case .recall, .set: [rawValue, "over"]
            case .midi: [rawValue, "send", "release", "lit-by"]
            default: [rawValue]
            }
        }
    }

    func read(_ entry: TargetReader.Entry, _ spec: ParameterSpec) {
        let items = entry.node.items
        guard !items.isEmpty, items.count <= Limits.targets else {
            report.error(
                entry.node.location,
                items.isEmpty ? "the list is empty: leave target out instead" : "more than \(Limits.targets) things for one trigger to do")
            return
        }
        let actions = items.compactMap { action($0, spec) }
        if actions.count == items.count { triggers.append(TriggerSpec(id: entry.id, actions: actions)) }
    }

    private func action(_ node: Node, _ spec: ParameterSpec) -> TriggerAction? {
        guard let entries = report.entries(node, of: "what a trigger does") else { return nil }
        let kinds = targets.kinds.filter { $0.takesPresses }
        if let entry = entries.first(where: { Word(rawValue: $0.key) != nil }), let word = Word(rawValue: entry.key) {
            let others = Word.allCases.map(\.rawValue) + kinds.map { $0.word }
            let list = "a trigger that does several things has a list: target: [{\(word.rawValue): …}, {…}]"
            let elsewhere = Dictionary(others.map { ($0, list) }, uniquingKeysWith: { first, _ in first })
            guard
                let fields = Fields(
                    node, of: "what a trigger does", keys: word.keys, report: report, elsewhere: elsewhere, tellsKeys: true),
                let node = fields[word.rawValue]
            else { return nil }
            return action(word, node, fields, spec)
        }
        for kind in kinds {
            guard let key = entries.first(where: { $0.key == kind.word }) else { continue }
            return kind.read(node, for: TargetReader.Subject(spec: spec), by: targets).map {
                .target(TargetSpec($0, peer: targets.word(of: key.value), isReadOnly: targets.isReadOnly(node)))
            }
        }
        let all = Word.allCases.map(\.rawValue) + kinds.map { $0.word }
        let first = entries.first
        // `{wait 3 s}`: a key needs a colon and a blank.
        if let key = first?.key, let word = all.first(where: { key.hasPrefix("\($0) ") || key.hasPrefix("\($0):") }) {
            return report.error(first?.keyLocation ?? node.location, "a colon and a blank are missing after \(word): write {\(word): …}")
        }
        return report.error(
            first?.keyLocation ?? node.location,
            first.map { "a trigger cannot do \"\($0.key.forDisplay)\"; it can do \(all.joined(separator: ", "))" }
                ?? "a trigger does one of \(all.joined(separator: ", "))", instead: first?.key ?? "", of: all)
    }

    private func action(_ word: Word, _ node: Node, _ fields: Fields, _ spec: ParameterSpec) -> TriggerAction? {
        switch word {
        case .recall:
            guard let name = snapshot(node) else { return nil }
            return over(fields).map { .recall(name, over: $0) }
        case .recallNext:
            return report.choice(node, "recall-next", of: [("1", 1), ("-1", -1)]).map { .recallNext(by: $0) }
        case .save: return snapshot(node).map { .save($0) }
        case .undo where node.text == "recall": return .undoRecall
        case .undo where node.text.map { Double($0) == nil } ?? false:
            let text = node.text ?? ""
            return report.error(
                node.location, "undo must be a whole number 1…\(Limits.press) or recall, found \"\(text.forDisplay)\"", instead: text,
                of: ["recall"])
        case .undo: return report.integer(node, "undo", in: 1...Limits.press).map { .undo($0) }
        case .redo: return report.integer(node, "redo", in: 1...Limits.press).map { .redo($0) }
        case .set:
            let (over, assignments) = (over(fields), assignments.read(node, readOnly: readOnly))
            return over.flatMap { over in assignments.map { .set($0, over: over) } }
        case .wait: return report.duration(node, "wait", within: Limits.fade).map { .wait($0) }
        case .midi: return midi(node, fields, spec)
        }
    }

    /// The length of a fade in seconds. Outer nil: it is wrong, which is reported. Inner nil: there is none.
    private func over(_ fields: Fields) -> Double?? {
        guard let over = fields["over"] else { return .some(nil) }
        return report.duration(over, "over", within: Limits.fade).map { .some($0 / .seconds(1)) }
    }

    private func snapshot(_ node: Node) -> String? {
        guard let name = report.word(node, "the name of a snapshot", limit: Limits.name) else { return nil }
        if let problem = SnapshotName.problem(name) {
            return report.error(node.location, "the name of a snapshot \(problem): \"\(name.forDisplay)\"")
        }
        return name
    }

    /// `{midi: daw, send: ["note 94 ch 1 = 127"], release: ["note 94 ch 1 = 0"], lit-by: "note 94 ch 1"}`.
    private func midi(_ node: Node, _ fields: Fields, _ spec: ParameterSpec) -> TriggerAction? {
        guard let name = report.word(node, "the name of a surface", limit: Limits.name) else { return nil }
        guard let surface = surfaces.rowIndices.first(where: { surfaces[$0].name == name }) else {
            return report.error(node.location, "there is no surface \"\(name.forDisplay)\"", instead: name, of: surfaces.map(\.name))
        }
        if let light = fields["lit-by"] { readLight(light, surface, spec) }
        let messages = ProtocolReader(report: report)
        let errors = report.errors
        guard let send = messages.readMessages(fields, "send"), !send.isEmpty else {
            guard report.errors == errors else { return nil }
            return report.error(
                fields["send"]?.location ?? node.location,
                "midi needs the messages to send: {midi: \(name.forDisplay), send: [\"note 94 ch 1 = 127\"]}")
        }
        let release = messages.readMessages(fields, "release").flatMap { $0.isEmpty ? nil : Dispatch(surface: name, messages: $0) }
        return .midi(press: Dispatch(surface: name, messages: send), release: release)
    }

    /// Its message lights the lamps of a trigger.
    private func readLight(_ node: Node, _ surface: SurfaceIndex, _ spec: ParameterSpec) {
        guard let message = MessageReader(report: report).read(node, "lit-by"), let index = parameters.parameter(spec.id) else { return }
        let owner = MessageClaims.Owner(control: spec.id, role: "lit-by", message: message)
        if let other = claim(owner, surface) {
            let overlap = other.message.address == message.address ? "is already" : "overlaps \"\(other.message.address)\","
            report.error(
                node.location,
                "\"\(message.address)\" \(overlap) \(other.role == owner.role ? "what lights another trigger" : "what \(other.control.forDisplay) sends") "
                    + "on the surface \(surfaces[surface].name.forDisplay)")
            return
        }
        // No control of the config can have such an id.
        let control = ControlSpec(id: "lit-by \(spec.id)", input: message.address, parameter: index, action: .light)
        lights.append((surface, control))
    }
    /// Returns the present owner of the message, if there is one.
    private func claim(_ owner: MessageClaims.Owner, _ surface: SurfaceIndex) -> MessageClaims.Owner? {
        var claims = claims[surface] ?? MessageClaims()
        if self.claims[surface] == nil {
            for control in surfaces[surface].controls {
                for address in [control.input, control.touch].compactMap({ $0 }) {
                    let message = LocatedMessage(address: address, location: owner.message.location)
                    _ = claims.claim(MessageClaims.Owner(control: control.id, role: "input", message: message))
                }
            }
        }
        let other = claims.claim(owner)
        self.claims[surface] = claims
        return other
    }
}
