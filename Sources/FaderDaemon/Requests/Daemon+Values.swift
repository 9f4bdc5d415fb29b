public import FaderAPI
internal import FaderConsole
internal import FaderEngine
internal import FaderModel
public import FaderServer

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

extension Daemon {
    /// Sets a parameter from text or a value; not yet durable.
    func set(
        _ id: String, _ index: ParameterIndex, _ change: ParameterChange, _ standing: Mirror.Standing, _ write: Write
    ) async throws(ServiceError) -> ParameterResource {
        let viewer = write.viewer
        if case .text(let rule) = standing.catalog.configuration.parameters[index].kind {
            return try await setText(id, change, rule, write)
        }
        let form = standing.catalog.texts[index]
        let parsed: ParsedNumber
        let origin: Origin
        do throws(RefusedValue) {
            (parsed, origin) =
                switch change {
                case .text(let text): (try form.parse(text, current: standing.reports[0].value, for: viewer), .text)
                case .value(let value): (try form.accept(value, for: viewer), .api)
                case .position, .positions: preconditionFailure("a position is no text")
                }
        } catch {
            throw .refused("\(id): \(error.description)")
        }
        let changed = try await submitted(id, write) { _, index in .set(parameter: index, parsed.wanted, origin) }
        return answer(changed, isOfRange: parsed.isClamped, viewer)
    }

    /// The parameter after a change, with a notice if the value was clamped.
    /// - Parameter isOfRange: Whether its range clamped the value before the command was made.
    func answer(_ changed: Changed, isOfRange: Bool = false, _ viewer: Viewer) -> ParameterResource {
        var resource = changed.resource(viewer)
        guard isOfRange || changed.isClamped else { return resource }
        resource.clamped = true
        resource.notice = notice(changed, isOfRange: isOfRange, viewer)
        return resource
    }

    /// The notice of a clamp. An end that is within its own limits was clamped by the other end.
    private func notice(_ changed: Changed, isOfRange: Bool, _ viewer: Viewer) -> String {
        let (catalog, index) = (changed.catalog, changed.report.parameter)
        let group = isOfRange ? nil : desk.mirror.group(of: index)
        let other = group?.catalog.generation == catalog.generation ? group?.reports.first { $0.parameter != index } : nil
        return catalog.notice(of: changed.report.value, at: index, besides: other.map { ($0.parameter, $0.value) }, for: viewer)
    }

    private func setText(_ id: String, _ change: ParameterChange, _ rule: TextRule, _ write: Write) async throws(ServiceError)
        -> ParameterResource
    {
        let (text, origin): (String, Origin) =
            switch change {
            case .text(let text): (text, .text)
            case .value(.word(let word)): (word, .api)
            case .value, .position, .positions:
                throw .refused("\(id): its value is a text, for example {\"value\": \"\(rule.defaultText)\"}")
            }
        do throws(RefusedValue) {
            try rule.accept(text)
        } catch {
            throw .refused("\(id): \(error.description)")
        }
        let changed = try await submitted(id, write) { catalog, index in .set(parameter: index, catalog.words.number(of: text), origin) }
        return changed.resource(write.viewer)
    }

    /// Sets all parts of a group as one change; not yet durable.
    func set(
        _ id: String, group index: Int, _ change: ParameterChange, _ standing: Mirror.Standing, _ write: Write
    ) async throws(ServiceError) -> ParameterResource {
        let viewer = write.viewer
        let form = standing.catalog.groupTexts[index]
        let parsed: ParsedGroup
        let origin: Origin
        do throws(RefusedValue) {
            (parsed, origin) =
                switch change {
                case .text(let text): (try form.parse(text, current: standing.reports.map(\.value), for: viewer), .text)
                case .value(let value): (try form.accept(value, current: standing.reports.map(\.value), for: viewer), .api)
                case .position, .positions: preconditionFailure("a position is no text")
                }
        } catch {
            throw .refused("\(id): \(error.description)")
        }
        try await submit(id, write) { standing in standing.command(settingParts: parsed.values, origin) }
        var resource = try await parameter(id, viewer)
        if parsed.isClamped {
            resource.clamped = true
            resource.notice = form.clampNotice(parsed.values, for: viewer)
        }
        return resource
    }

    /// The result that a text would have.
    public func check(_ id: String, text: String, for wish: ViewerWish) throws(ServiceError) -> CheckResource {
        let (standing, viewer) = try look(up: id, wish)
        return standing.catalog.check(text, standing, viewer)
    }
}

extension Catalog {
    /// The result that a text would have for this parameter or group.
    func check(_ text: String, _ standing: Mirror.Standing, _ viewer: Viewer) -> CheckResource {
        do throws(RefusedValue) {
            switch standing.item {
            case .group(let index):
                let form = groupTexts[index]
                let parsed = try form.parse(text, current: standing.reports.map(\.value), for: viewer)
                return CheckResource(
                    valid: true, text: form.format(parsed.values, for: viewer), value: form.value(of: parsed.values),
                    message: parsed.isClamped ? form.clampNotice(parsed.values, for: viewer) : nil)
            case .parameter(let index):
                if case .text(let rule) = configuration.parameters[index].kind {
                    try rule.accept(text)
                    return CheckResource(valid: true, text: text, value: .word(text))
                }
                let form = texts[index]
                let parsed = try form.parse(text, current: standing.reports[0].value, for: viewer)
                return CheckResource(
                    valid: true, text: form.format(parsed.value, for: viewer), value: value(of: parsed.value, parameter: index),
                    message: parsed.isClamped ? form.clampNotice(parsed.value, for: viewer) : nil)
            }
        } catch {
            return CheckResource(valid: false, message: error.description)
        }
    }
}
