/// How far the press of a button with several jobs has come. Plain bytes; owned by the MIDI thread.
struct PressCount {
    enum Phase {
        /// The button is up, and no press waits for another.
        case idle
        /// It is down, and it is not decided yet which job is meant.
        case down
        /// It came up soon; a second press may follow.
        case up
        /// It is down, and one of its jobs is being done.
        case doing
    }

    enum Job { case first, long, double }

    var phase = Phase.idle
    /// When the first press came.
    var since = MonotonicTime.zero
    var due = MonotonicTime.never
}
