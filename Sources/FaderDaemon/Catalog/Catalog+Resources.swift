internal import FaderAPI
internal import FaderConfig
internal import FaderConsole
internal import FaderServer
internal import FaderValues
internal import Glibc

extension Catalog {
    func resource(_ item: Item, _ reports: [ParameterReport], _ hands: Hands, for viewer: Viewer) -> ParameterResource {
        var resource =
            switch item {
            case .parameter: resource(reports[0], for: viewer)
            case .compound(let index): resource(ofCompound: index, reports, newest: hands.newestParts[index], for: viewer)
            }
        resource.touchedBy = hands.owners(of: parameters(of: item), in: self)
        if let (name, by) = hands.owner(of: parameters(of: item), in: self) {
            (resource.owner, resource.ownedBy) = (name ?? resource.owner, by)
        }
        return resource
    }

    private func resource(_ report: ParameterReport, for viewer: Viewer) -> ParameterResource {
        let index = report.parameter
        let spec = configuration.parameters[index]
        let number = report.value
        var resource = ParameterResource(
            id: spec.id, label: spec.label, kind: spec.kind.word, value: value(of: number, parameter: index), text: "", editText: "",
            defaultValue: defaultValue(of: index), origin: report.origin.rawValue, revision: report.revision.number)
        if spec.kind.isPressed {
            resource.running = number > 0
            if settings.releasing.contains(spec.id) { resource.releases = true }
        } else if let rule = spec.kind.textRule {
            let text = words.text(of: number)
            (resource.text, resource.editText) = (text, text)
            (resource.pattern, resource.maxLength) = (rule.pattern?.source, rule.maximumLength)
        } else {
            (resource.text, resource.editText) = (texts[index].format(number, for: viewer), texts[index].edit(number, for: viewer))
            resource.position = texts[index].position(of: number).fraction
            addScale(spec, to: &resource)
        }
        if !isKnown(report) { resource.known = false }
        resource.short = spec.short
        resource.color = spec.color?.text
        if spec.isRecallSafe { resource.recallSafe = true }
        if spec.isReadOnly { resource.readOnly = true }
        if leveled[spec.id] != nil { resource.hasLevel = true }
        resource.partOf = compoundSpec(of: index)?.id
        if !spec.members.isEmpty { resource.of = spec.members }
        resource.group = spec.group
        resource.declaredBy = declarers.names(of: spec.id)
        resource.owner = (report.control ?? firstControl(of: index)).map { controlName($0) }
        return resource
    }

    private func addScale(_ spec: ParameterSpec, to resource: inout ParameterResource) {
        let kind = spec.kind.rules
        resource.options = kind.options
        if resource.value.isWord, let option = kind.options?.first(where: { Value.word($0.id) == resource.value }), !option.isThere {
            resource.absent = true
        }
        if spec.kind.isSwitch { resource.words = kind.words }
        resource.min = .number(spec.first)
        resource.max = spec.last
        resource.step = spec.step
        resource.decimals = spec.decimals
        resource.unit = spec.unit
        resource.taper = spec.taper
    }

    private func resource(
        ofCompound index: Int, _ reports: [ParameterReport], newest part: ParameterIndex?, for viewer: Viewer
    ) -> ParameterResource {
        let (compound, form) = (configuration.compounds[index], compoundTexts[index])
        let numbers = reports.map(\.value)
        let newest = reports.first { $0.parameter == part } ?? reports[0]
        let defaults = compound.parts.map { configuration.parameters[$0].defaultValue }
        var resource = ParameterResource(
            id: compound.id, label: compound.label, kind: compound.kind.word, value: form.value(of: numbers),
            text: form.format(numbers, for: viewer), editText: form.edit(numbers, for: viewer), defaultValue: form.value(of: defaults),
            origin: newest.origin.rawValue, revision: revisions.clientRevision(ofCompound: index, reports).number)
        if !reports.contains(where: isKnown) { resource.known = false }
        resource.short = compound.short
        resource.color = configuration.parameters[compound.parts[0]].color?.text
        if configuration.parameters[compound.parts[0]].isRecallSafe { resource.recallSafe = true }
        if compound.parts.allSatisfy({ configuration.parameters[$0].isReadOnly }) { resource.readOnly = true }
        resource.parts = ids(of: compound.parts)
        resource.declaredBy = declarers.names(of: compound.id)
        resource.owner = (newest.control ?? compound.parts.lazy.compactMap { self.firstControl(of: $0) }.first).map { controlName($0) }
        if let (gap, meet) = compound.kind.ends {
            addScale(configuration.parameters[compound.parts[0]], to: &resource)
            resource.gap = gap
            resource.meet = meet.rawValue
        }
        return resource
    }

    func position(of report: ParameterReport) -> Double? {
        if isText(report.parameter) || isTrigger(report.parameter) { return nil }
        return texts[report.parameter].position(of: report.value).fraction
    }

