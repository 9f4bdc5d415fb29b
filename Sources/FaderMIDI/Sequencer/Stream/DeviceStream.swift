internal import CALSA
internal import FaderConsole
public import FaderSystem
internal import FaderValues
internal import Glibc
internal import Synchronization

/// A device on the sequencer as a stream of MIDI bytes, with a thread and a client of its own (`faderd device`). Any thread may hold it; no
/// call waits. A device that appears is connected at once.
public final class DeviceStream: Sendable {
    public enum News: Sendable {
        /// It is connected in both directions.
        case opened
        /// What it sent, without running status, clocks and active sensing.
        case received([UInt8])
        /// It is not there or has gone; the text tells people why.
        case closed(String)
        /// The sequencer cannot be used, in words. The thread has ended.
        case ended(String)
    }

    private struct State {
        var bytes: [UInt8] = []
        var isToOpen = true
        var isStopped = false
    }

    private let state = Mutex(State())
    private let bell: Doorbell

    /// Starts the thread, which looks for the device and connects it.
    ///
    /// - Parameters:
    ///   - client: a glob on the name of its client.
    ///   - port: from 0; nil for the first that sends and receives.
    ///   - told: called on the thread.
    public init(client: String, port: Int?, told: @escaping @Sendable (News) -> Void) throws(ThreadError) {
        bell = try Doorbell()
        try Thread("faderd-device") { [self] in
            do throws(SequencerError) {
                try Running(client, port, self, told).run()
            } catch {
                told(.ended("\(error)"))
            }
        }.detach()
    }

    /// Connects it anew. If it is not there, that is reported.
    public func open() { order { $0.isToOpen = true } }

    /// Sends bytes, unless it is not connected.
    public func send(_ bytes: [UInt8]) { order { $0.bytes += bytes } }

    /// Ends the thread without waiting. Safe to call twice.
    public func stop() { order { $0.isStopped = true } }

    private func order(_ change: (inout State) -> Void) {
        state.withLock { change(&$0) }
        bell.ring()
    }

    private func pop() -> State {
        bell.clear()
        return state.withLock { state in
            defer { (state.bytes, state.isToOpen) = ([], false) }
            return state
        }
    }

    private final class Running {
        private let client: ClientGlob
        private let name: String
        private let choice: PortChoice
        private let stream: DeviceStream
        private let told: @Sendable (News) -> Void
        private let handle: SequencerHandle
        private let announcements: Announcements
        private let patchbay: Patchbay
        private let port: PortAddress
        private let codec: ByteCodec
        private var device: PortAddress?

        /// The ports of a device take so long to be ready after they are announced.
        private static let settling = Duration.milliseconds(50)

        init(_ client: String, _ port: Int?, _ stream: DeviceStream, _ told: @escaping @Sendable (News) -> Void) throws(SequencerError) {
            (self.client, name, choice) = (ClientGlob(client), client, PortChoice(index: port, name: nil))
            (self.stream, self.told) = (stream, told)
            handle = try SequencerHandle(name: "faderd device")
            handle.accept { ![SND_SEQ_EVENT_CLOCK, SND_SEQ_EVENT_TICK, SND_SEQ_EVENT_SENSING].contains($0) }
            announcements = try Announcements(handle)
            patchbay = try Patchbay(handle)
            self.port = try handle.makePort("bytes", sends: true)
            codec = try ByteCodec()
        }

        func run() throws(SequencerError) {
            while true {
                let orders = stream.pop()
                if orders.isStopped { return }
                if orders.isToOpen { open(tellsAbsence: true) }
                if device != nil, !orders.bytes.isEmpty { send(orders.bytes) }
                _ = stream.bell.wait(beside: handle.descriptor, atMost: nil)
                try read()
            }
        }

        private func open(tellsAbsence: Bool) {
            drop()
            let found = patchbay.clients().lazy.filter { [client, handle] in $0.number != Int(handle.client) && client.matches($0.name) }
                .compactMap { [choice] client in
                    client.port(choice).map { (PortAddress(client: client.number, port: $0.number), $0.isDuplex) }
                }
            guard let (address, isDuplex) = found.first(where: \.1) ?? found.first else {
                return tellsAbsence ? told(.closed("no MIDI device here is called \(name)")) : ()
            }
            guard isDuplex else { return tellsAbsence ? told(.closed("that port of \(name) does not both send and receive")) : () }
            do throws(SequencerError) {
                _ = try patchbay.connect(SequencerLink(source: address, destination: port))
                _ = try patchbay.connect(SequencerLink(source: port, destination: address))
                device = address
                told(.opened)
            } catch {
                device = address
                drop()
                if tellsAbsence { told(.closed("\(error)")) }
            }
        }

        private func drop() {
            guard let device else { return }
            patchbay.disconnect(SequencerLink(source: device, destination: port))
            patchbay.disconnect(SequencerLink(source: port, destination: device))
            self.device = nil
        }

        private func read() throws(SequencerError) {
            var digest = Announcements.Digest()
            var (bytes, isCut) = ([UInt8](), false)
            digest.loss = unsafe handle.readWaiting { event in
                guard let event = unsafe event else { return digest.noteDrop() }
                guard unsafe Int(event.dest.port) == port.port else { return unsafe announcements.add(event, to: &digest) }
                if unsafe SequencerEvent(event) == .unsubscribed { isCut = true } else { unsafe bytes += codec.bytes(of: event) }
            }
            if let code = digest.loss { throw .failed(call: "snd_seq_event_input", errno: code) }
            guard let device else {
                guard digest.isNews else { return }
                stream.bell.wait(atMost: Self.settling)
                return open(tellsAbsence: false)
            }
            if !bytes.isEmpty { told(.received(bytes)) }
            // Nobody else can cut a connection of a hidden port.
            if isCut, !isConnected(to: device) {
                drop()
                told(.closed("it was unplugged"))
            } else if digest.isIncomplete {
                drop()
                told(.closed("some of its messages were lost"))
            }
        }

        private func isConnected(to device: PortAddress) -> Bool {
            patchbay.isConnected(SequencerLink(source: device, destination: port))
                && patchbay.isConnected(SequencerLink(source: port, destination: device))
        }

        private func send(_ bytes: [UInt8]) {
            guard let code = codec.send(bytes, from: port, of: handle) else { return }
            drop()
            told(.closed("the ALSA sequencer refused a message: \(SequencerError.text(of: code))"))
        }
    }
}
