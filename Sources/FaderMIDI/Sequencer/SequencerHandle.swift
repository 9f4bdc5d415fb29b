internal import CALSA
internal import FaderConsole
internal import Glibc

/// One client of the sequencer. Owned by one thread at a time: libasound's handle has no lock.
@safe final class SequencerHandle {
    private(set) var pointer: OpaquePointer?
    let client: Int32
    /// The one descriptor of the sequencer device; −1 after `close()`.
    private(set) var descriptor: Int32

    /// The most ports a client may have (SNDRV_SEQ_MAX_PORTS).
    static let portLimit = 254
    /// The kernel's limit of events in a client's pools: SNDRV_SEQ_MAX_EVENTS, SNDRV_SEQ_MAX_CLIENT_EVENTS.
    static let poolSize = 2000

    /// Non-blocking, under a name that people see in `aconnect -l`.
    init(name: String) throws(SequencerError) {
        calsa_silence_messages()
        var opened: OpaquePointer?
        let code = unsafe snd_seq_open(&opened, "default", SND_SEQ_OPEN_DUPLEX, SND_SEQ_NONBLOCK)
        guard code >= 0, let handle = unsafe opened else { throw SequencerError(opening: code) }
        // The parsed alsa.conf takes several hundred kilobytes.
        _ = snd_config_update_free_global()
        var waiting = pollfd()
        guard unsafe snd_seq_poll_descriptors(handle, &waiting, 1, Int16(POLLIN)) == 1 else {
            unsafe snd_seq_close(handle)
            throw .failed(call: "snd_seq_poll_descriptors", errno: ENXIO)
        }
        unsafe pointer = unsafe handle
        client = unsafe snd_seq_client_id(handle)
        descriptor = waiting.fd
        // From here on deinit closes.
        try check(unsafe snd_seq_set_client_name(handle, name), "snd_seq_set_client_name")
        unsafe try enlargePools(handle)
    }

    deinit { close() }

    /// Gives the client back to the kernel, with its ports and connections. Calling it twice does no harm.
    func close() {
        guard let handle = unsafe pointer else { return }
        unsafe pointer = nil
        descriptor = -1
        unsafe snd_seq_close(handle)
    }

    /// Hidden in `aconnect -l`. Others can be connected to it; with `sends`, it also sends to them.
    func makePort(_ name: String, sends: Bool) throws(SequencerError) -> PortAddress {
        guard let pointer = unsafe pointer else { throw .failed(call: "snd_seq_create_port", errno: EBADF) }
        let hears = SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE | SND_SEQ_PORT_CAP_NO_EXPORT
        let isHeard = sends ? SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ : 0
        let port = try check(
            unsafe snd_seq_create_simple_port(pointer, name, UInt32(hears | isHeard), UInt32(SND_SEQ_PORT_TYPE_APPLICATION)),
            "snd_seq_create_port")
        return PortAddress(client: Int(client), port: Int(port))
    }

    func wait(atMost limit: Duration) {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // A signal ends it early: the caller looks again.
        _ = unsafe poll(&waiting, 1, Int32(max(0, limit / .milliseconds(1)).rounded(.up)))
    }

    /// Reads at most one pool of events without blocking, so that a storm cannot keep the thread here.
    ///
    /// - Parameter use: called with each event, and with nil if the kernel has dropped some.
    /// - Returns: the errno if nothing can be read any more.
    func readWaiting(_ use: (snd_seq_event_t?) -> Void) -> Int32? {
        for _ in 0..<Self.poolSize {
            guard let pointer = unsafe pointer else { return EBADF }
            var received: UnsafeMutablePointer<snd_seq_event_t>?
            let code = unsafe snd_seq_event_input(pointer, &received)
            switch -code {
            case EINTR: continue
            case EAGAIN: return nil
            case ENOSPC: use(nil)
            case 1...: return -code
            default: if let event = unsafe received?.pointee { unsafe use(event) }
            }
        }
        return nil
    }

    /// Makes the kernel deliver only these types of events. If it refuses, it delivers all.
    func accept(_ isAccepted: (snd_seq_event_type) -> Bool) {
        var information: OpaquePointer?
        guard let pointer = unsafe pointer, unsafe snd_seq_client_info_malloc(&information) >= 0, let client = unsafe information else {
            return
        }
        defer { unsafe snd_seq_client_info_free(client) }
        guard unsafe snd_seq_get_client_info(pointer, client) >= 0 else { return }
        unsafe snd_seq_client_info_event_filter_clear(client)
        for type in 0..<UInt32(256) where isAccepted(snd_seq_event_type(rawValue: type)) {
            unsafe snd_seq_client_info_event_filter_add(client, Int32(type))
        }
        _ = unsafe snd_seq_set_client_info(pointer, client)
    }

    /// Makes libasound allocate its buffer for outgoing system exclusive messages before the first one. The kernel refuses this message:
    /// its port does not exist yet.
    func makeRoomForExclusive() {
        guard let pointer = unsafe pointer else { return }
        let longest = [UInt8](repeating: 0, count: SystemExclusiveReader.capacity)
        unsafe longest.withUnsafeBytes { bytes in
            var event = unsafe snd_seq_event_t(exclusive: bytes, from: 0)
            _ = unsafe snd_seq_event_output_direct(pointer, &event)
        }
    }

    /// Throws a negative result as an errno with the call's name.
    @discardableResult
    func check(_ code: Int32, _ call: StaticString) throws(SequencerError) -> Int32 {
        guard code >= 0 else { throw .failed(call: "\(call)", errno: -code) }
        return code
    }

    /// Sets the pools to their maximum. With a read buffer smaller than an input pool, a long system exclusive message would make every
    /// read return EAGAIN and every poll POLLIN.
    private func enlargePools(_ handle: OpaquePointer) throws(SequencerError) {
        try check(unsafe snd_seq_set_client_pool_output(handle, Self.poolSize), "snd_seq_set_client_pool_output")
        try check(unsafe snd_seq_set_client_pool_input(handle, Self.poolSize), "snd_seq_set_client_pool_input")
        try check(unsafe snd_seq_set_client_pool_output_room(handle, Self.poolSize / 2), "snd_seq_set_client_pool_output_room")
        let bytes = unsafe (Self.poolSize + 1) * MemoryLayout<snd_seq_event_t>.size
        try check(unsafe snd_seq_set_input_buffer_size(handle, bytes), "snd_seq_set_input_buffer_size")
    }
}
