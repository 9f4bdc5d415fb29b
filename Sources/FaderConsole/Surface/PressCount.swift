/// How far the press of a button with several jobs has come. Plain bytes; owned by the MIDI thread.
struct PressCount {
    enum Phase {
        /// It is up, and nothing is open.
        case idle
        /// It is down, and it is not decided yet which job is meant.
        case down
        /// It came up soon; a second press may follow.
        case up
        /// It is down, and one of its jobs is being done.
        case doing
    }

    /// Which of the jobs a button drives, and shows.
    enum Job { case first, long, double }

    var phase = Phase.idle
    /// When the first press came.
    var since = MonotonicTime.zero
    /// When something is to be done if nothing comes; `.never` if nothing is.
    var due = MonotonicTime.never
}
