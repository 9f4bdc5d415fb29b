internal import CALSA
internal import FaderConsole
internal import FaderSystem
internal import Glibc

/// Asks controllers over MIDI what they are, on a client opened for that. Owned by one thread, which waits for the answers.
final class Inquiry {
    /// A DIN cable takes 2 ms for the question and 6 ms for an answer; no source says how long devices take to reply.
    private static let timeout = Duration.milliseconds(500)

    private let handle: SequencerHandle
    private let patchbay: Patchbay
    private let port: PortAddress
    private var readers: [PortAddress: SystemExclusiveReader] = [:]
    private var found: [PortAddress: DeviceIdentity] = [:]

    init(_ handle: SequencerHandle, _ patchbay: Patchbay) throws(SequencerError) {
        (self.handle, self.patchbay) = (handle, patchbay)
        port = try handle.makePort("question", sends: true)
    }

    /// Sources that do not answer are left out.
    ///
    /// - Parameter trouble: called once for each client that cannot be connected, with `.unasked`, and with another error when none can be
    ///   asked.
    func identities(of sources: [ListeningPlan.Source], trouble: (SequencerError) -> Void) -> [PortAddress: DeviceIdentity] {
        var refused: Set<String> = []
        for source in sources where source.canReceive {
            do throws(SequencerError) {
                _ = try patchbay.connect(SequencerLink(source: source.address, destination: port))
                _ = try patchbay.connect(SequencerLink(source: port, destination: source.address))
                readers[source.address] = SystemExclusiveReader()
            } catch {
                if refused.insert(source.client).inserted { trouble(.unasked(client: source.client, reason: error)) }
            }
        }
        guard !readers.isEmpty else { return [:] }
        ask(trouble)
        let end = ContinuousClock.now + Self.timeout
        while found.count < readers.count, .now < end {
            guard readAnswers(trouble) else { break }
            handle.wait(atMost: end - .now)
        }
        // Closing the client cuts the connections.
        return found
    }

    private func ask(_ trouble: (SequencerError) -> Void) {
        guard let pointer = unsafe handle.pointer else { return }
        let code = unsafe DeviceIdentity.request.withUnsafeBytes { bytes in
            var event = unsafe snd_seq_event_t(exclusive: bytes, from: UInt8(truncatingIfNeeded: port.port))
            return unsafe snd_seq_event_output_direct(pointer, &event)
        }
        if code < 0 { trouble(.failed(call: "snd_seq_event_output_direct", errno: -code)) }
    }

    /// Reads everything that is waiting; false if nothing more can be read.
    private func readAnswers(_ trouble: (SequencerError) -> Void) -> Bool {
        let loss = unsafe handle.readWaiting { event in
            if let event = unsafe event { unsafe handle(event) }
        }
        if let loss { trouble(.failed(call: "snd_seq_event_input", errno: loss)) }
        return loss == nil
    }

    private func handle(_ event: snd_seq_event_t) {
        let source = PortAddress(unsafe event.source)
        guard case .systemExclusive = unsafe SequencerEvent(event), var reader = readers[source] else { return }
        // No time limit: what is incomplete at the end of the wait is dropped.
        for byte in unsafe [UInt8](SequencerEvent.bytes(of: event)) where reader.receive(byte, at: .zero) {
            reader.withMessage { message in
                if let identity = DeviceIdentity(reply: message) { found[source] = identity }
            }
        }
        readers[source] = reader
    }
}
