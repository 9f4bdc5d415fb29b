public import FaderAPI
internal import FaderConsole
public import FaderServer
internal import FaderStore
internal import FaderValues

extension Values {
    /// A text or value is durable when this returns. A position is a drag, and is saved like fader motion.
    public func put(
        _ id: String, _ change: ParameterChange, for wish: ViewerRequest, from caller: Caller
    ) async throws(ServiceError) -> ParameterResource {
        do throws(ServiceError) {
            let (state, viewer) = try mirror.look(up: id, wish)
            switch change {
            case .text(let text): return try await put(state, .text(text), try commands.write(viewer, from: caller))
            case .value(let value): return try await put(state, .value(value), try commands.write(viewer, from: caller))
            case .position(let fraction, let mark): return try await move(state, to: fraction, viewer, caller, mark)
            case .positions(let fractions, let mark): return try await move(state, to: fractions, viewer, caller, mark)
            }
        } catch {
            await commands.finishRefused(change.gesture, of: caller.session)
            throw error
        }
    }

    /// Sets a parameter. The change is durable when this returns.
    func put(_ found: ItemState, _ wanted: Wanted, _ write: Write) async throws(ServiceError) -> ParameterResource {
        var write = write
        write.isDurable = true
        return try await saved(try await set(found, wanted, write))
    }

    /// Holds a parameter as a button with `hold` does, or lets it go. `isDown`: the gesture holds it already.
    func hold(
        _ found: ItemState, _ request: HoldRequest, _ write: Write, isDown: Bool
    ) async throws(ServiceError) -> ParameterResource {
        do throws(ServiceError) {
            if isDown || request.gesture.isLast {
                return answer(try await submitted(found, write) { _, index in .nothing(parameter: index) }, write.viewer)
            }
            guard let value = request.value, let gesture = write.gesture else {
                throw .refused("\(found.id) is held at a value: {\"value\": true, \"gesture\": NAME}")
            }
            let viewer = write.viewer
            var write = write
            write.isDurable = true
            let (state, _, outcome) = try await commands.submit(
                found, write,
                prepare: { state throws(ServiceError) in
                    guard let prepared = try state.command(for: .value(value), viewer) else { return nil }
                    guard case .set(let parameter, let number, let origin) = prepared.command else {
                        throw .refused(
                            "\(state.id) has several parts, which are not held; hold one of them: \(state.ids.joined(separator: ", "))")
                    }
                    return PreparedCommand(command: .hold(parameter: parameter, number, origin), isClamped: prepared.isClamped)
                })
            // Its session has ended while the MIDI thread was asked.
            if !commands.gestures.bringBack(found.id, after: gesture) { await commands.letGo([found.id]) }
            return try await saved(answer(try changed(found.id, state, outcome), viewer))
        } catch {
            if case .notDurable = error { throw error }
            await commands.finishRefused(GestureMark(request.gesture.name, isLast: true), of: write.gesture?.session ?? .ofDaemon)
            throw error
        }
    }

    private func move(
        _ state: ItemState, to fraction: Double, _ viewer: Viewer, _ caller: Caller, _ mark: GestureMark?
    ) async throws(ServiceError) -> ParameterResource {
        let id = state.id
        guard let index = state.parameter else {
            throw .refused(
                "\(id) has no position of its own; set \"positions\" of its parts: \(state.partNames.joined(separator: ", "))")
        }
        guard (0...1).contains(fraction) else { throw .refused(Self.badPosition) }
        if state.catalog.isText(index) {
            throw .refused("\(id) is a text and has no position; set it by its text")
        }
        var write = try commands.write(viewer, from: caller, in: mark)
        write.isOfTravel = true
        let changed = try await submitted(state, write) { _, index in .setPosition(parameter: index, Position(fraction), .api) }
        return answer(changed, viewer)
    }

