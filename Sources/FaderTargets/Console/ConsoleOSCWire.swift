/// What consoles that speak OSC are sent besides values.
struct ConsoleDialect: Sendable {
    /// The addresses of the greeting. A console answers all of them, or one.
    let greetings: [String]
    /// The message without arguments after which they send changes for 10 s.
    let subscription: String
    /// The end of addresses whose changes come as another number than the answers. Such a value is asked.
    var ambiguous: String?
}

/// Owned by the event loop.
final class ConsoleOSCWire: ConsoleWire {
    private let dialect: ConsoleDialect
    private let socket: OSCSocket
    private var asked: Set<String> = []
    var onEvent: (ConsoleWireEvent) -> Void = { _ in }

    init(_ place: ConsolePlace, _ dialect: ConsoleDialect, _ surroundings: TargetSurroundings) {
        self.dialect = dialect
        socket = OSCSocket(OSCPeerSpec(host: place.host, port: place.port), place.name, surroundings)
        socket.onEvent = { [weak self] in self?.receive($0) }
    }

    var standing: PeerStanding { socket.standing }
    var note: String? { socket.note }
    var isClosed: Bool { socket.isClosed }

    func open() { socket.open() }
    func close() { socket.close() }
    func greet() { for address in dialect.greetings { ask(address) } }
    func renew() { ask(dialect.subscription) }
    func ask(_ address: String) { send(OSCMessage(address: address)) }
    func send(_ message: ConsoleMessage) { socket.send(message) }

    private func receive(_ event: OSCSocket.Event) {
        switch event {
        case .opened:
            asked = []
            onEvent(.opened)
        case .refused(let reason, let pause): onEvent(.refused(reason, pause: pause))
        case .received(let messages): onEvent(.received(messages.filter(isValue)))
        }
    }

    private func isValue(_ message: OSCMessage) -> Bool {
        // The answers to greetings are no values.
        if dialect.greetings.contains(message.address) { return false }
        guard let end = dialect.ambiguous, message.address.hasSuffix(end) else { return true }
        guard message.arguments.count == 1, message.arguments[0].number != nil else {
            asked.remove(message.address)
            return true
        }
        // Once: if the answer is such a number, too, that is all there is.
        if asked.insert(message.address).inserted { ask(message.address) }
        return false
    }
}
