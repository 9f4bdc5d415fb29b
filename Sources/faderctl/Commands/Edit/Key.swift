/// A key in a terminal, by its meaning to a field.
enum Key: Equatable, Sendable {
    /// A character to insert into the text, or a mark that combines with the previous character.
    case character(Unicode.Scalar)
    case enter
    case escape
    /// Tab or ctrl-d, which leave the field.
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
    /// Up or down with shift, or a page key: by this many big steps.
    case bigStep(Int)
}
