internal import FaderMIDI
internal import FaderSystem
internal import FaderValues
internal import NIOCore

/// What is said to a console in bytes, and understood. One lasts as long as a connection. Pure.
protocol ConsoleSpeech {
    mutating func begin() -> [UInt8]
    /// What the console always answers; empty: nothing.
    var greeting: [UInt8] { get }
    /// What is sent again and again to stay connected.
    var renewal: [UInt8] { get }
    mutating func ask(_ address: String) -> ConsoleReply
    mutating func write(_ message: ConsoleMessage) -> [UInt8]
    /// Bytes may be cut anywhere. nil if this is nobody who speaks like that.
    mutating func read(_ bytes: [UInt8]) -> ConsoleHeard?
}

enum ConsoleReply: Equatable {
    case question([UInt8])
    /// The console has told it already.
    case known(ConsoleMessage)
    /// The console tells it by itself.
    case awaited
}

struct ConsoleHeard: Equatable {
    var messages: [ConsoleMessage] = []
    /// The bytes to send in answer to it.
    var answer: [UInt8] = []
}

struct ConsoleByteManner: Sendable {
    let watch: ConsoleWatch.Manner
    /// Texts on a WebSocket.
    var isWebSocket = false
    let speech: @Sendable (ConsolePlace) -> any ConsoleSpeech
}

/// A console that is spoken to in bytes: on a TCP connection, or as a MIDI device of this machine. Owned by the event loop.
final class ConsoleByteWire: ConsoleWire {
    private let place: ConsolePlace
    private let manner: ConsoleByteManner
    private let loop: any EventLoop
    private let lookUp: PeerLookUp
    private var speech: any ConsoleSpeech
    private var socket: PeerSocket?
    private var webSocket: PeerWebSocket?
    private var device: DeviceStream?
    private var isDeviceOpen = false
    private var isHeard = false
    let standing: PeerStanding
    private(set) var isClosed = false
    var onEvent: (ConsoleWireEvent) -> Void = { _ in }

    init(_ place: ConsolePlace, _ manner: ConsoleByteManner, _ loop: any EventLoop, _ standing: PeerStanding) {
        (self.place, self.manner, self.loop, self.standing) = (place, manner, loop, standing)
        lookUp = PeerLookUp(place.host, port: place.port, on: loop)
        speech = manner.speech(place)
    }

    var note: String? { standing.problem ?? (isHeard ? nil : "it has sent nothing yet") }

    func open() {
        if let device = place.device { return open(device) }
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

    private func open(_ device: ConsoleDevice) {
        if let device = self.device { return device.open() }
        let handle = NIOLoopBound({ [weak self] (news: DeviceStream.News) in self?.receive(news) }, eventLoop: loop)
        do throws(ThreadError) {
            self.device = try DeviceStream(client: device.client, port: device.port) { [loop] news in loop.execute { handle.value(news) } }
        } catch {
            onEvent(.refused("\(error)"))
        }
    }

    private func receive(_ news: DeviceStream.News) {
        guard !isClosed else { return }
        switch news {
        case .opened:
            speech = manner.speech(place)
            isDeviceOpen = true
            begin()
        case .received(let bytes): receive(bytes)
        case .closed(let reason): end(reason)
        case .ended(let reason):
            device = nil
            end(reason)
        }
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
        (socket, webSocket, isDeviceOpen) = (nil, nil, false)
        onEvent(.refused(reason))
    }

    func close() {
        isClosed = true
        lookUp.cancel()
        drop()
        device?.stop()
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
                if let self, socket != nil || webSocket != nil || isDeviceOpen { onEvent(.received([message])) }
            }
        }
    }

    private func send(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        socket?.send(bytes)
        webSocket?.send(String(decoding: bytes, as: UTF8.self))
        device?.send(bytes)
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
