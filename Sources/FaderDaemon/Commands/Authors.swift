internal import FaderServer
internal import FaderSystem
internal import FaderValues
internal import Synchronization

/// Numbers changes, and remembers their writers.
@Owner
final class Authors {
    let numbers: ChangeNumbers
    private(set) var writers = ChangeNotes<String>()
    /// The changes that were made with the key of a page.
    private(set) var ofKeys = ChangeNotes<Void>()

    init(_ numbers: ChangeNumbers) { self.numbers = numbers }

    /// A number for a change that consists of several commands. `writer` is the name that the writer gave itself.
    func nextChange(by writer: String? = nil) -> ChangeNumber {
        let number = numbers.next()
        writers.note(writer, of: number)
        if Peer.hasPageKey { ofKeys.note((), of: number) }
        return number
    }

    /// A number for a change whose writer has to be known later. Any other change gets `none`: the console numbers it.
    func notedChange(by writer: String?) -> ChangeNumber {
        writer != nil || Peer.hasPageKey ? nextChange(by: writer) : .none
    }
}

/// Numbers the changes that callers make. Safe to use from any thread.
final class ChangeNumbers: Sendable {
    private let last = Atomic<UInt32>(0)

    /// The number of the next change. The console's own numbers are lower.
    func next() -> ChangeNumber { .ofCaller(last.wrappingAdd(1, ordering: .relaxed).newValue) }
}

/// Notes about the newest changes: which client made them, which target asked for them, or the writer's name from the header `Fader-By`.
/// The console knows only numbers. A change is reported within milliseconds, so the newest notes are enough.
struct ChangeNotes<Note> {
    private static var most: Int { 4_096 }

    private var notes: [ChangeNumber: Note] = [:]
    /// The changes in the order in which they were noted, as a circular buffer.
    private var order: [ChangeNumber] = []
    private var next = 0

    /// Adds a note about a change; nil adds none.
    mutating func note(_ note: Note?, of change: ChangeNumber) {
        guard let note, notes.updateValue(note, forKey: change) == nil else { return }
        guard order.count == Self.most else { return order.append(change) }
        notes[order[next]] = nil
        order[next] = change
        next = (next + 1) % Self.most
    }

    subscript(change: ChangeNumber) -> Note? { notes[change] }
}
