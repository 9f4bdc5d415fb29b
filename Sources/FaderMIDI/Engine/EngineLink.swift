internal import CRealtime
internal import FaderConsole
internal import FaderSystem
internal import FaderValues
internal import Glibc
internal import Synchronization

/// Everything the MIDI thread and the async world share: two rings, a doorbell each way, and the handover of a new configuration.
final class EngineLink: Sendable {
    /// From the async world to the MIDI thread.
    let requests = RingBuffer<Request>(capacity: 1024)
    /// From the MIDI thread to the async world, in order.
    let reports = RingBuffer<EngineReport>(capacity: 4096)
    /// The bytes of the system exclusive messages that are reported, in the same order.
    let bytes = RingBuffer<UInt8>(capacity: 16384)
    /// Rung after a request.
    let toEngine: Doorbell
    /// Set with every ring for the MIDI thread; cleared when that thread has seen it.
    let isRung = Atomic<Bool>(false)
    /// The MIDI thread is blocked in a read of its port, or is about to be; the doorbell cannot wake it there.
    let isReading = Atomic<Bool>(false)
    /// How to interrupt that read; nil if the MIDI thread never waits in one.
    private let reader = Mutex<Reader?>(nil)
    /// Rung after a report, when `wakefulness` says so.
    let toAsync: Doorbell
    let wakefulness = Wakefulness()
    /// Set by the MIDI thread when it holds something back because the ring is full; the async world rings once it has made room.
    let isStarved = Atomic<Bool>(false)
    /// Set by the async world when it wants changes; cleared by the MIDI thread when it reports them. In between, changes coalesce in the
    /// console, so that a moving fader has no cost per event on either side.
    let wantsChanges = Atomic<Bool>(true)
    /// Set by the MIDI thread when it holds changes back until they are wanted; the async world then rings when it wants them.
    let holdsChanges = Atomic<Bool>(false)
    /// A new configuration on its way in. The MIDI thread only ever tries the lock.
    let handover = Mutex<Transition?>(nil)
    /// New values for lamps, as long as a request about them is under way. The MIDI thread only ever tries the lock.
    let lights = Mutex<Lights?>(nil)
    /// Old consoles on their way out.
    private let retired = Mutex<[Transition]>([])

    init() throws(ThreadError) {
        toEngine = try Doorbell()
        toAsync = try Doorbell()
        retired.withLock { $0.reserveCapacity(8) }
    }

    private struct Reader {
        let thread: pthread_t
        let descriptor: Int32
    }

    /// Declares that the calling thread will wait in reads of a descriptor; −1: no longer.
    func readerWaits(on descriptor: Int32) {
        reader.withLock { $0 = descriptor < 0 ? nil : Reader(thread: pthread_self(), descriptor: descriptor) }
    }

    /// Wakes the MIDI thread, wherever it waits. Never blocks.
    func ringEngine() {
        isRung.store(true, ordering: .sequentiallyConsistent)
        toEngine.ring()
        guard isReading.load(ordering: .sequentiallyConsistent) else { return }
        reader.withLock { if let reader = $0 { faderd_interrupt(reader.thread, reader.descriptor) } }
    }

    /// Leaves an old console for the async world to free. Called only at a reload, never for an event. If the lock is taken, the old
    /// console is freed right here, without waiting.
    func retire(_ console: Console, _ transition: Transition) {
        var retiring = transition
        retiring.console = console
        let left = retiring
        _ = retired.withLockIfAvailable { $0.append(left) }
    }

    /// Frees the old consoles; called by the async world.
    func freeRetired() {
        let old = retired.withLock { retired in
            let all = retired
            retired.removeAll(keepingCapacity: true)
            return all
        }
        _ = consume old
    }
}

/// A new configuration for the MIDI thread: its console, and which parts of it were in the old one.
///
/// `@unchecked Sendable` because the sender gives away its only reference to the console: the MIDI thread gets all of it, and hands the old
/// console back the same way.
struct Transition: @unchecked Sendable {
    var console: Console
    let continuity: Continuity
    let surfaceNames: [String]
    let generation: Generation
}

/// New values for lamps, see `Console.relight`.
struct Lights {
    var table: DeckTable
    let mappings: [Mapping]
}

/// Carries a value to the one thread that owns it from then on.
///
/// `@unchecked Sendable` because the sender gives the value up: the engine is made on the caller's thread and used only by the MIDI thread.
struct UnsafeTransfer<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: sending Value) { self.value = value }
}
