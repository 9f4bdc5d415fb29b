internal import FaderModel
internal import Glibc
internal import Logging
internal import NIOCore
internal import NIOPosix

/// A program or console that speaks OSC: one UDP socket for all targets on it. Owned by the event loop.
final class OSCPeer {
    let spec: OSCPeerSpec
    private let loop: any EventLoop
    private let log: Logger
    private let address: SocketAddress?
    private var channel: (any Channel)?
    private var targets: [OSCTarget] = []
    private var keepAlive: Scheduled<Void>?
    private var opened = NIODeadline.uptimeNanoseconds(0)
    private var lastHeard: NIODeadline?
    /// Whether its targets are there: the socket is open, and the peer has not stopped answering.
    private(set) var isThere = false
    /// Why its targets are not there, or the last packet that could not be read.
    private var problem: String?
    private var sendError: String?
    /// The last sender that is not the peer.
    private var stranger: String?
    /// The target that is asked next whether the peer is still there.
    private var nextAsked = 0
    private var isClosed = false
    private var nextTry: Scheduled<Void>?
    private var resend: Scheduled<Void>?

    /// What is wrong with it, for a person.
    var note: String? { problem ?? sendError }

    /// No UDP packet is larger. Where memory is locked, all of it stays resident for each peer.
    private static let mostBytes = 65536

    /// The wait between two tries to open its socket.
    private static let reopenInterval = TimeAmount.seconds(30)

    /// The wait before what could not be sent is sent again.
    private static let resendInterval = TimeAmount.seconds(1)

    /// After this many keep-alive intervals without an answer, the peer counts as gone. With each keep-alive a target is asked, in turn, and
    /// all of them before the peer counts as gone: some addresses may never be answered.
    private static let missedAnswers: Int64 = 3

    /// How long the first answers may take after the socket was opened.
    private static let answerTime = TimeAmount.milliseconds(500)

    init(_ spec: OSCPeerSpec, _ loop: any EventLoop, _ log: Logger) {
        self.spec = spec
        self.loop = loop
        self.log = log
        do {
            address = try SocketAddress(ipAddress: spec.host, port: spec.port)
            open()
        } catch {
            address = nil
            problem = "\(spec.host) is not a numeric address"
        }
    }

    func add(_ target: OSCTarget) {
        targets.append(target)
        if isThere { target.peerAppeared() }
    }

    func remove(_ target: OSCTarget) { targets.removeAll { $0 === target } }

    func close() {
        isClosed = true
        keepAlive?.cancel()
        nextTry?.cancel()
        resend?.cancel()
        channel?.close(promise: nil)
        channel = nil
    }

    /// Sends a message. `done` gets the error, or nil.
    func send(_ message: OSCMessage, _ done: @escaping (String?) -> Void = { _ in }) {
        guard let channel, channel.isActive, let address else {
            sendAgainSoon()
            return done(sendError ?? "its socket is not open")
        }
        var buffer = channel.allocator.buffer(capacity: 64)
        buffer.writeBytes(OSCCodec.encode(message))
        channel.writeAndFlush(AddressedEnvelope(remoteAddress: address, data: buffer)).assumeIsolated().whenComplete { [weak self] result in
            var failure: String?
            if case .failure(let error) = result {
                failure = "sending to it failed: \(Self.text(of: error))"
                self?.sendAgainSoon()
            }
            self?.sendError = failure
            done(failure)
        }
    }

    private func sendAgainSoon() {
        guard resend == nil, !isClosed else { return }
        resend = loop.assumeIsolated().scheduleTask(in: Self.resendInterval) { [weak self] in
            guard let self else { return }
            resend = nil
            // Some errors close the socket.
            if channel?.isActive == true { sendAgain() } else if nextTry == nil { open() }
        }
    }

    private func sendAgain() { for target in targets { target.sendAgain() } }