    /// Whether a parameter is known to be in the upper half of its travel; for a toggle, whether it is on.
    func isOn(_ report: ParameterReport) -> Bool { isKnown(report) && position(of: report) ?? 0 >= 0.5 }

    /// `end` says how the press of a trigger ended, if the decision records its end.
    func resource(
        _ decision: Decision, of parameter: ParameterIndex, by writer: String?, end: String? = nil, for viewer: Viewer
    ) -> ExplainResource.Decision {
        // A message that could not be sent has the errno in place of the raw value.
        let error = decision.kind == .failed ? decision.raw.map { ": \(String(errno: $0))" } : nil
        return ExplainResource.Decision(
            time: WallTime.text(WallClock.seconds(at: decision.time)), origin: decision.origin.rawValue,
            by: decision.kind.isOfItsChange ? writer : nil,
            decision: end ?? (isTrigger(parameter) ? Self.press(decision.kind) : nil) ?? Self.word(decision.kind)
                + (error ?? missing(decision, of: parameter) ?? mover(decision, of: parameter) ?? ""),
            text: decision.value.isNaN ? "an option that is gone" : text(of: decision.value, parameter: parameter, for: viewer),
            control: decision.control.map { controlName($0) },
            raw: error == nil ? decision.raw.flatMap { value(Int($0), sentTo: decision.control) } : nil,
            count: Int(decision.count))
    }

    /// The value of a message, without the bits that encode a number or the color of a lamp.
    private func value(_ raw: Int, sentTo index: ControlIndex?) -> Int? {
        guard let spec = index.map({ control($0).spec }) else { return raw }
        if let lamp = spec.lamp, !lamp.messages.isEmpty { return lamp.hasValue ? raw & 127 : nil }
        return spec.changesNumber ? raw & 127 : raw
    }

    /// Why a press was refused: the option that it sets is absent. Nil if that is not the reason.
    private func missing(_ decision: Decision, of parameter: ParameterIndex) -> String? {
        guard decision.kind == .refused, let control = decision.control, case .missing(let place) = mappings[control].action,
            mappings[control].parameter == parameter, let names = configuration.parameters[parameter].mentioned
        else { return nil }
        return ": its target has no \"\(names[place].withoutControls())\" now"
    }

    private func mover(_ decision: Decision, of parameter: ParameterIndex) -> String? {
        decision.kind == .movedByGroup ? configuration.parameters[parameter].group.map { " \($0)" } : nil
    }

    /// Nil if `word` says it. The value of a trigger is the number of its waiting presses.
    private static func press(_ kind: Decision.Kind) -> String? {
        switch kind {
        case .changed: "pressed"
        case .clamped, .sameValue: "pressed, but one press waits already"
        default: nil
        }
    }

    private static func word(_ kind: Decision.Kind) -> String {
        switch kind {
        case .changed: "changed"
        case .movedByGroup: "moved by the group"
        case .noneMuted: "goes off: nothing that it muted is muted any more"
        case .clamped: "clamped"
        case .sameValue: "same value"
        case .refused: "refused"
        case .outdated: "outdated: changed meanwhile"
        case .recallSafe: "not recalled: recall-safe"
        case .notHeard: "nothing done: not heard yet"
        case .readOnly: "refused: it is read-only"
        case .notThere: "refused: its program is not there"
        case .heldGesture: "held: gesture"
        case .sent: "sent"
        case .heldTouched: "held: touched"
        case .heldHoldOff: "held: hold-off"
        case .alreadyShown: "already shown"
        case .gliding: "gliding"
        case .motorsOff: "held: the motors are off"
        case .blocked: "blocked"
        case .disconnected: "disconnected"
        case .notReady: "not ready: its device does not answer"
        case .looping: "postponed: feedback goes round in a loop"
        case .pausing: "postponed: its device needs a pause"
        case .failed: "failed"
        case .echoIgnored: "echo ignored"
        case .motorReported: "ignored: reported by its motor"
        case .valueAbove: "waiting: below, move up"
        case .valueBelow: "waiting: above, move down"
        }
    }
}

extension Decision.Kind {
    /// Whether the decision has the number of its own change. A change that was not made has none: its decision has that of the change
    /// before.
    fileprivate var isOfItsChange: Bool {
        switch self {
        case .refused, .outdated, .recallSafe, .notHeard, .readOnly, .notThere, .heldGesture, .echoIgnored, .motorReported, .valueAbove,
            .valueBelow:
            false
        case .changed, .movedByGroup, .noneMuted, .clamped, .sameValue, .sent, .heldTouched, .heldHoldOff, .alreadyShown, .blocked,
            .disconnected,
            .notReady, .looping,
            .pausing, .failed, .gliding, .motorsOff:
            true
        }
    }
}
