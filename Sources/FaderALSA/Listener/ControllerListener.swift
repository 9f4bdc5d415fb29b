public import FaderConsole
internal import FaderThreads

/// Hears every controller that belongs to no surface, for as long as it lives.
///
/// Has its own thread and its own sequencer client (`faderd listener`), so that nothing it hears reaches the MIDI thread. Any thread may
/// hold and stop it.
public final class ControllerListener: Sendable {
    private let orders: WatchOrders

    /// Begins at once; controllers that are plugged in later are heard, too.
    ///
    /// - Parameters:
    ///   - client: the client number whose ports are the surfaces': `SequencerPort.client`.
    ///   - heard: called on the listener's thread with each message.
    ///   - trouble: called on the listener's thread with `.unheard` when a controller cannot be connected for the first time (it is tried
    ///     again), and with another error when nothing can be heard at all.
    public init(
        client: Int32, heard: @escaping @Sendable (ControllerMessage) -> Void, trouble: @escaping @Sendable (SequencerError) -> Void
    ) throws(SequencerError) {
        let orders = try WatchOrders()
        self.orders = orders
        // Opened on its own thread, so that the caller does not wait for the system.
        do throws(ThreadError) {
            try Thread("faderd-listener") {
                do throws(SequencerError) {
                    try Listening(client: Int(client), orders: orders, heard: heard, trouble: trouble).run()
                } catch {
                    trouble(error)
                }
            }.detach()
        } catch {
            throw SequencerError(error)
        }
    }

    /// The clients that would be heard now, by name and USB identity, each once.
    ///
    /// - Parameter client: The client number whose ports are the surfaces'.
    public static func controllers(besides client: Int32) throws(SequencerError) -> [(client: String, usb: USBIdentity?)] {
        let patchbay = try Patchbay(try SequencerHandle(name: "faderd look"))
        let clients = patchbay.clients()
        let ours = clients.first { $0.number == Int(client) }?.ports.map { PortAddress(client: Int(client), port: $0.number) } ?? []
        let others = clients.filter { $0.number != Int(client) }
        let sources = ListeningPlan(clients: others, surfaces: ours, patchbay).sources
        return sources.enumerated().filter { place, source in
            !sources[..<place].contains { $0.client == source.client && $0.usb == source.usb }
        }.map { ($0.element.client, $0.element.usb) }
    }

    deinit { stop() }

    /// Ends the listener, its client and its connections, without waiting for that. Calling it twice does no harm.
    public func stop() { orders.stop() }
}
