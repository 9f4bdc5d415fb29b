internal import FaderConsole
internal import FaderValues

/// Reads `map:`: which control drives which parameter, and how.
struct MapReader {
    let report: Report
    let parameters: ParameterTable
    /// All ids that can be mapped. Suggestions are taken from them.
    let ids: [String]
    var lists = ListTable()
    var spills = SpillPages(groups: [:])
    /// Reads the level of something outside that a meter shows.
    var readLevel: ((Node) -> TargetSpec?)?
    /// The target of a parameter that tells how loud it is.
    var levelOf: ((String) -> TargetSpec?)?

    /// Parameters that keep step with selected strips, by the surface's name.
    var selections: [String: String] = [:]
    /// Empty without targets, nil if they cannot be read.
    var targetsOf: ((String) -> [TargetSpec]?)?

    private static let keys = ["parameter", "action", "by", "size", "value", "page", "group", "latch", "span", "lamp"] + PressReader.keys
    private static let elsewhere = ["invert": "the direction belongs to the control: controls: {fader.1: {invert: true}}"]

    struct Scope {
        let deck: DeckNames
        /// Nil if the map applies on every page.
        var page: Int?
    }

    func read(_ node: Node, in scope: Scope, into draft: inout SurfaceDraft) {
        guard let entries = report.entries(node, of: "the map") else { return }
        let known = Set(draft.controls.map(\.id))
        let locations = [String: Int](uniqueKeysWithValues: draft.spec.controls.enumerated().map { ($1.id, $0) })
        for entry in entries where !entry.isRepeated {
            if !known.contains(entry.key), let strip = Self.strip(ofMeter: entry.key), draft.isWhole || draft.spec.panel.meters != nil {
                if scope.page != nil {
                    report.error(
                        entry.keyLocation,
                        "a meter in a map shows the same parameter on every page: put it into the surface's own map, or into "
                            + "the strips of the page"
                    )
                }
                readMeter(entry, strip, into: &draft.spec)
                continue
            }
            let (modifiers, id) = combination(entry, scope.deck)
            if !known.contains(id), Self.strip(ofMeter: id) != nil, draft.spec.panel.meters != nil {
                report.error(entry.keyLocation, "a meter shows the same parameter whatever modifier is on; map it without a modifier")
                continue
            }
            if !known.contains(id), draft.isWhole { missing(id, entry, draft) }
            let index = locations[id]
            let isPlain = scope.page == nil && !entry.key.contains("+")
            if !isPlain, scope.deck.modifiers.contains(id) {
                report.error(entry.keyLocation, "\(id.forDisplay) is a modifier on every page, so nothing else can be mapped to it")
            }
            guard let mapping = mapping(entry.value, of: index.map { draft.spec.controls[$0] }, in: scope, isPlain: isPlain), let index,
                let modifiers
            else { continue }
            guard isPlain else {
                draft.spec.controls[index].jobs.append(Job(modifiers: modifiers, page: scope.page, mapping: mapping))
                continue
            }
            draft.spec.controls[index].parameter = mapping.parameter
            draft.spec.controls[index].otherEnd = mapping.otherEnd
            (draft.spec.controls[index].action, draft.spec.controls[index].lampStates) = (mapping.action, mapping.lamp)
            draft.spec.controls[index].size = mapping.size
            draft.spec.controls[index].presses = mapping.presses
        }
    }

    /// An unknown modifier is reported, and `modifiers` is nil.
    func combination(_ entry: Node.Entry, _ deck: DeckNames) -> (modifiers: ModifierSet?, control: String) {
        var words = entry.key.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
        let control = words.removeLast()
        var modifiers: ModifierSet? = []
        for word in words {
            if let bit = deck.modifiers.firstIndex(of: word) {
                modifiers?.formUnion(ModifierSet(rawValue: 1 << UInt32(bit)))
                continue
            }
            modifiers = nil
            guard !deck.unknown.contains(word) else { continue }
            let hint = deck.modifiers.isEmpty ? "; a modifier is a button with {action: modifier} in the map" : ""
            report.error(
                entry.keyLocation, "\(deck.name.forDisplay) has no modifier \"\(word.forDisplay)\"\(hint)", instead: word,
                of: deck.modifiers)
        }
        return (modifiers, control)
    }

