internal import FaderAPI
internal import FaderConsole
internal import FaderEngine
internal import FaderLoops
internal import FaderModel
internal import FaderServer
internal import FaderState

/// A change that somebody asks for: who reads the answer, on what condition it is made, and which gesture it belongs to.
struct Write: Sendable {
    /// A gesture that has a number.
    struct Gesture: Sendable {
        let mark: GestureMark
        let session: SessionID
        let number: ChangeNumber
    }

    let viewer: Viewer
    var condition: RevisionCondition?
    var gesture: Gesture?
    /// The number of the change, where it is to be known later who made it; else the console gives it one.
    var number = ChangeNumber.none
    var grip = Grip.none
    /// Whether the change is durable before it is answered.
    var isDurable = false

    /// The terms of its command, for the state in which the caller found the parameter. Throws `outdated` if the condition does not allow
    /// that state.
    ///
    /// - Parameter made: The command, which may be right only for that state.
    func terms(for standing: Mirror.Standing, _ made: MadeCommand) throws(ServiceError) -> Terms {
        var terms = Terms(change: gesture?.number ?? number, grip: gesture == nil ? grip : .hold)
        let catalog = standing.catalog
        if let condition, !condition.allows(catalog.revision(of: standing.item, standing.reports).number) {
            throw .outdated(standing.resource(for: viewer))
        }
        // The MIDI thread compares again, because this state may be up to 10 ms old.
        if made.isRelative || made.isForEnds || condition ?? .any != .any {
            let reports = made.isForEnds ? standing.ends : standing.reports
            let changes = reports.reduce(UInt64(0)) { $0 + catalog.revisions.changes($1) }
            terms.expected = Expectation(reports.map { catalog.slot(of: $0.parameter) }, changes: changes)
        }
        return terms
    }
}

/// A command that was made from what somebody wants, for one state of its parameter or group.
struct MadeCommand {
    let command: Command
    /// Whether it is right only for that state, because it begins at its value: `+=3`, or `200..`, which leaves the other end.
    var isRelative = false
    /// Whether it is right only for these ends of the range, because it would be refused beside others.
    var isForEnds = false
    /// Whether the range changed what was wanted.
    var isClamped = false
}

extension Mirror.Standing {
    /// The parameter's index; nil for a group.
    var parameter: ParameterIndex? { if case .parameter(let index) = item { index } else { nil } }

    /// The parameter, or the parts of the group.
    var parameters: [ParameterIndex] { catalog.parameters(of: item) }

    /// The ids of these.
    var ids: [String] { catalog.ids(of: parameters) }

    /// The command that sets parts of a group; a nil value leaves its part as it is. Returns nil if the values do not fit the group.
    func command(settingParts values: [Double?], _ origin: Origin) -> Command? {
        guard case .group(let group) = item, parameters.count == values.count else { return nil }
        let parts = zip(parameters, values).compactMap { index, value in value.map { PartValue(index, $0) } }
        switch (parts.count, catalog.configuration.groups[group].kind) {
        case (0, _): return nil
        case (1, _): return .set(parameter: parts[0].parameter, parts[0].value, origin)
        case (_, .range): return .setBoth(low: parts[0].parameter, parts[0].value, parts[1].value, origin)
        case (_, .color): return .setParts(parts[0], parts[1], parts.count > 2 ? parts[2] : nil, origin)
        }
    }
}

extension Daemon {
    /// A change as a caller asks for it.
    func write(_ viewer: Viewer, from caller: Caller, in mark: GestureMark? = nil) throws(ServiceError) -> Write {
        var write = Write(viewer: viewer, condition: caller.condition)
        if mark == nil { write.number = notedChange(by: caller.writer) }
        if let mark {
            let number = try gestures.number(of: mark.name, in: caller.session) { nextChange(by: caller.writer) }
            write.gesture = Write.Gesture(mark: mark, session: caller.session, number: number)
        }
        return write
    }

