internal import FaderModel
internal import Glibc
internal import Logging
internal import NIOCore
internal import NIOPosix

/// A program or console that speaks OSC: one UDP socket for all targets in it. Owned by the event loop.
final class OSCPeer {
    let spec: OSCPeerSpec
    private let loop: any EventLoop
    private let log: Logger
    private let address: SocketAddress?
    private var channel: (any Channel)?
    private var targets: [OSCTarget] = []
    private var keepAlive: Scheduled<Void>?
    private var lastHeard: NIODeadline?
    /// Whether what it says has made its targets appear.
    private(set) var isThere = false
    private(set) var note: String?
    private var isClosed = false

    /// Silence of so many keep-alives, each with a question, means that it is gone.
    private static let missedAnswers: Int64 = 3

    init(_ spec: OSCPeerSpec, _ loop: any EventLoop, _ log: Logger) {
        self.spec = spec
        self.loop = loop
        self.log = log
        do {
            address = try SocketAddress(ipAddress: spec.host, port: spec.port)
            open()
        } catch {
            address = nil
            note = "\(spec.host) is no numeric address"
        }
    }

    func add(_ target: OSCTarget) {
        targets.append(target)
        if channel != nil { target.peerAppeared() }
    }

    func remove(_ target: OSCTarget) { targets.removeAll { $0 === target } }

    func close() {
        isClosed = true
        keepAlive?.cancel()
        channel?.close(promise: nil)
        channel = nil
    }

    /// Sends a message; false if it cannot be sent now.
    func send(_ message: OSCMessage) -> Bool {
        guard let channel, let address else { return false }
        var buffer = channel.allocator.buffer(capacity: 64)
        buffer.writeBytes(OSCCodec.encode(message))
        channel.writeAndFlush(AddressedEnvelope(remoteAddress: address, data: buffer)).assumeIsolated().whenFailure { [weak self] error in
            self?.note = "sending failed: \(error)"
        }
        return true
    }

    private func open() {
        let handler = NIOLoopBound(Handler { [weak self] in self?.take($0, from: $1) }, eventLoop: loop)
        let any = spec.host.contains(":") ? "::" : "0.0.0.0"
        DatagramBootstrap(group: loop).channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(handler.value) }
        }.bind(host: any, port: spec.listen ?? 0).assumeIsolated().whenComplete { [weak self] result in
            guard let self, !isClosed else { return }
            switch result {
            case .failure(let error): refuse(error)
            case .success(let channel):
                self.channel = channel
                isThere = true
                beginKeepAlive()
                for target in targets { target.peerAppeared() }
            }
        }
    }

    private func refuse(_ error: any Error) {
        if let error = error as? IOError, error.errnoCode == EAFNOSUPPORT {
            note = "the service's unit allows no network; docs/targets.md has the drop-in for OSC"
        } else {
            note = "no socket for it: \(error)"
        }
        log.warning("osc \(spec.host):\(spec.port): \(note ?? "")")
    }

    private func beginKeepAlive() {
        guard let alive = spec.keepAlive else { return }
        stayAlive(alive.address, TimeAmount(alive.interval))
    }

    private func stayAlive(_ path: String, _ interval: TimeAmount) {
        keepAlive = loop.assumeIsolated().scheduleTask(in: interval) { [weak self] in self?.stayAlive(path, interval) }
        _ = send(OSCMessage(address: path))
        guard spec.answersQueries, let first = targets.first else { return }
        first.query()
        let limit = TimeAmount.nanoseconds(interval.nanoseconds * Self.missedAnswers)
        guard isThere, let lastHeard, lastHeard + limit < .now() else { return }
        isThere = false
        note = "it has not answered for \(limit.nanoseconds / 1_000_000_000) s"
        for target in targets { target.peerDisappeared() }
    }

    private func take(_ packet: [UInt8], from sender: SocketAddress) {
        // Anybody can send to a UDP port; only the peer is listened to.
        guard sender.ipAddress == address?.ipAddress else { return }
        guard let messages = try? OSCCodec.decode(packet) else {
            note = "it sent something that is not OSC"
            return
        }
        lastHeard = .now()
        if !isThere {
            (isThere, note) = (true, nil)
            for target in targets { target.peerAppeared() }
        }
        for message in messages { for target in targets { target.take(message) } }
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = AddressedEnvelope<ByteBuffer>
        private let take: ([UInt8], SocketAddress) -> Void

        init(_ take: @escaping ([UInt8], SocketAddress) -> Void) { self.take = take }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let envelope = unwrapInboundIn(data)
            take(Array(envelope.data.readableBytesView), envelope.remoteAddress)
        }
    }

    /// What it has been heard of, for a person.
    var heard: String? { lastHeard == nil ? "nothing was heard from it yet" : nil }
}