    func missing(_ id: String, _ entry: Node.Entry, _ draft: SurfaceDraft) {
        let message = "the surface \(draft.spec.name.forDisplay) has no control \"\(id.forDisplay)\""
        guard let others = others(like: id, in: draft.controls) else {
            report.error(entry.keyLocation, message, instead: id, of: draft.controls.map(\.id))
            return
        }
        if !report.isLost(id) { report.error(entry.keyLocation, "\(message): it has \(others)") }
    }

    /// `fader.1 … fader.8`. All are listed because none is the likeliest guess.
    private func others(like id: String, in controls: [ControlEntry]) -> String? {
        guard let dot = id.lastIndex(of: "."), Names.isControl(id) else { return nil }
        let kind = id[...dot]
        let numbers = controls.compactMap { $0.id.hasPrefix(kind) ? Int($0.id.dropFirst(kind.count)) : nil }.sorted()
        guard let first = numbers.first, let last = numbers.last else { return nil }
        if last - first + 1 == numbers.count, numbers.count > 2 { return "\(kind)\(first) … \(kind)\(last)" }
        return numbers.prefix(12).map { "\(kind)\($0)" }.joined(separator: ", ") + (numbers.count > 12 ? " …" : "")
    }

    /// An id, or a block that also says what the control does.
    ///
    /// - Parameters:
    ///   - scope: Nil in a strip, where bank, page and modifiers cannot be switched.
    ///   - isPlain: On every page, with any modifiers.
    func mapping(_ node: Node, of control: ControlSpec?, in scope: Scope?, isPlain: Bool = false) -> Mapping? {
        guard case .block = node.content else {
            switch meaning(node) {
            case .parameter(let index):
                guard canPress(parameters.specs[index], control, node.location) else { return nil }
                return control?.standardMapping(of: index, parameters.specs[index]) ?? Mapping(parameter: index)
            case .nearest(let low, let high): return can(.follow, control, node.location) ? Mapping(parameter: low, otherEnd: high) : nil
            default: return nil
            }
        }
        guard let fields = Fields(node, of: "a mapping", keys: Self.keys, report: report, elsewhere: Self.elsewhere) else { return nil }
        let first = job(fields, of: control, in: scope, isPlain: isPlain)
        let presses = PressReader(report: report, control: control) { press($0, $1, of: control, in: scope) }
        return presses.read(fields, first)
    }

    /// Reads what a long or double press does: an id, or a block as in a map.
    private func press(_ node: Node, _ key: String, of control: ControlSpec?, in scope: Scope?) -> Mapping? {
        if node.isBlock { return PressReader.block(node, key, report).flatMap { job($0, of: control, in: scope) } }
        guard case .parameter(let index) = meaning(node), let control else { return nil }
        let spec = parameters.specs[index]
        guard canPress(spec, control, node.location) else { return nil }
        let standard = control.standardMapping(of: index, spec)
        // A pedal with an action is pressed, too.
        return Mapping(parameter: index, action: standard.action == .follow ? ButtonRule.press(on: spec.kind) ?? .follow : standard.action)
    }