    private static func text(of error: any Error) -> String {
        (error as? IOError).map { unsafe String(cString: strerror($0.errnoCode)) } ?? "\(error)"
    }

    /// Tries once more to open its socket, at once.
    func openIfClosed() {
        guard let nextTry else { return }
        nextTry.cancel()
        open()
    }

    private func open() {
        nextTry = nil
        let handler = NIOLoopBound(Handler { [weak self] in self?.take($0, from: $1) }, eventLoop: loop)
        let any = spec.host.contains(":") ? "::" : "0.0.0.0"
        let room = FixedSizeRecvByteBufferAllocator(capacity: Self.mostBytes)
        DatagramBootstrap(group: loop).channelOption(.recvAllocator, value: room).channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(handler.value) }
        }.bind(host: any, port: spec.listen ?? 0).assumeIsolated().whenComplete { [weak self] result in
            guard let self, !isClosed else { return }
            switch result {
            case .failure(let error): refuse(error)
            case .success(let channel):
                self.channel = channel
                problem = nil
                // It was open before: only the peer's answers say whether it is there.
                if opened > .uptimeNanoseconds(0) { return sendAgain() }
                (isThere, opened) = (true, .now())
                stayAlive()
                for target in targets { target.peerAppeared() }
            }
        }
    }

    private func refuse(_ error: any Error) {
        let reason = refusal(error)
        // Nothing tells when another program gives the port up.
        if (error as? IOError)?.errnoCode != EAFNOSUPPORT {
            nextTry = loop.assumeIsolated().scheduleTask(in: Self.reopenInterval) { [weak self] in self?.open() }
        }
        if problem != reason { log.warning("osc \(spec.host):\(spec.port): \(reason)") }
        problem = reason
    }

    private func refusal(_ error: any Error) -> String {
        switch ((error as? IOError)?.errnoCode, spec.listen) {
        case (EAFNOSUPPORT, _): "the service's unit allows no network; the drop-in osc.conf, installed under share/faderd, allows it"
        case (EADDRINUSE, let port?): "another program listens at port \(port); faderd tries again every 30 s"
        default: "its socket cannot be opened: \(Self.text(of: error))"
        }
    }

    private func stayAlive() {
        guard let alive = spec.keepAlive else { return }
        let interval = TimeAmount(alive.interval)
        keepAlive = loop.assumeIsolated().scheduleTask(in: interval) { [weak self] in self?.stayAlive() }
        send(OSCMessage(address: alive.address))
        guard spec.answersQueries, !targets.isEmpty else { return }
        nextAsked = (nextAsked + 1) % targets.count
        targets[nextAsked].query()
        guard isThere, let lastHeard else { return }
        let limit = TimeAmount.nanoseconds(interval.nanoseconds * Self.missedAnswers)
        guard lastHeard + limit < .now() else {
            if lastHeard + .nanoseconds(limit.nanoseconds / 2) < .now() { for target in targets { target.query() } }
            return
        }
        isThere = false
        problem = "it has not answered for \(limit.nanoseconds / 1_000_000_000) s"
        for target in targets { target.peerDisappeared() }
    }

    private func take(_ packet: [UInt8], from sender: SocketAddress) {
        // Anybody can send to a UDP port; only messages from the peer's address count.
        guard sender.ipAddress == address?.ipAddress else { return stranger = sender.ipAddress }
        guard let messages = try? OSCCodec.decode(packet) else {
            problem = "it sent something that is not OSC"
            return
        }
        // It was switched on after the first queries were sent, so it has answered none of them.
        let isLate = lastHeard == nil && spec.answersQueries && opened + Self.answerTime < .now()
        (lastHeard, problem) = (.now(), nil)
        if !isThere || isLate {
            isThere = true
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

    /// Whether anything has been heard from it, for a person.
    var heard: String? {
        guard lastHeard == nil else { return nil }
        return "it has sent nothing yet" + (stranger.map { "; packets come from \($0), which is not its address" } ?? "")
    }
}
