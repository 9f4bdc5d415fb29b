internal import CRealtime
internal import Glibc

/// An eventfd by which one thread wakes another.
final class Doorbell: Sendable {
    /// The descriptor to poll.
    let descriptor: Int32

    init() throws(EngineError) {
        descriptor = faderd_doorbell_open()
        guard descriptor >= 0 else { throw .doorbell(errno: -descriptor) }
    }

    deinit { close(descriptor) }

    /// Wakes the thread that polls. Never blocks.
    func ring() { faderd_doorbell_ring(descriptor) }

    /// Sleeps until it is rung or the given nanoseconds have passed (−1: no limit), and clears the rings.
    func wait(nanoseconds: Int64) {
        var (ready, none): (Int16, Int16) = (0, 0)
        _ = unsafe faderd_poll2(descriptor, Int16(POLLIN), &ready, -1, 0, &none, nanoseconds)
        if ready != 0 { clear() }
    }

    /// Clears all rings so far. Never blocks.
    func clear() { faderd_doorbell_clear(descriptor) }
}

/// Why an engine cannot be started, or cannot take a request.
public enum EngineError: Error, Equatable, CustomStringConvertible {
    /// No eventfd: out of descriptors.
    case doorbell(errno: Int32)
    /// No thread.
    case thread(errno: Int32)
    /// It was stopped.
    case stopped
    /// Too many requests at once.
    case busy

    /// The sentence for a person.
    public var description: String {
        switch self {
        case .doorbell(let errno): "cannot open an eventfd (errno \(errno)); raise the limit of open files"
        case .thread(let errno): "cannot start the MIDI thread (errno \(errno)); raise the limit of processes"
        case .stopped: "the MIDI thread has stopped"
        case .busy: "too many requests at once; try again"
        }
    }
}
