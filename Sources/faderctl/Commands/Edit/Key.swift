/// What a key in a terminal means to a field.
enum Key: Equatable, Sendable {
    /// A character to be put into the text, or a mark that joins the one before.
    case character(Unicode.Scalar)
    case enter
    case escape
    /// Leaves the field: Tab, or ctrl-d.
    case leave
    /// ctrl-c.
    case interrupt
    /// ctrl-z.
    case suspend
    case backspace
    case delete
    case left
    case right
    case home
    case end
    case deleteToStart
    case deleteToEnd
    case deleteWord
    /// Up or down, by this many steps.
    case step(Int)
    /// With shift, or a page key: by this many big steps.
    case bigStep(Int)
}
