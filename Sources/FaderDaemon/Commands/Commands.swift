internal import FaderAPI
internal import FaderConsole
internal import FaderMIDI
internal import FaderServer
internal import FaderStore
public import FaderSystem
internal import FaderTargets
internal import FaderValues
internal import Logging

/// Sends commands to the MIDI thread, retries them if another configuration came into force, and numbers their changes.
@Owner
public final class Commands {
    let engine: EngineHandle
    let mirror: Mirror
    let store: StateStore
    let hub: EventHub
    let targets: Targets
    let adoptions: Adoptions
    let authors: Authors
    let gestures: Gestures
    let followers: Followers
    let log: Logger
    let mutexes = SharedMutexes()

    init(
        _ engine: EngineHandle, _ mirror: Mirror, _ store: StateStore, _ hub: EventHub, _ targets: Targets, _ adoptions: Adoptions,
        _ authors: Authors, _ gestures: Gestures, _ followers: Followers, _ log: Logger
    ) {
        (self.engine, self.mirror, self.store, self.hub, self.targets) = (engine, mirror, store, hub, targets)
        (self.adoptions, self.authors, self.gestures) = (adoptions, authors, gestures)
        (self.followers, self.log) = (followers, log)
    }

    /// A number for a change that consists of several commands.
    func nextChange(by writer: String? = nil) -> ChangeNumber { authors.nextChange(by: writer) }

    func write(_ viewer: Viewer, from caller: Caller, in mark: GestureMark? = nil) throws(ServiceError) -> Write {
        guard let mark else { return Write(viewer: viewer, condition: caller.condition, number: authors.notedChange(by: caller.writer)) }
        let key = Peer.hasPageKey ? caller.writer : nil
        let number = try gestures.number(of: mark.name, in: caller.session, pageKey: key) { nextChange(by: caller.writer) }
        return Write(
            viewer: viewer, condition: caller.condition,
            gesture: Write.Gesture(mark: mark, session: caller.session, number: number))
    }

    /// If the parameter or the configuration has changed since `found`, the command is made again from the new state, which is returned.
    /// `command` returns nil if it does not fit the item that has the id now.
    @discardableResult
    func submit(
        _ found: ItemState, _ write: Write, _ command: @Sendable (ItemState) -> Command?
    ) async throws(ServiceError) -> (state: ItemState, outcome: Outcome) {
        let (state, _, outcome) = try await submit(found, write) { state in command(state).map { PreparedCommand(command: $0) } }
        return (state, outcome)
    }

    /// The same, also returning the command that was sent.
    func submit(
        _ found: ItemState, _ write: Write, prepare: @Sendable (ItemState) throws(ServiceError) -> PreparedCommand?
    ) async throws(ServiceError) -> (state: ItemState, prepared: PreparedCommand, outcome: Outcome) {
        let id = found.id
        if !write.isPress { try found.requireValue() }
        var state = found
        while true {
            if write.isOfTravel { try await requireTravel(of: found, in: state, write) }
            guard let prepared = try prepare(state) else {
                throw .conflict("a reload changed the kind of \(id); read it again and retry")
            }
            let wanted = prepared.command
            if wanted.origin != .target { try requireWritable(state) }
            let terms = try write.terms(for: state, prepared)
            let catalog = state.catalog
            // The disk works while the answer is prepared.
            let onAnswer: (@Sendable () -> Void)? = write.isDurable ? store.hasten : nil
            let outcome = try await engine.asked {
                try await $0.submit(wanted, under: terms, generation: catalog.generation, onAnswer: onAnswer)
            }
            // Nil means that another configuration is in force, unmet that the parameter has changed. The mirror has both by now.
            guard let outcome, !outcome.isUnmet else {
                state = try mirror.state(of: id)
                continue
            }
            // Its program has gone just now.
            if outcome.isRefused, wanted.origin != .target { try requireWritable(state, isThere: { _ in false }) }
            if let gesture = write.gesture {
                if outcome.isInHand {
                    await finish(gesture)
                    throw inHand(id)
                }
                gestures.hold(Self.moved(by: wanted, state), by: gesture)
                if gesture.mark.isLast { await finish(gesture) }
            }
            return (state, prepared, outcome)
        }
    }

    func requireWritable(_ state: ItemState) throws(ServiceError) {
        try requireWritable(state) { [adoptions] in adoptions.isThere(fact: $0) }
    }

    private func requireWritable(_ state: ItemState, isThere: (String) -> Bool) throws(ServiceError) {
        if let reason = state.lock(isThere: isThere) { throw .refused(reason) }
    }

    /// Ends the gesture and throws `conflict` if positions mean other values now than when the gesture began: the client chose its
    /// positions for the former travel.
    private func requireTravel(of found: ItemState, in state: ItemState, _ write: Write) async throws(ServiceError) {
        guard let gesture = write.gesture else { return }
        for spec in state.specs {
            let before = gestures.spec(of: spec.id, heldBy: gesture) ?? found.specs.first { $0.id == spec.id }
            guard let before, !before.hasTravel(of: spec) else { continue }
            await finish(gesture)
            throw .conflict(
                "positions of \(spec.id) mean other values than when the gesture began, so the gesture has ended; read it again")
        }
    }

    private func inHand(_ id: String) -> ServiceError {
        let state = mirror.look(up: id)
        return .inHand(id, controls: state.map { $0.hands.controls(on: $0.parameters, in: $0.catalog) } ?? [])
    }

    private static func moved(by command: Command, _ state: ItemState) -> [ParameterSpec] {
        let indices: [ParameterIndex] =
            switch command {
            case .setParts(let first, let second, let third, _): [first.parameter, second.parameter] + (third.map { [$0.parameter] } ?? [])
            case .setBoth: state.parameters
            default: [command.parameter]
            }
        return indices.map { state.catalog.configuration.parameters[$0] }
    }
}

extension EngineHandle {
    /// Throws `unavailable` if the MIDI thread has too many requests or has stopped.
    @Owner
    func asked<Answer: Sendable>(_ question: (EngineHandle) async throws -> Answer) async throws(ServiceError) -> Answer {
        do {
            return try await question(self)
        } catch {
            throw .unavailable("\(error)")
        }
    }
}
