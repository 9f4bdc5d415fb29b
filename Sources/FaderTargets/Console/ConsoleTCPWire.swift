internal import FaderValues
internal import NIOCore

/// What is said to a console on a TCP connection, and understood. One lasts as long as a connection. Pure.
protocol ConsoleSpeech {
    /// What is sent first.
    mutating func begin() -> [UInt8]
    /// What the console always answers; empty: nothing.
    var greeting: [UInt8] { get }
    /// What is sent again and again to stay connected.
    var renewal: [UInt8] { get }
    /// How to find out what the console has at an address.
    mutating func ask(_ address: String) -> ConsoleReply
    /// What sets something, or makes the console do something.
    mutating func write(_ message: ConsoleMessage) -> [UInt8]
    /// Understands bytes that have come, wherever they were cut; nil if this is nobody who speaks like that.
    mutating func read(_ bytes: [UInt8]) -> ConsoleHeard?
}

/// How to find out what a console has somewhere.
enum ConsoleReply: Equatable {
    /// It is to be sent this.
    case question([UInt8])
    /// It has told already.
    case known(ConsoleMessage)
    /// It tells by itself.
    case awaited
}

/// What was understood.
struct ConsoleHeard: Equatable {
    var messages: [ConsoleMessage] = []
    /// What is to be sent because of it.
    var answer: [UInt8] = []
}

/// How the consoles of a family are spoken to on TCP.
struct ConsoleTCPManner: Sendable {
    let watch: ConsoleWatch.Manner
    /// Whether it is texts on a WebSocket.
    var isWebSocket = false
    /// What is said to one of them.
    let speech: @Sendable (ConsolePlace) -> any ConsoleSpeech
}

/// A console on a TCP connection. Owned by the event loop.
final class ConsoleTCPWire: ConsoleWire {
    private let place: ConsolePlace
    private let manner: ConsoleTCPManner
    private let loop: any EventLoop
    private let lookUp: PeerLookUp
    private var speech: any ConsoleSpeech
    private var socket: PeerSocket?
    private var webSocket: PeerWebSocket?
    private var isHeard = false
    let standing: PeerStanding
    private(set) var isClosed = false
    var onEvent: (ConsoleWireEvent) -> Void = { _ in }

    init(_ place: ConsolePlace, _ manner: ConsoleTCPManner, _ loop: any EventLoop, _ standing: PeerStanding) {
        (self.place, self.manner, self.loop, self.standing) = (place, manner, loop, standing)
        lookUp = PeerLookUp(place.host, port: place.port, on: loop)
        speech = manner.speech(place)
    }

    var note: String? { standing.problem ?? (isHeard ? nil : "it has sent nothing yet") }

    func open() {
        lookUp.start(found: { [weak self] in self?.open($0) }, failed: { [weak self] in self?.onEvent(.refused($0)) })
    }

    private func open(_ address: SocketAddress) {
        drop()
        speech = manner.speech(place)
        guard manner.isWebSocket else {
            let socket = PeerSocket()
            socket.onOpen = { [weak self] in self?.begin() }
            socket.onBytes = { [weak self] in self?.receive($0) }
            socket.onEnd = { [weak self] in self?.end($0) }
            self.socket = socket
            return socket.open(address, on: loop, unanswered: Self.patience)
        }
        let webSocket = PeerWebSocket(
            .init(peer: "a console of this family", mostBytes: Self.mostBytes, unanswered: Self.patience),
            .init(
                text: { [weak self] in self?.receive($0) }, closed: { [weak self] in self?.end($0.reason) },
                opened: { [weak self] in self?.begin() }))
        self.webSocket = webSocket
        webSocket.open(address, host: place.host, on: loop)
    }

    /// For how long what is sent may be unacknowledged, and the longest text of a WebSocket.
    private static let (patience, mostBytes) = (Duration.seconds(10), 4 << 20)

    private func drop() {
        socket?.drop()
        webSocket?.drop()
        (socket, webSocket) = (nil, nil)
    }

    private func begin() {
        send(speech.begin())
        onEvent(.opened)
    }

    private func end(_ reason: String) {
        (socket, webSocket) = (nil, nil)
        onEvent(.refused(reason))
    }

    func close() {
        isClosed = true
        lookUp.cancel()
        drop()
    }

    func greet() { send(speech.greeting) }
    func renew() { send(speech.renewal) }
    func send(_ message: ConsoleMessage) { send(speech.write(message)) }

    func ask(_ address: String) {
        switch speech.ask(address) {
        case .question(let bytes): send(bytes)
        case .awaited: break
        case .known(let message):
            // Whoever asks awaits the answer only afterwards.
            loop.assumeIsolated().execute { [weak self] in
                if let self, socket != nil || webSocket != nil { onEvent(.received([message])) }
            }
        }
    }

    private func send(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        socket?.send(bytes)
        webSocket?.send(String(decoding: bytes, as: UTF8.self))
    }

    private func receive(_ bytes: [UInt8]) {
        guard let heard = speech.read(bytes) else {
            let reason = "what answers there is no console of this family"
            webSocket?.close(reason)
            return socket?.close(reason) ?? ()
        }
        isHeard = true
        send(heard.answer)
        onEvent(.received(heard.messages))
    }
}
