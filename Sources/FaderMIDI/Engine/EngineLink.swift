internal import CRealtime
internal import FaderConsole
internal import FaderSystem
internal import FaderValues
internal import Glibc
internal import Synchronization

final class EngineLink: Sendable {
    let requests = RingBuffer<Request>(capacity: 1024)
    let reports = RingBuffer<EngineReport>(capacity: 4096)
    /// The bytes of reported system exclusive messages, in the same order.
    let bytes = RingBuffer<UInt8>(capacity: 16384)
    let toEngine: Doorbell
    /// Set with every ring for the MIDI thread; cleared when that thread has seen it.
    let isRung = Atomic<Bool>(false)
    /// The MIDI thread is in a read of its port, or about to be; the doorbell cannot wake it there.
    let isReading = Atomic<Bool>(false)
    /// How to interrupt that read; nil if there is none.
    private let reader = Mutex<Reader?>(nil)
    /// Rung after a report if `wakefulness` says so.
    let toAsync: Doorbell
    let wakefulness = Wakefulness()
    /// The MIDI thread holds something back because the ring is full; the async world rings once it has made room.
    let isStarved = Atomic<Bool>(false)
    /// Set by the async world, cleared by the MIDI thread when it reports changes. In between they coalesce in the console, so that a
    /// moving fader costs nothing per event on either side.
    let wantsChanges = Atomic<Bool>(true)
    /// The MIDI thread holds changes back; the async world rings when it wants them.
    let holdsChanges = Atomic<Bool>(false)
    /// A new configuration on its way in. The MIDI thread only ever tries the lock.
    let handover = Mutex<Transition?>(nil)
    /// New values for lamps, as long as a request about them is under way. The MIDI thread only ever tries the lock.
    let lights = Mutex<Lights?>(nil)
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

    /// Leaves an old console for the async world to free. Only at a reload. If the lock is taken, it is freed right here.
    func retire(_ console: Console, _ transition: Transition) {
        var retiring = transition
        retiring.console = console
        let left = retiring
        _ = retired.withLockIfAvailable { $0.append(left) }
    }

    func freeRetired() {
        let old = retired.withLock { retired in
            let all = retired
            retired.removeAll(keepingCapacity: true)
            return all
        }
        _ = consume old
    }
}

/// A new configuration for the MIDI thread.
///
/// `@unchecked Sendable` because the sender gives away its only reference to the console, and the old one comes back the same way.
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
/// `@unchecked Sendable` because the sender gives it up: the engine is made on the caller's thread and used only by the MIDI thread.
struct UnsafeTransfer<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: sending Value) { self.value = value }
}
