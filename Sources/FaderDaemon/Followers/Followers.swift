internal import FaderConsole
internal import FaderEngine
internal import FaderLoops
internal import FaderModel

/// Those who hear of changes. Each subject adds itself here, and nobody has to know who they are.
///
/// The mirror has recorded a change before anybody hears of it, so a follower can read everything there. They hear of each event in the order in
/// which they were added, which is the order in which the daemon makes its parts: the state file, drafts, panels and event streams come before
/// what stands on them.
@Owner
final class Followers {
    private var all: [(Event) -> Void] = []

    /// What has happened.
    enum Event {
        /// Parameters changed together, or were set to the value that they had. Nobody sees some of these changes without the others.
        case changed([Mirror.RecordedChange])
        /// A hand came to a control, left it, or chose an end of a range with it. Also the former hand on the control.
        case hand(HandReport, former: HandReport?, Catalog)
        /// A control has moved for a lesson.
        case learned(ControlIndex)
        /// A gesture took hold of a parameter or let it go.
        case grip(Hands.Grip, of: String, Generation)
        /// A deck shows another page or bank, or another modifier is on.
        case deck(DeckReport, before: DeckState, Catalog)
        /// A surface came or went, or its device began or stopped answering.
        case surface(Mirror.SurfaceNews)
        /// The devices that were found for the surfaces are others.
        case devices
        /// Everything that changed together has been reported.
        case settled
        /// A new configuration is in force.
        case entered(Passage)
        /// Labels, short names and colors are others; the configuration is the same.
        case relabeled
        /// A message was received or sent.
        case monitored(MonitoredMessage, [UInt8])
        /// How loud it is at targets, in decibels below full scale, by `TargetSpec.identity`.
        case levels([String: Double])
        /// A target came, went, began or stopped failing, or its members differ or agree.
        case targets
        /// There are other snapshots.
        case snapshots
        /// Entries of the history were added, undone or redone, other than by a change.
        case history
    }

    /// Adds a follower, after all that are there. It must not keep alive what it belongs to: the list lives as long as that.
    func add(_ follower: @escaping (Event) -> Void) { all.append(follower) }

    /// Tells all followers.
    func tell(_ event: Event) { for follower in all { follower(event) } }
}