    /// Sends a command for the parameter or group with this id, in whatever configuration is in force by then. Returns the state from which
    /// the command was made, and the outcome. `command` returns nil if it does not fit the item that has the id now.
    @discardableResult
    func submit(
        _ id: String, _ write: Write, _ command: @Sendable (Mirror.Standing) -> Command?
    ) async throws(ServiceError) -> (standing: Mirror.Standing, outcome: Outcome) {
        let (standing, _, outcome) = try await submit(id, write) { standing in command(standing).map { MadeCommand(command: $0) } }
        return (standing, outcome)
    }

    /// The same for a command that is made anew, from what is wanted, for each state that it is sent for. Also returns it as it was sent.
    func submit(
        _ id: String, _ write: Write, make: @Sendable (Mirror.Standing) throws(ServiceError) -> MadeCommand?
    ) async throws(ServiceError) -> (standing: Mirror.Standing, made: MadeCommand, outcome: Outcome) {
        while true {
            let standing = try standing(of: id)
            guard let made = try make(standing) else {
                throw .conflict("a reload changed the kind of \(id); read it again and retry")
            }
            let wanted = made.command
            let terms = try write.terms(for: standing, made)
            let catalog = standing.catalog
            let translated = wanted.translated { catalog.slot(of: $0) }
            // The disk works while the answer is prepared.
            let onAnswer: (@Sendable () -> Void)? = write.isDurable ? store.hasten : nil
            let outcome = try await asked {
                try await self.engine.submit(translated, under: terms, generation: catalog.generation, onAnswer: onAnswer)
            }
            // Nil means that another configuration is in force, unmet that the parameter has changed. Both are known here by now.
            guard let outcome, !outcome.isUnmet else { continue }
            if let gesture = write.gesture {
                if outcome.isInHand {
                    await finish(gesture)
                    throw inHand(id)
                }
                gestures.hold(Self.moved(by: wanted, standing), by: gesture)
                if gesture.mark.isLast { await finish(gesture) }
            }
            return (standing, made, outcome)
        }
    }

    /// Why a gesture may not move the parameter or group with this id.
    private func inHand(_ id: String) -> ServiceError {
        let standing = desk.mirror.look(up: id)
        return .inHand(id, controls: standing.map { $0.hands.controls(on: $0.parameters, in: $0.catalog) } ?? [])
    }

    /// The ids of the parameters that a command sets.
    private static func moved(by command: Command, _ standing: Mirror.Standing) -> [String] {
        let indices: [ParameterIndex] =
            switch command {
            case .setParts(let first, let second, let third, _): [first.parameter, second.parameter] + (third.map { [$0.parameter] } ?? [])
            case .setBoth: standing.parameters
            default: [command.parameter]
            }
        return standing.catalog.ids(of: indices)
    }

    /// Sends a command for the parameter with this id.
    func submitted(_ id: String, _ write: Write, _ command: @Sendable (Catalog, ParameterIndex) -> Command) async throws(ServiceError)
        -> Changed
    {
        let (standing, outcome) = try await submit(id, write) { standing in standing.parameter.map { command(standing.catalog, $0) } }
        return try changed(id, standing, outcome)
    }

    /// A parameter after a command that was made for `standing`.
    func changed(_ id: String, _ standing: Mirror.Standing, _ outcome: Outcome) throws(ServiceError) -> Changed {
        guard let index = standing.parameter else { throw unknown(id) }
        var after = standing.reports[0]
        let revision = standing.catalog.revisions.told(outcome.revision, of: index)
        let now = desk.mirror.look(up: id)
        // The indices of another configuration mean something else.
        let newest = now?.catalog.generation == standing.catalog.generation ? now : nil
        if let newest, newest.reports[0].revision >= revision { after = newest.reports[0] }
        after.parameter = index
        after.value = outcome.value
        after.revision = revision
        return Changed(catalog: standing.catalog, report: after, isClamped: outcome.isClamped, hands: newest?.hands ?? standing.hands)
    }
}
