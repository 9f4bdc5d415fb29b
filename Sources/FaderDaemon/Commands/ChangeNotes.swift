internal import FaderValues

/// Notes about the newest changes: which client made them, which target asked for them, or the name that the writer gave itself in the header `Fader-By`.
///
/// The console knows only the numbers of changes. A change is reported within milliseconds, so the newest numbers are enough for the history;
/// `explain` names the writers of those changes whose numbers are still here.
struct ChangeNotes<Note> {
    /// The most changes that are remembered.
    private static var most: Int { 4_096 }

    private var notes: [ChangeNumber: Note] = [:]
    /// The changes in the order in which they were noted, as a circular buffer.
    private var order: [ChangeNumber] = []
    private var next = 0

    /// Adds a note about a change before it is made; nil adds none.
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
