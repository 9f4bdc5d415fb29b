internal import FaderServer
internal import FaderSystem
internal import FaderValues
internal import Synchronization

/// Numbers changes, and remembers their writers.
@Owner
final class Authors {
    let numbers: ChangeNumbers
    /// The names that writers give themselves.
    private(set) var writers = ChangeNotes<String>()
    /// The changes that were made with the key of a page.
    private(set) var ofKeys = ChangeNotes<Void>()

    init(_ numbers: ChangeNumbers) { self.numbers = numbers }

    /// A number for a change that consists of several commands.
    ///
    /// - Parameter writer: The name that the writer gave itself; nil if it gave none.
    func nextChange(by writer: String? = nil) -> ChangeNumber {
        let number = numbers.next()
        writers.note(writer, of: number)
        if Peer.hasPageKey { ofKeys.note((), of: number) }
        return number
    }

    /// A number for a change whose writer has to be known later. For any other change `none`: the console numbers it.
    func notedChange(by writer: String?) -> ChangeNumber {
        writer != nil || Peer.hasPageKey ? nextChange(by: writer) : .none
    }
}

/// Gives numbers to changes that have to be told apart. Safe to use from anywhere.
final class ChangeNumbers: Sendable {
    private let last = Atomic<UInt32>(0)

    /// The number of the next change. The console's own numbers are lower.
    func next() -> ChangeNumber { .ofCaller(last.wrappingAdd(1, ordering: .relaxed).newValue) }
}

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
