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
    /// - Parameter prepared: The command, which may be right only for that state.
    func terms(for standing: Mirror.Standing, _ prepared: PreparedCommand) throws(ServiceError) -> Terms {
        var terms = Terms(change: gesture?.number ?? number, grip: gesture == nil ? grip : .hold)
        let catalog = standing.catalog
        if let condition, !condition.allows(catalog.revision(of: standing.item, standing.reports).number) {
            throw .outdated(standing.resource(for: viewer))
        }
        // The MIDI thread compares again, because this state may be up to 10 ms old.
        if prepared.isRelative || prepared.isForEnds || condition ?? .any != .any {
            let reports = prepared.isForEnds ? standing.ends : standing.reports
            let changes = reports.reduce(UInt64(0)) { $0 + catalog.revisions.changes($1) }
            terms.expected = Expectation(reports.map { catalog.slot(of: $0.parameter) }, changes: changes)
        }
        return terms
    }
}

/// A command that was prepared from what somebody wants, for one state of its parameter or group.
struct PreparedCommand {
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
