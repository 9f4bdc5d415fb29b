public import FaderAPI
internal import FaderConsole
internal import FaderMIDI
public import FaderServer
public import FaderSystem
internal import FaderValues

/// What a client wants a parameter or compound to be. Positions go another way.
enum Wanted: Sendable {
    case text(String)
    case value(Value)
    case reset

    /// What `explain` and the history name as the origin.
    var origin: ChangeOrigin { if case .text = self { .text } else { .api } }
}

/// A parameter after a command: as the command left it, or newer.
struct Changed: Sendable {
    let catalog: Catalog
    let report: ParameterReport
    let isClamped: Bool
    let hands: Hands

    func resource(_ viewer: Viewer) -> ParameterResource {
        catalog.resource(.parameter(report.parameter), [report], hands, for: viewer)
    }
}

/// Sets parameters and compounds for clients: one or several, by steps, or by an edit.
@Owner
public final class Values: Subject {
    let edits: Edits
    let declared: Declared

    init(_ commands: Commands, _ declared: Declared, _ edits: Edits) {
        (self.declared, self.edits) = (declared, edits)
        super.init(commands)
    }

    /// Sets a parameter, but not yet durably. A refusal is noted for `explain`.
    func set(_ found: ItemState, _ wanted: Wanted, _ write: Write) async throws(ServiceError) -> ParameterResource {
        let (id, viewer) = (found.id, write.viewer)
        do throws(ServiceError) {
            let (state, prepared, outcome) = try await commands.submit(
                found, write,
                prepare: { state throws(ServiceError) in
                    try state.command(for: wanted, viewer)
                })
            guard state.parameter != nil else { return try answer(ofCompound: id, isClamped: prepared.isClamped, viewer) }
            var resource = answer(try changed(id, state, outcome), isOfRange: prepared.isClamped, viewer)
            if case .text(let text) = wanted, let notice = resource.notice {
                resource.notice = state.catalog.adding(hintOf: text, to: notice, state, viewer)
            }
            return resource
        } catch {
            if case .refused = error { await noteRefusal(of: id, wanted.origin) }
            throw error
        }
    }

    /// Sets a color to one that depends on its color at that time; not yet durable.
    func set(_ found: ItemState, _ write: Write, color: @Sendable (ColorNumber) -> ColorNumber) async throws(ServiceError) {
        _ = try await commands.submit(
            found, write,
            prepare: { state in
                guard state.color != nil else { return nil }
                let wanted = color(ColorNumber(state.reports.map(\.value)))
                return state.command(settingParts: wanted.numbers, .api).map { PreparedCommand(command: $0, isRelative: true) }
            })
    }

    func submitted(
        _ found: ItemState, _ write: Write, _ command: @Sendable (Catalog, ParameterIndex) -> Command
    ) async throws(ServiceError) -> Changed {
        let (state, outcome) = try await commands.submit(found, write) { state in
            state.parameter.map { command(state.catalog, $0) }
        }
        return try changed(found.id, state, outcome)
    }

    /// `state`: for which the command was prepared.
    func changed(_ id: String, _ state: ItemState, _ outcome: Outcome) throws(ServiceError) -> Changed {
        guard let index = state.parameter else { throw mirror.unknown(id) }
        var after = state.reports[0]
        let revision = state.catalog.revisions.clientRevision(outcome.revision, of: index)
        let now = mirror.look(up: id)
        // The indices of another configuration mean something else.
        let newest = now?.catalog.generation == state.catalog.generation ? now : nil
        if let newest, newest.reports[0].revision >= revision { after = newest.reports[0] }
        after.parameter = index
        after.value = outcome.value
        after.revision = revision
        return Changed(catalog: state.catalog, report: after, isClamped: outcome.isClamped, hands: newest?.hands ?? state.hands)
    }

    func noteRefusal(of id: String, _ origin: ChangeOrigin) async {
        guard let state = mirror.look(up: id) else { return }
        let catalog = state.catalog
        let refused = state.parameters.map { index in
            let spec = catalog.configuration.parameters[index]
            let isAway = spec.isFactOfLeader && !adoptions.isThere(fact: spec.id)
            let kind: Decision.Kind = spec.isReadOnly ? .readOnly : isAway ? .notThere : .refused
            return Command.record(kind, parameter: index, origin)
        }
        // If this fails, the MIDI thread has stopped, and there is nothing left to explain.
        _ = try? await engine.submit(refused, change: commands.nextChange(), generation: catalog.generation)
    }

