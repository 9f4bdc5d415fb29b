internal import FaderAPI
internal import FaderConsole
internal import FaderServer
internal import FaderValues

struct Write: Sendable {
    struct Gesture: Sendable {
        let mark: GestureMark
        let session: SessionID
        let number: ChangeNumber
    }

    let viewer: Viewer
    var condition: RevisionCondition?
    var gesture: Gesture?
    /// The number of the change, if its writer has to be known later. With `none` the console numbers it.
    var number = ChangeNumber.none
    var grip = Grip.none
    /// The change has to be durable before it is answered.
    var isDurable = false
    /// A position that was chosen for the travel at the beginning of the gesture. A fader over OSC has no scale, so its positions apply to
    /// any travel, like those of hardware.
    var isOfTravel = false
    var isPress = false

    /// Throws `outdated` if the condition does not allow that state. `prepared` may be right only for that state.
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

struct PreparedCommand {
    let command: Command
    /// Whether it is right only for that state, because it depends on the present value: `+=3`, or `200..`, which leaves the other end.
    var isRelative = false
    /// Whether it is right only for the present ends of the range, because with others it would be refused.
    var isForEnds = false
    var isClamped = false
}
