internal import CALSA
internal import Glibc

/// The events of one read of the sequencer device, in order. Owned by the MIDI thread. Allocates only in `init`.
///
/// The kernel's events are libasound's (`snd_seq_event_t`, 28 bytes). Bytes of system exclusive follow their event, padded to whole events
/// (sound/core/seq/seq_clientmgr.c, `snd_seq_read`). Going around libasound's layers saves 240 of the 2,090 instructions of an event
/// outside the kernel.
@safe struct EventBuffer: ~Copyable {
    private static let eventSize = unsafe MemoryLayout<snd_seq_event_t>.size

    private let start: UnsafeMutableRawPointer
    private let size: Int
    private var position = 0
    private var end = 0

    init(events: Int) {
        size = events * Self.eventSize
        unsafe start = .allocate(byteCount: size, alignment: MemoryLayout<UInt64>.alignment)
        // Touches the pages before the first read has to.
        unsafe start.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    }

    deinit { unsafe start.deallocate() }

    /// A remainder shorter than one event does not count.
    var isEmpty: Bool { end &- position < Self.eventSize }

    /// Reads what is there; on a blocking descriptor waits for the first event. Only when the buffer is empty. 0 or -errno.
    mutating func fill(from descriptor: Int32) -> Int32 {
        let count = unsafe calsa_read(descriptor, start, size)
        // After an error the end is before the start: empty.
        (position, end) = (0, count)
        return Int32(truncatingIfNeeded: min(count, 0))
    }

    /// The next event; call it only if there is one. An event of variable length points to its bytes, which stay until the next `fill`.
    mutating func next() -> UnsafeMutablePointer<snd_seq_event_t> {
        let event = unsafe (start + position).assumingMemoryBound(to: snd_seq_event_t.self)
        position &+= Self.eventSize
        if unsafe Int32(event.pointee.flags) & SND_SEQ_EVENT_LENGTH_MASK == SND_SEQ_EVENT_LENGTH_VARIABLE { unsafe pointToBytes(event) }
        return unsafe event
    }

    @inline(never)
    private mutating func pointToBytes(_ event: UnsafeMutablePointer<snd_seq_event_t>) {
        let length = unsafe min(Int(clamping: event.pointee.data.raw32.d.0), end - position)
        unsafe event.pointee.pointTo(UnsafeRawBufferPointer(start: start + position, count: length))
        position += (length + Self.eventSize - 1) / Self.eventSize * Self.eventSize
    }
}