    /// The answer to a change, with a notice if the value was clamped, or if a group has members that it did not move. `isOfRange`: the
    /// range clamped the value before the command was made.
    func answer(_ changed: Changed, isOfRange: Bool = false, _ viewer: Viewer) -> ParameterResource {
        var resource = changed.resource(viewer)
        guard isOfRange || changed.isClamped else {
            resource.notice = mirror.picture.membersPassedOver(by: changed.report.parameter, in: changed.catalog)
            return resource
        }
        resource.clamped = true
        resource.notice = notice(changed, isOfRange: isOfRange, viewer)
        return resource
    }

    /// An end that is within its own limits was clamped by the other end.
    private func notice(_ changed: Changed, isOfRange: Bool, _ viewer: Viewer) -> String {
        let (catalog, index) = (changed.catalog, changed.report.parameter)
        let spec = catalog.configuration.parameters[index]
        let isAtLimit = [spec.minimum, spec.maximum].contains(changed.report.value)
        let compound = isOfRange && isAtLimit ? nil : mirror.compound(of: index)
        let other = compound?.catalog.generation == catalog.generation ? compound?.reports.first { $0.parameter != index } : nil
        return catalog.notice(of: changed.report.value, at: index, besides: other.map { ($0.parameter, $0.value) }, for: viewer)
    }

    func answer(ofCompound id: String, isClamped: Bool, _ viewer: Viewer) throws(ServiceError) -> ParameterResource {
        let now = try mirror.state(of: id)
        var resource = now.resource(for: viewer)
        if isClamped, case .compound(let index) = now.item {
            resource.clamped = true
            resource.notice = now.catalog.compoundTexts[index].clampNotice(now.reports.map(\.value), for: viewer)
        }
        return resource
    }

    /// Changes nothing. That a text would be refused is an answer, not an error.
    public func check(_ id: String, text: String, for wish: ViewerRequest) throws(ServiceError) -> CheckResource {
        let (state, viewer) = try mirror.look(up: id, wish)
        try state.requireValue()
        if let reason = state.lock(isThere: { adoptions.isThere(fact: $0) }) {
            return CheckResource(valid: false, message: reason)
        }
        return state.catalog.check(text, state, viewer)
    }
}

extension ItemState {
    func command(for wanted: Wanted, _ viewer: Viewer) throws(ServiceError) -> PreparedCommand? {
        do throws(RefusedValue) {
            return try prepared(for: wanted, viewer)
        } catch {
            throw .refused("\(id): \(error.description)", example: error.example)
        }
    }

    /// The error has the reason why the value does not fit.
    func prepared(for wanted: Wanted, _ viewer: Viewer) throws(RefusedValue) -> PreparedCommand? {
        switch item {
        case .compound(let index):
            let (form, current) = (catalog.compoundTexts[index], reports.map(\.value))
            let parsed =
                switch wanted {
                case .text(let text): try form.parse(text, current: current, for: viewer)
                case .value(let value): try form.accept(value, current: current, for: viewer)
                case .reset: ParsedCompound(values: specs.map(\.defaultValue), isClamped: false)
                }
            return command(settingParts: parsed.values, wanted.origin).map {
                PreparedCommand(command: $0, isRelative: parsed.isRelative, isClamped: parsed.isClamped)
            }
        case .parameter(let index):
            if let rule = catalog.configuration.parameters[index].kind.textRule {
                let text = try rule.text(of: wanted)
                return PreparedCommand(command: .set(parameter: index, catalog.words.number(of: text), wanted.origin))
            }
            let form = catalog.texts[index]
            let parsed =
                switch wanted {
                case .text(let text): try number(of: text, form, viewer)
                case .value(let value): try form.accept(value, for: viewer)
                case .reset: ParsedNumber(value: specs[0].defaultValue, wanted: specs[0].defaultValue)
                }
            _ = try fitted(parsed, viewer)
            let isForEnds = !ends.isEmpty && catalog.configuration.parameters[index].outOfRange == .reject
            return PreparedCommand(
                command: .set(parameter: index, parsed.wanted, wanted.origin), isRelative: parsed.isRelative, isForEnds: isForEnds,
                isClamped: parsed.isClamped)
        }
    }
}

