internal import CALSA
internal import Glibc

/// Lists clients and connects ports, as `aconnect` does. Owned by one thread, as its handle is.
@safe final class Patchbay: Wiring {
    private let handle: SequencerHandle
    private let clientInfo: OpaquePointer
    private let portInfo: OpaquePointer
    private let subscription: OpaquePointer

    init(_ handle: SequencerHandle) throws(SequencerError) {
        var client: OpaquePointer?
        var port: OpaquePointer?
        var subscription: OpaquePointer?
        unsafe snd_seq_client_info_malloc(&client)
        unsafe snd_seq_port_info_malloc(&port)
        unsafe snd_seq_port_subscribe_malloc(&subscription)
        guard let client = unsafe client, let port = unsafe port, let subscription = unsafe subscription else {
            unsafe snd_seq_client_info_free(client)
            unsafe snd_seq_port_info_free(port)
            unsafe snd_seq_port_subscribe_free(subscription)
            throw .system(call: "malloc", errno: ENOMEM)
        }
        unsafe clientInfo = unsafe client
        unsafe portInfo = unsafe port
        unsafe self.subscription = unsafe subscription
        self.handle = handle
    }

    deinit {
        unsafe snd_seq_client_info_free(clientInfo)
        unsafe snd_seq_port_info_free(portInfo)
        unsafe snd_seq_port_subscribe_free(subscription)
    }

    /// All clients with their ports, except the sequencer's own, in the order of their numbers.
    func clients() -> [DeviceClient] {
        guard let pointer = unsafe handle.pointer else { return [] }
        var clients: [DeviceClient] = []
        unsafe snd_seq_client_info_set_client(clientInfo, Int32(SND_SEQ_CLIENT_SYSTEM))
        while unsafe snd_seq_query_next_client(pointer, clientInfo) >= 0 {
            let number = unsafe snd_seq_client_info_get_client(clientInfo)
            let name = unsafe snd_seq_client_info_get_name(clientInfo).map { unsafe String(cString: $0) } ?? ""
            let isProgram = unsafe snd_seq_client_info_get_type(clientInfo) == SND_SEQ_USER_CLIENT
            let card = isProgram ? -1 : unsafe snd_seq_client_info_get_card(clientInfo)
            let usb = SoundCards.usb(of: card)
            clients.append(
                DeviceClient(
                    number: Int(number), name: name, isProgram: isProgram, usb: usb,
                    device: usb.flatMap { SoundCards.device(of: card, $0) }, card: SoundCards.name(of: card),
                    ports: unsafe ports(of: number, isProgram: isProgram, pointer)))
        }
        return clients
    }

    private func ports(of client: Int32, isProgram: Bool, _ pointer: OpaquePointer) -> [DevicePort] {
        var ports: [DevicePort] = []
        unsafe snd_seq_port_info_set_client(portInfo, client)
        unsafe snd_seq_port_info_set_port(portInfo, -1)
        while unsafe snd_seq_query_next_port(pointer, portInfo) >= 0 {
            let capability = unsafe Int32(truncatingIfNeeded: snd_seq_port_info_get_capability(portInfo))
            guard capability & SND_SEQ_PORT_CAP_NO_EXPORT == 0 else { continue }
            let sends = SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ
            let receives = SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE
            let name = unsafe snd_seq_port_info_get_name(portInfo).map { unsafe String(cString: $0) } ?? ""
            let saysHardware = unsafe snd_seq_port_info_get_type(portInfo) & UInt32(SND_SEQ_PORT_TYPE_HARDWARE) != 0
            ports.append(
                DevicePort(
                    number: Int(unsafe snd_seq_port_info_get_port(portInfo)), name: name,
                    canSend: capability & sends == sends, canReceive: capability & receives == receives,
                    isHardware: !isProgram || saysHardware))
        }
        return ports
    }

    func connect(_ link: SequencerLink) throws(SequencerError) -> Bool {
        guard let pointer = unsafe handle.pointer else { throw .failed(call: "snd_seq_subscribe_port", errno: EBADF) }
        aim(at: link)
        let code = unsafe snd_seq_subscribe_port(pointer, subscription)
        // EBUSY is also the answer when another program holds the hardware.
        if code == -EBUSY, isConnected(link) { return false }
        guard code >= 0 else { throw SequencerError(connecting: code) }
        return true
    }

    func disconnect(_ link: SequencerLink) {
        guard let pointer = unsafe handle.pointer else { return }
        aim(at: link)
        unsafe snd_seq_unsubscribe_port(pointer, subscription)
    }

    func isConnected(_ link: SequencerLink) -> Bool {
        guard let pointer = unsafe handle.pointer else { return false }
        aim(at: link)
        return unsafe snd_seq_get_port_subscription(pointer, subscription) >= 0
    }

    /// Notifies one of our ports that a connection is complete. If its input is full, the notice is dropped with the rest, and the MIDI
    /// thread counts the readers itself after the overrun.
    func tellSettled(_ port: PortAddress) {
        guard let pointer = unsafe handle.pointer else { return }
        var event = unsafe snd_seq_event_t(settledFor: port, from: 0)
        var code: Int32
        repeat { code = unsafe snd_seq_event_output_direct(pointer, &event) } while code == -EINTR
    }

    private func aim(at link: SequencerLink) {
        var source = link.source.raw
        var destination = link.destination.raw
        unsafe snd_seq_port_subscribe_set_sender(subscription, &source)
        unsafe snd_seq_port_subscribe_set_dest(subscription, &destination)
    }
}
