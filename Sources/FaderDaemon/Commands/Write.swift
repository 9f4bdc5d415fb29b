internal import FaderAPI
internal import FaderConsole
internal import FaderModel
internal import FaderServer

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
    /// Whether it is a position that somebody chose for the travel as it was when its gesture began. A fader of OSC has no scale, so its
    /// positions count on whatever there is, like those of hardware.
    var isOfTravel = false
    /// Whether it presses a trigger, which takes nothing else.
    var isPress = false

    /// The terms of its command, for the state in which the caller found the parameter. Throws `outdated` if the condition does not allow
    /// that state.
    ///
    /// - Parameter prepared: The command, which may be right only for that state.
    func terms(for state: ItemState, _ prepared: PreparedCommand) throws(ServiceError) -> Terms {
        var terms = Terms(change: gesture?.number ?? number, grip: gesture == nil ? grip : .hold)
        let catalog = state.catalog
        if let condition, !condition.allows(catalog.revision(of: state.item, state.reports).number) {
            throw .outdated(state.resource(for: viewer))
        }
        // The MIDI thread compares again, because this state may be up to 10 ms old.
        if prepared.isRelative || prepared.isForEnds || condition ?? .any != .any {
            terms.expected = state.expectation(isOfEnds: prepared.isForEnds)
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