    private func move(
        _ state: ItemState, to fractions: [String: Double], _ viewer: Viewer, _ caller: Caller, _ mark: GestureMark?
    ) async throws(ServiceError) -> ParameterResource {
        let id = state.id
        guard case .compound = state.item else { throw .refused("\(id) has no parts; set its \"position\"") }
        let names = state.partNames
        for name in fractions.keys.sorted() where !names.contains(name) {
            throw .refused("\(id) has no part \"\(name)\"; its parts are \(names.joined(separator: ", "))")
        }
        guard fractions.values.allSatisfy({ (0...1).contains($0) }) else { throw .refused(Self.badPosition) }
        var write = try commands.write(viewer, from: caller, in: mark)
        write.isOfTravel = true
        let outcome = try await commands.submit(state, write) { state in
            let values = zip(state.partNames, state.parameters).map { name, index in
                fractions[name].map { state.catalog.texts[index].snapped(at: Position($0)) }
            }
            return state.command(settingParts: values, .api)
        }.outcome
        return try answer(ofCompound: id, isClamped: outcome.isClamped, viewer)
    }

    private static let badPosition = "a position is a number from 0 to 1, for example 0.5"

    /// Moves a parameter by steps. Durable when it returns, unless it is part of a gesture.
    public func step(
        _ id: String, _ step: StepRequest, for wish: ViewerRequest, from caller: Caller
    ) async throws(ServiceError) -> ParameterResource {
        do throws(ServiceError) {
            return try await move(id, by: step, wish, caller)
        } catch {
            await commands.finishRefused(step.gesture, of: caller.session)
            throw error
        }
    }

    private func move(
        _ id: String, by step: StepRequest, _ wish: ViewerRequest, _ caller: Caller
    ) async throws(ServiceError) -> ParameterResource {
        let (state, viewer) = try mirror.look(up: id, wish)
        guard let index = state.parameter else {
            throw .refused("\(id) is made of parts; step one of them: \(state.ids.joined(separator: ", "))")
        }
        if state.catalog.isText(index) {
            throw .refused("\(id) is a text and has no steps; set it by its text")
        }
        if case .amount = step.size, !state.specs[0].kind.isNumber {
            throw .refused("a size in numbers is for numbers, and \(id) is \(state.specs[0].kind.kindWord.described)")
        }
        guard state.catalog.isKnown(state.reports[0]) else {
            await noteRefusal(of: id, .api)
            throw .refused("\(id) cannot be stepped, because its value has not been heard yet; set it first")
        }
        var write = try commands.write(viewer, from: caller, in: step.gesture)
        write.isDurable = step.gesture == nil
        let changed = try await submitted(state, write) { _, index in .step(parameter: index, by: step.by, step.size, .api) }
        let resource = answer(changed, viewer)
        return write.isDurable ? try await saved(resource) : resource
    }

    /// Sets a parameter to its default. The change is durable when this returns.
    public func reset(_ id: String, for wish: ViewerRequest, from caller: Caller) async throws(ServiceError) -> ParameterResource {
        let (state, viewer) = try mirror.look(up: id, wish)
        var write = try commands.write(viewer, from: caller)
        write.isDurable = true
        try await commands.submit(state, write) { state in
            let specs = state.specs
            guard let index = state.parameter else { return state.command(settingParts: specs.map { $0.defaultValue }, .api) }
            guard let rule = specs[0].kind.textRule else { return .reset(parameter: index, .api) }
            return .set(parameter: index, state.catalog.words.number(of: rule.defaultText), .api)
        }
        return try await saved(try mirror.state(of: id).resource(for: viewer))
    }

    /// The change was noted before its answer came.
    private func saved(_ resource: ParameterResource) async throws(ServiceError) -> ParameterResource {
        if case .failed(let reason) = await store.flush() { throw .notDurable(resource, reason: reason) }
        return resource
    }
}

extension ParameterChange {
    fileprivate var gesture: GestureMark? {
        switch self {
        case .text, .value: nil
        case .position(_, let gesture), .positions(_, let gesture): gesture
        }
    }
}

extension ItemState {
    /// The names of its parts: `low` and `high`, or `hue`, `saturation` and `lightness`.
    fileprivate var partNames: [String] {
        ids.map { id in String(id[(id.lastIndex(of: ".").map { id.index(after: $0) } ?? id.startIndex)...]) }
    }
}
