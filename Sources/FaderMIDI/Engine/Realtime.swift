internal import CRealtime

/// What the system granted the MIDI thread. A refusal stops nothing.
public struct Realtime: Sendable, Equatable {
    /// The SCHED_FIFO priority granted; nil if it was refused.
    public var priority: Int?
    /// Why scheduling was refused (errno); 0 if it was not.
    public var schedulingError: Int32
    /// Why memory could not be locked (errno); 0 if it was locked, or before `lockMemory`.
    public var memoryError: Int32 = 0

    /// Above interrupt threads (50), because a MIDI event takes microseconds; below the data threads of audio servers (83, 88), because a
    /// fader can wait for an audio period.
    static let wantedPriority: Int32 = 70

    static func request() -> Realtime {
        let priority = faderd_thread_realtime(wantedPriority)
        return Realtime(priority: priority > 0 ? Int(priority) : nil, schedulingError: priority > 0 ? 0 : -priority)
    }

    /// Locks the memory of the whole process.
    mutating func lockMemory() { memoryError = -faderd_memory_lock() }
}
