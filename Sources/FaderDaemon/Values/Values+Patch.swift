public import FaderAPI
internal import FaderConsole
internal import FaderMIDI
public import FaderServer
internal import FaderStore
internal import FaderSystem
internal import FaderValues

/// The glide to the values of a request that sets several parameters.
public struct PatchFade {
    let length: MonotonicTime.Interval
    /// Is called with the ids and the change number, before the glide begins.
    let begins: @Owner ([String], ChangeNumber) -> Void

    init(seconds: Double, begins: @escaping @Owner ([String], ChangeNumber) -> Void) {
        (length, self.begins) = (MonotonicTime.Interval(nanoseconds: UInt64(seconds * 1e9)), begins)
    }
}

private struct PatchItem {
    let id: String
    let wanted: Wanted
    let state: ItemState
    var prepared: PreparedCommand
    /// What has to be true on the MIDI thread when the change is made there; nil: nothing.
    var expected: Expectation?
    /// The item of the low end of its range sets it, too.
    var isSetByOther = false
    /// The value was clamped by the range, or by the other end.
    var isClamped: Bool
}

extension Wanted {
    init(_ wanted: ParametersPatch.Item.Wanted) {
        switch wanted {
        case .text(let text): self = .text(text)
        case .value(let value): self = .value(value)
        case .reset: self = .reset
        }
    }
}

extension Values {
    /// Sets several parameters and compounds as one act, all or none, at once or as a glide; durable when it returns.
    /// All items are judged at one moment. Before the first is set, the MIDI thread compares again the revisions and the values that a text
    /// such as `+=3` starts from. A hand may still move something while many parameters are set one after the other, as with a recall.
    public func put(
        _ wanted: ParametersPatch, for wish: ViewerRequest, from caller: Caller, fade: PatchFade? = nil
    ) async throws(ServiceError) -> [ParameterResource] {
        let viewer = try mirror.catalog.settings.viewer(for: wish)
        let change = commands.nextChange(by: caller.writer)
        while true {
            let catalog = mirror.catalog
            let patch = try resolved(wanted, viewer)
            var items: [PatchItem]
            do throws(ServiceError) {
                items = try judged(patch, viewer)
            } catch {
                await noteRefusals(error, patch)
                throw error
            }
            // If not, a reload came in between.
            guard items.allSatisfy({ $0.state.catalog.generation == catalog.generation }) else { continue }
            guard try await areMet(items, change, catalog) else { continue }
            let set = items.indices.filter { !items[$0].isSetByOther }
            fade?.begins(items.flatMap(\.state.ids), change)
            let steps = set.flatMap { place -> [Command] in
                let command = items[place].prepared.command
                return fade.map { items[place].state.glides(command, over: $0.length) } ?? [command]
            }
            let leaving = catalog.leavingMembers(steps)
            let outcomes = try await store.together { () throws(ServiceError) in
                try await engine.asked { try await $0.submit(leaving + steps, change: change, generation: catalog.generation) }
            }
            guard let outcomes else { continue }
            if fade == nil {
                for (index, outcome) in zip(set, outcomes.dropFirst(leaving.count)) where outcome.isClamped {
                    items[index].isClamped = true
                }
            }
            return try await answered(items, viewer)
        }
    }

    private func areMet(_ items: [PatchItem], _ change: ChangeNumber, _ catalog: Catalog) async throws(ServiceError) -> Bool {
        let checks = items.compactMap { item in
            item.expected.map { (command: Command.nothing(parameter: $0.first), terms: Terms(change: change, expected: $0)) }
        }
        let outcomes = try await engine.asked { try await $0.submit(checks, generation: catalog.generation) }
        return outcomes?.allSatisfy { !$0.isUnmet } ?? false
    }

    /// The items of a request, in the order of the config; throws all their problems.
    private func judged(_ patch: ParametersPatch, _ viewer: Viewer) throws(ServiceError) -> [PatchItem] {
        let picture = mirror.picture
        var (kind, problems) = (Problem.Kind.refusedValue, [Problem.ItemProblem]())
        func note(_ id: String, _ error: ServiceError) {
            problems.append(Problem.ItemProblem(id: id, detail: error.problem.detail))
            // Unknown ids take precedence over outdated revisions, and these over refused values.
            if case .unknownParameter = error { kind = .unknownID }
            if case .outdated = error, kind != .unknownID { kind = .outdated }
        }
        var items: [PatchItem] = []
        for (id, item) in patch.items.sorted(by: { $0.key < $1.key }) {
            do throws(ServiceError) {
                items.append(try judged(id, item, viewer, besides: patch.items))
            } catch {
                note(id, error)
            }
        }
        join(&items, viewer, note)
        guard problems.isEmpty else { throw .refusedSeveral(kind, problems.sorted { $0.id < $1.id }) }
        let order = Dictionary(
            picture.catalog.order.enumerated().map { (picture.catalog.configuration.id(of: $1), $0) },
            uniquingKeysWith: { first, _ in first })
        return items.sorted { order[$0.id, default: 0] < order[$1.id, default: 0] }
    }

