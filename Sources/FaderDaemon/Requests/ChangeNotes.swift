internal import FaderLoops
internal import FaderModel
internal import FaderServer
internal import FaderTargets

/// What is known of the newest changes beside their values: which client made them, which target asked for them, or what their writers call
/// themselves in the header `Fader-By`.
///
/// The console knows only the numbers of changes. A change is reported within milliseconds, so the newest numbers are enough for the history;
/// `explain` names the writers of those changes whose numbers are still here.
struct ChangeNotes<Note> {
    /// The most changes that are remembered.
    private static var most: Int { 4_096 }

    private var notes: [ChangeNumber: Note] = [:]
    /// The changes in the order in which they were noted, in a circle.
    private var order: [ChangeNumber] = []
    private var next = 0

    /// Notes something about a change before it is made; nil: nothing.
    mutating func note(_ note: Note?, of change: ChangeNumber) {
        guard let note, notes.updateValue(note, forKey: change) == nil else { return }
        guard order.count == Self.most else { return order.append(change) }
        notes[order[next]] = nil
        order[next] = change
        next = (next + 1) % Self.most
    }

    /// What was noted about a change; nil if nothing was.
    subscript(change: ChangeNumber) -> Note? { notes[change] }
}

extension Daemon {
    /// A number for a change if it is to be known later who made it; else the console gives it one.
    func notedChange(by writer: String?) -> ChangeNumber {
        writer != nil || !desk.targets.isEmpty ? nextChange(by: writer) : .none
    }

    /// Whoever makes the request that is being answered; nil if no target needs to know, and outside of requests.
    ///
    /// - Parameter name: the name that it gives itself; nil: none.
    func client(by name: String?) -> Targets.Writer? {
        guard !desk.targets.isEmpty, let peer = Peer.current else { return nil }
        let run = desk.targets.hasRun ? peer.variable(Targets.runVariable).flatMap { UInt64($0) } : nil
        return Targets.Writer(run: run, clues: peer.clues.union(["name \(name ?? "")"]))
    }
}
