internal import FaderConsole
internal import FaderMIDI
internal import FaderSystem
internal import FaderValues

/// Who is told of changes. Each subject adds itself, so nobody else has to know them.
/// The mirror records a change before anybody is told. Followers are told in the order of `add`: state file, drafts, panels and event
/// streams are made, and so told, before the parts that use them.
@Owner
final class Followers {
    private var all: [(Event) -> Void] = []

    enum Event {
        /// Changes that were made together, or set a value that was there already. Nobody sees some of them without the others.
        case changed([Mirror.RecordedChange])
        /// A hand came to a control, left it, or chose an end of a range with it. `former` is the former hand on the control.
        case hand(HandReport, former: HandReport?, Catalog)
        /// A control has moved for a lesson.
        case learned(ControlIndex)
        /// A gesture took hold of a parameter or let it go.
        case grip(Hands.Grip, of: String, Generation)
        /// A deck shows another page or bank, or another modifier is on.
        case deck(DeckReport, before: DeckState, Catalog)
        /// A member relates to its group anew, or a group went to −∞.
        case tie(TieReport, Catalog)
        /// A surface came or went, or its device began or stopped answering.
        case surface(Mirror.SurfaceNews)
        case devices
        case pressed(String)
        case settled
        case entered(CatalogTransition)
        /// Only labels, short names, colors, names of options and values of lamps have changed.
        case relabeled
        case monitored(MonitoredMessage, [UInt8])
        /// How loud it is at targets, in decibels below full scale, by `TargetSpec.identity`.
        case levels([String: Double])
        /// A target came, went, began or stopped failing, or its members differ or agree.
        case targets
        /// Snapshots were saved, changed, moved or deleted.
        case snapshots
        /// The history has changed in another way than by a change of a value.
        case history
    }

    /// The closure must not retain its owner, because the list lives as long as the owner.
    func add(_ follower: @escaping (Event) -> Void) { all.append(follower) }

    func tell(_ event: Event) { for follower in all { follower(event) } }
}