    private func judged(
        _ id: String, _ item: ParametersPatch.Item, _ viewer: Viewer, besides all: [String: ParametersPatch.Item]
    ) throws(ServiceError) -> PatchItem {
        let state = try mirror.state(of: id)
        let revision = state.catalog.revision(of: state.item, state.reports).number
        if let wanted = item.revision, wanted != revision { throw .outdated(state.resource(for: viewer)) }
        if let index = state.parameter, let whole = state.catalog.compoundSpec(of: index)?.id, all[whole] != nil {
            throw .refused("\(id) is a part of \(whole), which is set too; give one of them")
        }
        try commands.requireWritable(state)
        let wanted = Wanted(item.wanted)
        // If the request sets both ends of a range, they are judged together.
        let other = state.ends.first { $0.parameter != state.parameter }.map { state.catalog.id(of: $0.parameter) }
        var alone = state
        if let other, all[other] != nil { alone.ends = [] }
        guard let prepared = try alone.command(for: wanted, viewer) else { throw mirror.unknown(id) }
        var result = PatchItem(id: id, wanted: wanted, state: state, prepared: prepared, isClamped: prepared.isClamped)
        if prepared.isRelative || prepared.isForEnds || item.revision != nil {
            result.expected = state.expectation(isOfEnds: prepared.isForEnds)
        }
        return result
    }

    /// Makes one command for both ends of a range, and judges them together.
    private func join(_ items: inout [PatchItem], _ viewer: Viewer, _ note: (String, ServiceError) -> Void) {
        let places = Dictionary(items.indices.map { (items[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
        for low in items.indices {
            let state = items[low].state
            guard let index = state.parameter, state.ends.count == 2, state.ends[0].parameter == index,
                let compound = state.catalog.compound(of: index), let high = places[state.catalog.id(of: state.ends[1].parameter)],
                case .set(_, let lowest, let origin) = items[low].prepared.command,
                case .set(_, let highest, _) = items[high].prepared.command
            else { continue }
            do throws(RefusedValue) {
                let parsed = try state.catalog.compoundTexts[compound].accept(
                    .pair(lowest, highest), current: state.ends.map(\.value), for: viewer)
                items[low].prepared = PreparedCommand(command: .setBoth(low: index, parsed.values[0], parsed.values[1], origin))
                items[low].isClamped = items[low].isClamped || parsed.isClamped
                items[high].isClamped = items[high].isClamped || parsed.isClamped
                items[high].isSetByOther = true
            } catch {
                note(items[low].id, .refused("\(items[low].id) and \(items[high].id): \(error.description)"))
            }
        }
    }

    private func noteRefusals(_ error: ServiceError, _ patch: ParametersPatch) async {
        guard case .refusedSeveral(.refusedValue, let problems) = error else { return }
        for problem in problems {
            guard let item = patch.items[problem.id] else { continue }
            await noteRefusal(of: problem.id, Wanted(item.wanted).origin)
        }
    }

    private func answered(_ items: [PatchItem], _ viewer: Viewer) async throws(ServiceError) -> [ParameterResource] {
        let durability = await store.flush()
        let resources = items.compactMap { item -> ParameterResource? in
            guard let now = mirror.look(up: item.id) else { return nil }
            var resource = now.resource(for: viewer)
            if item.isClamped {
                resource.clamped = true
                resource.notice = now.catalog.clampNotice(of: now, typed: item.wanted, viewer)
            }
            return resource
        }
        guard case .failed(let reason) = durability else { return resources }
        throw .notSaved("the values are set, but could not be saved: \(reason)", RestoredResource(parameters: resources))
    }
}

extension ItemState {
    /// The glides in place of a command that sets values at once.
    fileprivate func glides(_ command: Command, over length: MonotonicTime.Interval) -> [Command] {
        switch command {
        case .set(let parameter, let value, let origin): [.glide(parameter: parameter, to: value, over: length, origin)]
        case .setBoth(_, let low, let high, let origin):
            zip(catalog.compound(of: command.parameter).map { catalog.configuration.compounds[$0].parts } ?? [], [low, high]).map {
                .glide(parameter: $0, to: $1, over: length, origin)
            }
        case .setParts(let first, let second, let third, let origin):
            [first, second, third].compactMap { $0 }.map { .glide(parameter: $0.parameter, to: $0.value, over: length, origin) }
        default: [command]
        }
    }
}

extension Catalog {
    fileprivate func clampNotice(of state: ItemState, typed wanted: Wanted, _ viewer: Viewer) -> String {
        switch state.item {
        case .compound(let index): return compoundTexts[index].clampNotice(state.reports.map(\.value), for: viewer)
        case .parameter(let index):
            let (spec, value) = (configuration.parameters[index], state.reports[0].value)
            let isAtLimit = [spec.minimum, spec.maximum].contains(value)
            let other = isAtLimit ? nil : state.ends.first { $0.parameter != index }.map { ($0.parameter, $0.value) }
            let notice = notice(of: value, at: index, besides: other, for: viewer)
            return if case .text(let text) = wanted { adding(hintOf: text, to: notice, state, viewer) } else { notice }
        }
    }
}

extension Values {
    var patchEndpoints: [Endpoint] {
        [
            .on(Routes.setParameters, isLong: true) { [self] call, ask, caller throws(ServiceError) in
                try await put(ask, for: call.viewer, from: caller)
            }
        ]
    }
}
