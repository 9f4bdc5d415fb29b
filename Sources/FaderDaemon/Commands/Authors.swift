internal import FaderLoops
internal import FaderModel
internal import FaderServer

/// Numbers changes, and remembers who makes them.
@Owner
final class Authors {
    let numbers: ChangeNumbers
    /// What those who write call themselves.
    private(set) var writers = ChangeNotes<String>()
    /// The changes that were made with the key of a page.
    private(set) var ofKeys = ChangeNotes<Void>()

    init(_ numbers: ChangeNumbers) { self.numbers = numbers }

    /// A number for a change that consists of several commands.
    ///
    /// - Parameter writer: The name that whoever asks gave itself; nil: none.
    func nextChange(by writer: String? = nil) -> ChangeNumber {
        let number = numbers.next()
        writers.note(writer, of: number)
        if Peer.hasPageKey { ofKeys.note((), of: number) }
        return number
    }

    /// A number for a change if it is to be known later who made it; else the console gives it one.
    func notedChange(by writer: String?) -> ChangeNumber {
        writer != nil || Peer.hasPageKey ? nextChange(by: writer) : .none
    }
}