extension ItemState {
    /// A relative text is refused if the present value is not known.
    fileprivate func number(of text: String, _ form: ValueText, _ viewer: Viewer) throws(RefusedValue) -> ParsedNumber {
        let parsed = try form.parse(text, current: reports[0].value, for: viewer)
        if parsed.isRelative, specs[0].kind.isNumber, !catalog.isKnown(reports[0]) { throw form.refusal(.notHeard, for: viewer) }
        return parsed
    }

    /// The value that fits beside the other end of its range, and that end's value then; `other` is nil if it makes no difference.
    fileprivate func fitted(_ parsed: ParsedNumber, _ viewer: Viewer) throws(RefusedValue) -> (
        ParsedNumber, other: (ParameterIndex, Double)?
    ) {
        guard ends.count == 2, let compound = catalog.compound(of: ends[0].parameter) else { return (parsed, nil) }
        let end = ends[0].parameter == reports[0].parameter ? 0 : 1
        let (number, other) = try catalog.compoundTexts[compound].fitted(parsed, end: end, current: ends.map(\.value), for: viewer)
        return (number, number.value == parsed.value ? nil : (ends[1 - end].parameter, other))
    }
}

extension TextRule {
    fileprivate func text(of wanted: Wanted) throws(RefusedValue) -> String {
        switch wanted {
        case .text(let text): try accept(.word(text))
        case .value(let value): try accept(value)
        case .reset: defaultText
        }
    }
}

extension Catalog {
    /// The hint says how to write what may have been meant.
    func adding(hintOf text: String, to notice: String, _ state: ItemState, _ viewer: Viewer) -> String {
        guard let index = state.parameter, let hint = texts[index].takeAwayHint(text, for: viewer) else { return notice }
        return "\(notice); \(hint)"
    }

    func check(_ text: String, _ state: ItemState, _ viewer: Viewer) -> CheckResource {
        do throws(RefusedValue) {
            switch state.item {
            case .compound(let index):
                let form = compoundTexts[index]
                let parsed = try form.parse(text, current: state.reports.map(\.value), for: viewer)
                return CheckResource(
                    valid: true, text: form.format(parsed.values, for: viewer), value: form.value(of: parsed.values),
                    message: parsed.isClamped ? form.clampNotice(parsed.values, for: viewer) : nil)
            case .parameter(let index):
                if let rule = configuration.parameters[index].kind.textRule {
                    try rule.accept(text)
                    return CheckResource(valid: true, text: text, value: .word(text))
                }
                let form = texts[index]
                let own = try state.number(of: text, form, viewer)
                let (parsed, other) = try state.fitted(own, viewer)
                return CheckResource(
                    valid: true, text: form.format(parsed.value, for: viewer), value: value(of: parsed.value, parameter: index),
                    message: parsed.isClamped
                        ? adding(hintOf: text, to: notice(of: parsed.value, at: index, besides: other, for: viewer), state, viewer) : nil
                )
            }
        } catch {
            return CheckResource(valid: false, message: error.description)
        }
    }
}

extension Values {
    var endpoints: [Endpoint] {
        [
            .on(Routes.setParameter) { [self] call, ask, caller throws(ServiceError) in
                try await put(call.id, ask, for: call.viewer, from: caller)
            },
            .atOnce(Routes.checkText) { [self] call, ask throws(ServiceError) in
                try check(call.id, text: ask.text, for: call.viewer)
            },
            .on(Routes.stepParameter) { [self] call, ask, caller throws(ServiceError) in
                try await step(call.id, ask, for: call.viewer, from: caller)
            },
            .on(Routes.resetParameter) { [self] call, caller throws(ServiceError) in
                try await reset(call.id, for: call.viewer, from: caller)
            },
        ] + patchEndpoints + editEndpoints
    }
}
