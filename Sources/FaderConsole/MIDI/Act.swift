/// One input, request or deadline, with everything that follows from it: it happens at one time and sends through one port.
///
/// Made at the console's public entries, and passed on from there. Where an event passes, it is made as an argument: a variable would count
/// references to the port.
struct Act {
    let now: MonotonicTime
    let port: any MIDIPort
}
