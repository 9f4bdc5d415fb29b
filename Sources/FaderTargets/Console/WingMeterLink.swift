internal import FaderValues
internal import NIOCore
internal import NIOPosix

/// The second connection to a Wing, which tells levels: it is asked over TCP, and sends them over UDP. It is open only while levels are wanted. Owned by the
/// event loop.
final class WingMeterLink {
    private let place: ConsolePlace
    private let loop: any EventLoop
    private let lookUp: PeerLookUp
    private let standing: PeerStanding
    /// Starts the next try to connect, or sends the next question.
    private let timer: LoopTimer
    private var backOff = BackOff(from: .seconds(1), to: .seconds(30))
    private var meters = WingMeters()
    private var socket: PeerSocket?
    private var receiver: (any Channel)?
    private var peer: SocketAddress?
    private var lastHeard = NIODeadline.uptimeNanoseconds(0)
    private var nextRead = NIODeadline.uptimeNanoseconds(0)
    /// Called with levels in decibels below full scale, on the event loop.
    var onLevels: ([(meter: ConsolePoint.Meter, level: Double)]) -> Void = { _ in }

    /// The console ends a question after 5 s and a connection after 10 s on which nothing comes.
    private static let renewal = TimeAmount.seconds(3)
    /// For how long no level may come before the connection is replaced.
    private static let patience = TimeAmount.seconds(5)
    /// For how long what is sent may be unacknowledged.
    private static let unanswered = Duration.seconds(10)
    /// How many failures in a row the log does not tell.
    private static let quietFailures = 3
    /// The shortest time between two packets that are read.
    private static let pace = TimeAmount.milliseconds(45)

    init(_ place: ConsolePlace, _ surroundings: TargetSurroundings) {
        (self.place, loop, timer) = (place, surroundings.loop, LoopTimer(surroundings.loop))
        // The port before that of OSC: 2222 and 2223.
        lookUp = PeerLookUp(place.host, port: place.port - 1, on: surroundings.loop)
        standing = surroundings.standing("the connection for levels of \(place.name)")
    }

    /// What is wrong, for people; nil: nothing, or nobody wants levels.
    var note: String? { meters.wanted.isEmpty ? nil : standing.problem.map { "its levels do not come: \($0)" } }

    /// From now on these levels are asked for and no others.
    func want(_ wanted: Set<ConsolePoint.Meter>) {
        guard meters.want(wanted) else { return }
        if wanted.isEmpty {
            drop()
            standing.note(nil)
            backOff.reset()
        } else if receiver != nil {
            lastHeard = .now()
            socket?.send(meters.request)
        } else if socket == nil, !timer.isSet {
            connect()
        }
    }

    func close() {
        lookUp.cancel()
        drop()
    }

    private func drop() {
        timer.cancel()
        socket?.drop()
        receiver?.close(promise: nil)
        (socket, receiver) = (nil, nil)
    }

    private func connect() {
        lookUp.start(found: { [weak self] in self?.open($0) }, failed: { [weak self] in self?.fail($0) })
    }

    private func open(_ address: SocketAddress) {
        guard !meters.wanted.isEmpty, socket == nil else { return }
        peer = address
        let socket = PeerSocket()
        self.socket = socket
        socket.onOpen = { [weak self] in self?.listen(for: socket) }
        socket.onEnd = { [weak self] in self?.fail("TCP port \(address.port ?? 0): \($0)") }
        // What it tells on TCP, such as changes of values, is not needed.
        socket.open(address, on: loop, unanswered: Self.unanswered)
    }

    /// Opens the UDP port, only to the network in which the console is.
    private func listen(for socket: PeerSocket) {
        guard var own = socket.localAddress else { return fail("the connection was closed") }
        own.port = place.listen ?? 0
        DatagramHandler { [weak self] in
            self?.receive($0, from: $1)
        } onError: { _, _ in
        }.bootstrap(on: loop).bind(to: own).assumeIsolated().whenComplete { [weak self] in
            switch $0 {
            case .failure(let error): if self?.socket === socket { self?.fail("UDP port \(own.port ?? 0): \(PeerStream.words(of: error))") }
            case .success(let channel):
                guard let self, self.socket === socket else { return channel.close(promise: nil) }
                begin(on: channel)
            }
        }
    }

    private func begin(on channel: any Channel) {
        receiver = channel
        lastHeard = .now()
        socket?.send(WingMeters.begin(port: UInt16(truncatingIfNeeded: channel.localAddress?.port ?? 0)) + meters.request)
        timer.set(in: Self.renewal) { [weak self] in self?.renew() }
    }

    private func renew() {
        guard .now() - lastHeard < Self.patience else {
            let port = receiver?.localAddress?.port ?? 0
            return fail("none reach UDP port \(port) of this machine; a firewall may keep them out")
        }
        socket?.send(meters.renewal)
        timer.set(in: Self.renewal) { [weak self] in self?.renew() }
    }

    private func fail(_ reason: String) {
        drop()
        guard !meters.wanted.isEmpty else { return }
        // If the whole console has gone, that is noticed and told soon.
        if backOff.failures < Self.quietFailures { standing.note(reason) } else { standing.lost(reason) }
        timer.set(in: TimeAmount(backOff.next())) { [weak self] in self?.connect() }
    }

    private func receive(_ packet: ByteBuffer, from sender: SocketAddress) {
        // From which of its ports the console sends is not known before.
        peer?.port = sender.port
        guard nextRead <= .now(), sender == peer, let levels = meters.read(Array(packet.readableBytesView)) else { return }
        (lastHeard, nextRead) = (.now(), .now() + Self.pace)
        if !standing.isThere || standing.problem != nil {
            standing.opened()
            backOff.reset()
        }
        onLevels(levels)
    }
}
