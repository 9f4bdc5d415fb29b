internal import FaderServer
internal import FaderSystem
internal import FaderValues

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