    func job(_ fields: Fields, of control: ControlSpec?, in scope: Scope?, isPlain: Bool = false) -> Mapping? {
        var reader = ActionReader(report: report, supplied: parameters.supplied, control: control)
        guard reader.isActionKnown(fields) else {
            reader.check(fields)
            if let id = fields["parameter"] { _ = meaning(id) }
            return nil
        }
        let switches = DeckActionReader(report: report, scope: scope, isPlain: isPlain)
        if switches.isSwitch(fields) {
            guard let action = switches.read(fields, of: control), can(action, control, fields.location) else { return nil }
            return Mapping(parameter: nil, action: action)
        }
        guard let id = fields["parameter"] else {
            return report.error(fields.location, "a mapping needs a parameter: {parameter: ID, action: toggle}")
        }
        switch meaning(id) {
        case .parameter(let index):
            reader.isRanged = parameters.isRanged(index)
            let spec = parameters.specs[index]
            let standard = ButtonRule.action(of: control, on: spec.kind)
            guard canPress(spec, control, fields.location), let action = reader.read(fields, on: spec, standard: standard),
                can(action, control, fields.location)
            else { return nil }
            if action == .toggleSpan, let control, !ButtonRule.isButton(control) || control.stripKind == nil {
                report.error(
                    fields["span"]?.location ?? fields.location,
                    "\(control.id.forDisplay) is not a numbered button such as mute.1: span switches the buttons beside it")
            }
            if let node = fields["action"], action != .follow, let control, control.encoder != nil {
                report.warning(
                    node.location, "action has no effect: \(control.id.forDisplay) is an encoder, which is turned and never pressed")
            }
            let mapping = Mapping(parameter: index, action: action)
            return lit(sized(mapping, fields, control, spec, isRanged: reader.isRanged), fields["lamp"], control)
        case .nearest(let low, let high):
            guard let action = reader.read(fields, on: parameters.specs[low], standard: .follow) else { return nil }
            if action == .follow {
                let mapping = Mapping(parameter: low, otherEnd: high)
                return can(action, control, fields.location) ? sized(mapping, fields, control, parameters.specs[low], isRanged: true) : nil
            }
            return report.error(
                fields["action"]?.location ?? fields.location, "the nearer end of a range can only be followed; name one of its ends")
        default:
            reader.check(fields)
            return nil
        }
    }

    /// The mapping with how far a detent of the encoder goes.
    private func sized(
        _ mapping: Mapping, _ fields: Fields, _ control: ControlSpec?, _ spec: ParameterSpec, isRanged: Bool
    ) -> Mapping {
        guard control?.encoder != nil, fields["action"] == nil else { return mapping }
        var sized = mapping
        sized.size = SizeReader(report: report, isRanged: isRanged).read(fields, of: spec)
        return sized
    }

    /// The mapping with the values of the lamp for each state of the parameter.
    private func lit(_ mapping: Mapping, _ lamp: Node?, _ control: ControlSpec?) -> Mapping {
        guard let index = mapping.parameter else { return mapping }
        var lit = mapping
        lit.lamp = LampStateReader(report: report).read(lamp, mapping.action, on: parameters.specs[index], control)
        return lit
    }

    /// A trigger is only pressed. If the control cannot, that is reported.
    func canPress(_ spec: ParameterSpec, _ control: ControlSpec?, _ location: Location) -> Bool {
        guard spec.kind.isPressed, let control, !ButtonRule.isButton(control) else { return true }
        return report.error(
            location, "\(spec.id.forDisplay) is a trigger, which only a button can press, and \(control.id.forDisplay) is not one")
    }

    /// Whether a control can have an action. If not, that is reported.
    func can(_ action: ControlAction, _ control: ControlSpec?, _ location: Location) -> Bool {
        guard let control, let reason = ValueMessageCheck.reason(against: action, on: control) else { return true }
        return report.error(location, reason)
    }

    /// Nil if no control can drive it, which is reported. A parameter that itself has errors is not reported again.
    func meaning(_ node: Node) -> ParameterTable.Meaning? {
        guard let id = node.text, !node.isEmpty else {
            return report.refuse(node, "expected the id of a parameter, found \(node.described)")
        }
        switch parameters.meaning(of: id) {
        case nil: report.error(node.location, "there is no parameter \"\(id.forDisplay)\"", instead: id, of: ids)
        case .unfit(let reason): report.error(node.location, reason)
        case let meaning: return meaning
        }
        return nil
    }
}
