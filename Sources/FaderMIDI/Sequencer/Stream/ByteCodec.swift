internal import CALSA
internal import Glibc

/// Translates between events and the bytes of MIDI. Owned by one thread.
@safe final class ByteCodec {
    private let codec: OpaquePointer

    /// Longer system exclusive messages are sent in pieces.
    private static let longest = 256
    /// The most bytes of an event that is not system exclusive.
    private static let mostBytes = 16
    /// How often an event is tried for which there is no room, and the pause between two tries.
    private static let (tries, pause) = (40, UInt32(5000))

    init() throws(SequencerError) {
        var opened: OpaquePointer?
        let code = unsafe snd_midi_event_new(Self.longest, &opened)
        guard code >= 0, let opened = unsafe opened else { throw .failed(call: "snd_midi_event_new", errno: -code) }
        unsafe codec = unsafe opened
        unsafe snd_midi_event_no_status(codec, 1)
    }

    deinit { unsafe snd_midi_event_free(codec) }

    func bytes(of event: snd_seq_event_t) -> [UInt8] {
        if case .systemExclusive = unsafe SequencerEvent(event) { return unsafe Array(SequencerEvent.bytes(of: event)) }
        var (event, bytes) = unsafe (event, [UInt8](repeating: 0, count: Self.mostBytes))
        let count = unsafe snd_midi_event_decode(codec, &bytes, Self.mostBytes, &event)
        return Array(bytes.prefix(max(count, 0)))
    }

    /// Sends bytes to everything that is connected to a port. Returns the errno if that fails.
    func send(_ bytes: [UInt8], from port: PortAddress, of handle: SequencerHandle) -> Int32? {
        unsafe snd_midi_event_reset_encode(codec)
        return unsafe bytes.withUnsafeBufferPointer { bytes -> Int32? in
            var rest = unsafe bytes[...]
            while unsafe !rest.isEmpty {
                var event = unsafe snd_seq_event_t(from: UInt8(truncatingIfNeeded: port.port))
                let count = unsafe snd_midi_event_encode(codec, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count, &event)
                guard count > 0 else { return nil }
                unsafe rest = unsafe rest.dropFirst(count)
                guard unsafe Int32(event.type) != Int32(SND_SEQ_EVENT_NONE.rawValue) else { continue }
                if let code = unsafe output(&event, of: handle) { return code }
            }
            return nil
        }
    }

    private func output(_ event: inout snd_seq_event_t, of handle: SequencerHandle) -> Int32? {
        guard let pointer = unsafe handle.pointer else { return EBADF }
        for _ in 0..<Self.tries {
            let code = unsafe snd_seq_event_output_direct(pointer, &event)
            if code >= 0 { return nil }
            guard [EAGAIN, ENOMEM, EINTR].contains(-code) else { return -code }
            usleep(Self.pause)
        }
        return EAGAIN
    }
}
