public import FaderConsole
internal import FaderSystem

/// Receives the messages of every controller that belongs to no surface, as long as it exists. Any thread may hold and stop it.
///
/// It has a thread and a client of its own (`faderd listener`), so nothing that it hears reaches the MIDI thread.
public final class ControllerListener: Sendable {
    private let orders: WatchOrders

    /// Starts at once; controllers that are plugged in later are heard, too.
    ///
    /// - Parameters:
    ///   - client: the client that has the surfaces' ports: `SequencerPort.client`.
    ///   - heard: called on the listener's thread with each message.
    ///   - ready: called there once, when all present controllers are heard, or when none can be.
    ///   - trouble: called there with `.unheard` when a controller is first refused (it is retried), and with another error when nothing
    ///     can be heard.
    public init(
        client: Int32, heard: @escaping @Sendable (ControllerMessage) -> Void, ready: @escaping @Sendable () -> Void = {},
        trouble: @escaping @Sendable (SequencerError) -> Void
    ) throws(SequencerError) {
        let orders = try WatchOrders()
        self.orders = orders
        // On its own thread, so that the caller does not wait for the system.
        do throws(ThreadError) {
            try Thread("faderd-listener") {
                let listening: Listening
                do throws(SequencerError) {
                    listening = try Listening(client: Int(client), orders: orders, heard: heard, trouble: trouble)
                } catch {
                    trouble(error)
                    return ready()
                }
                listening.lookAround()
                ready()
                listening.run()
            }.detach()
        } catch {
            throw SequencerError(error)
        }
    }

    /// The controllers that would be heard now, each client once; each port that answered is an entry of its own.
    ///
    /// - Parameters:
    ///   - client: the client that has the surfaces' ports.
    ///   - asks: whether to ask them over MIDI what they are, which takes half a second if one does not answer.
    ///   - trouble: called with `.unasked` if a controller cannot be asked, and with another error if none can.
    public static func controllers(
        besides client: Int32, asks: Bool = false, trouble: (SequencerError) -> Void = { _ in }
    ) throws(SequencerError) -> [Controller] {
        let handle = try SequencerHandle(name: "faderd look")
        let patchbay = try Patchbay(handle)
        let clients = patchbay.clients()
        let ours = clients.first { $0.number == Int(client) }?.ports.map { PortAddress(client: Int(client), port: $0.number) } ?? []
        let others = clients.filter { $0.number != Int(client) }
        let sources = ListeningPlan(clients: others, surfaces: ours, patchbay).sources
        let identities = asks ? try Inquiry(handle, patchbay).identities(of: sources, trouble: trouble) : [:]
        var found: [Controller] = []
        for source in sources {
            if let identity = identities[source.address] {
                found.append(
                    Controller(client: source.client, usb: source.usb, port: source.port, ports: source.ports, identity: identity))
            } else if !found.contains(where: { $0.client == source.client && $0.usb == source.usb && $0.identity == nil }) {
                found.append(Controller(client: source.client, usb: source.usb, ports: source.ports))
            }
        }
        return found.filter { one in
            one.identity != nil || !found.contains { $0.client == one.client && $0.usb == one.usb && $0.identity != nil }
        }
    }

    deinit { stop() }

    /// Ends the listener, its client and its connections, and does not wait for that. Calling it twice does no harm.
    public func stop() { orders.stop() }
}
