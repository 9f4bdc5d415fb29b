internal import FaderConsole
internal import FaderValues

/// Reads `action:` and the keys that go with it.
struct ActionReader {
    let report: Report
    /// The range of the parameter is known, so a value can be checked against it.
    var isRanged = true
    var supplied: SuppliedChoices?
    var control: ControlSpec?

    private enum Word: String, CaseIterable {
        case follow, step, toggle, cycle, set, hold, offset, reset, press, bank, page, spill, modifier, flip
    }

    /// Whether the action is known, or none is given. An unknown action is reported.
    func isActionKnown(_ fields: Fields) -> Bool { fields["action"].map { word($0) != nil } ?? true }

    static func isKnown(_ action: Node) -> Bool { action.text.flatMap { Word(rawValue: $0) } != nil }

    /// The action; `standard` if none is given. Its word has to be a known one.
    func read(_ fields: Fields, on spec: ParameterSpec, standard: ControlAction) -> ControlAction? {
        let errors = report.errors
        let action = spanning(action(fields["action"].flatMap(word), fields, on: spec) ?? standard, fields)
        return report.errors == errors ? action : nil
    }

    /// Reports errors that depend on neither the action nor the parameter.
    func check(_ fields: Fields) {
        if fields["action"]?.text != Word.offset.rawValue { _ = count(fields) }
        _ = SizeReader(report: report).read(fields, of: nil)
        _ = report.truth(fields, "span")
    }

    /// `span: true`: pressing a second button also switches the buttons in between.
    private func spanning(_ action: ControlAction, _ fields: Fields) -> ControlAction {
        guard let node = fields["span"], let isOn = report.truth(node, "span") else { return action }
        guard action == .toggle else {
            report.error(node.location, "span is for buttons that toggle: {parameter: ID, action: toggle, span: true}")
            return action
        }
        return isOn ? .toggleSpan : .toggle
    }

    private func word(_ node: Node) -> Word? { report.choice(node, "action", of: Word.self) }

    private func action(_ word: Word?, _ fields: Fields, on spec: ParameterSpec) -> ControlAction? {
        checkUse("by", of: [.step, .cycle, .offset], word, fields)
        if control?.encoder == nil || word != nil { checkUse("size", of: [.step], word, fields) }
        checkUse("value", of: [.set, .hold], word, fields)
        guard spec.kind.isPressed == (word == .press) || word == nil else {
            return report.error(
                fields["action"]?.location ?? fields.location,
                word == .press
                    ? "press is for triggers, and \(spec.id.forDisplay) is \(spec.kind.kindWord.described)"
                    : "\(spec.id.forDisplay) is a trigger, which is only pressed: leave action out")
        }
        switch word {
        case nil, .press: return spec.kind.isPressed ? .press(lamp(fields, of: spec)) : nil
        case .follow: return .follow
        case .step: return .step(by: count(fields), SizeReader(report: report, isRanged: isRanged).read(fields, of: spec))
        case .toggle: return .toggle
        case .cycle: return .cycle(by: count(fields))
        case .set: return value(fields, of: spec, "set").map { .set($0) }
        case .hold: return value(fields, of: spec, "hold").map { .hold($0) }
        case .offset: return distance(fields, of: spec).map { .offset(by: $0, latches: report.truth(fields, "latch") ?? false) }
        case .reset: return .reset
        case .bank, .page, .spill, .modifier, .flip: preconditionFailure("an action without a parameter is read by DeckActionReader")
        }
    }

    private func checkUse(_ key: String, of uses: [Word], _ word: Word?, _ fields: Fields) {
        guard let node = fields[key], word.map({ !uses.contains($0) }) ?? true else { return }
        let words = uses.map(\.rawValue)
        let actions = words.count == 1 ? words[0] : "\(words.dropLast().joined(separator: ", ")) or \(words[words.count - 1])"
        let needs = "needs an action: \(actions)" + (key == "size" ? ", or an encoder" : "")
        let found = word.map { "is for action: \(actions), not \($0.rawValue)" } ?? needs
        report.error(node.location, "\(key) \(found)")
    }

    /// `lamp: {idle: off, running: green, failed: blink red}`: the values sent to the lamp of a trigger's button.
    private func lamp(_ fields: Fields, of spec: ParameterSpec) -> TriggerLamp {
        let standard = TriggerLamp(running: spec.color.flatMap { control?.looks?.raw(of: $0) })
        guard let node = fields["lamp"],
            let lamp = Fields(node, of: "a lamp", keys: ["idle", "running", "failed"], report: report)
        else { return standard }
        let values = LampValueReader(report: report, of: control)
        func raw(_ key: String) -> UInt32? { lamp[key].flatMap { values.read($0, key) } }
        return TriggerLamp(idle: raw("idle"), running: raw("running") ?? standard.running, failed: raw("failed"))
    }

    private func count(_ fields: Fields) -> Int {
        guard let node = fields["by"], let count = report.integer(node, "by", in: -Limits.press...Limits.press) else { return 1 }
        if count == 0 { report.error(node.location, "by 0 would do nothing") }
        return count
    }

    /// How far an offset moves the value, in the unit of the parameter.
    private func distance(_ fields: Fields, of spec: ParameterSpec) -> Double? {
        guard spec.kind.isNumber else {
            return report.error(
                fields["action"]?.location ?? fields.location,
                "offset is for numbers, and \(spec.id.forDisplay) is \(spec.kind.kindWord.described)")
        }
        let example = spec.unit.isEmpty ? "6" : "6 \(spec.unit)"
        guard let node = fields["by"] else {
            return report.error(
                fields["action"]?.location ?? fields.location,
                "offset needs by, how far it moves the value, for example {action: offset, by: \(example)}")
        }
        guard let scalar = report.scalar(node, "expected how far \(spec.id.forDisplay) is moved,") else { return nil }
        // What is wrong with the range is reported; this cannot be judged.
        guard isRanged else { return 1 }
        let isDown = scalar.text.hasPrefix("-") || scalar.text.hasPrefix("\u{2212}")
        let digits = isDown || scalar.text.hasPrefix("+") ? String(scalar.text.dropFirst()) : scalar.text
        // From 0 if that is in the range, so that nothing is rounded.
        let start = min(max(0, spec.lowestFinite), spec.maximum)
        do throws(RefusedValue) {
            let distance = try ValueText(spec).parse("\(isDown ? "-=" : "+=") \(digits)", current: start).wanted - start
            guard distance != 0 else { return report.error(node.location, "by 0 would do nothing") }
            guard abs(distance) <= spec.maximum - spec.lowestFinite else {
                return report.error(node.location, "\(node.described) is more than the whole range \(ValueText(spec).range())")
            }
            return distance
        } catch {
            return report.error(
                node.location, "expected how far \(spec.id.forDisplay) is moved, such as \(example), found \(node.described)")
        }
    }

    private func value(_ fields: Fields, of spec: ParameterSpec, _ action: String) -> Double? {
        guard let node = fields["value"] else {
            if let location = fields["action"]?.location {
                report.error(location, "\(action) needs a value: {action: \(action), value: …}")
            }
            return nil
        }
        guard let scalar = report.scalar(node, "expected a value of \(spec.id.forDisplay),") else { return nil }
        guard isRanged else { return 0 }
        if spec.isSupplied { return supplied?.mention(scalar.text, of: spec, at: node.location) }
        let text = ValueText(spec)
        do throws(RefusedValue) {
            let parsed = try text.parse(scalar.text, current: spec.minimum)
            guard parsed == (try text.parse(scalar.text, current: spec.maximum)) else {
                return report.error(node.location, "expected a value of \(spec.id.forDisplay), found a change of it: \(node.described)")
            }
            guard !parsed.isClamped else { return report.error(node.location, "\(node.described) is outside the range \(text.range())") }
            return parsed.value
        } catch {
            return report.error(node.location, error.description.forMessage)
        }
    }
}
