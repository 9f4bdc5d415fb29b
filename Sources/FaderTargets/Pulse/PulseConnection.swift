internal import NIOCore
internal import NIOPosix

/// Why the sound server did not do what it was asked.
enum PulseFailure: Error, Equatable, CustomStringConvertible {
    case refused(UInt32)
    case closed

    /// The thing does not exist any more.
    static let missing = PulseFailure.refused(5)

    var description: String {
        switch self {
        case .refused(let code): "the sound server refuses it: \(PulseProtocol.text(ofError: code))"
        case .closed: "the sound server is gone"
        }
    }
}

/// One connection to a sound server: its frames, and the answers to requests. Owned by the event loop.
final class PulseConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias Answer = (Result<TagReader, PulseFailure>) throws(MalformedPulseMessage) -> Void

    /// The callbacks of its owner.
    struct Callbacks {
        /// Something changed: the event's number and the index of the thing.
        var event: (UInt32, UInt32) -> Void
        /// It has not answered for `timeout`, or answers again.
        var stalled: (Bool) -> Void
        /// It has closed; called once, with the reason.
        var closed: (String) -> Void
    }

    /// How long an answer may take.
    static let timeout = TimeAmount.seconds(2)

    private let callbacks: Callbacks
    private var channel: (any Channel)?
    private var received = ByteBuffer()
    private var nextTag: UInt32 = 0
    private var waiting: [UInt32: Answer] = [:]
    /// Whether an answer has come since it was last checked.
    private var isAnswered = false
    private let watch: LoopTimer
    private(set) var isStalled = false
    private var reason: String?

    init(_ callbacks: Callbacks, on loop: any EventLoop) { (self.callbacks, watch) = (callbacks, LoopTimer(loop)) }

    /// Opens a new connection. `done` is called on the loop.
    static func open(
        _ path: String, on loop: any EventLoop, callbacks: Callbacks, done: @escaping (Result<PulseConnection, any Error>) -> Void
    ) {
        let connection = PulseConnection(callbacks, on: loop)
        let handler = NIOLoopBound(connection, eventLoop: loop)
        ClientBootstrap(group: loop).channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(handler.value) }
        }.connect(unixDomainSocketPath: path).assumeIsolated().whenComplete { result in
            done(result.map { _ in connection })
        }
    }

    func channelActive(context: ChannelHandlerContext) { channel = context.channel }

    /// Sends a command; `answer` gets the answer, or `.closed` if none will come.
    func ask(_ command: PulseProtocol.Command, _ arguments: (inout TagWriter) -> Void = { _ in }, _ answer: @escaping Answer) {
        guard let channel, reason == nil else { return deliver(answer, .failure(.closed)) }
        nextTag &+= 1
        if nextTag == PulseProtocol.none { nextTag = 0 }
        var writer = TagWriter()
        writer.number(command.rawValue)
        writer.number(nextTag)
        arguments(&writer)
        waiting[nextTag] = answer
        var frame = channel.allocator.buffer(capacity: PulseProtocol.head + writer.bytes.count)
        frame.writeMultipleIntegers(UInt32(writer.bytes.count), PulseProtocol.commands, UInt32(0), UInt32(0), UInt32(0))
        frame.writeBytes(writer.bytes)
        channel.writeAndFlush(frame, promise: nil)
        keepWatch()
    }

    /// Whether it has ended, or is about to: `closed` follows.
    var isClosed: Bool { reason != nil }

    /// Closes it; `closed` follows.
    func close(_ reason: String) {
        self.reason = self.reason ?? reason
        channel?.close(promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var data = unwrapInboundIn(data)
        received.writeBuffer(&data)
        do throws(MalformedPulseMessage) {
            while reason == nil, try popFrame() {}
        } catch {
            close("\(error)")
        }
        // Give back what has been read at once: an idle connection holds nothing.
        if received.readableBytes == 0 { received = ByteBuffer() } else { received.discardReadBytes() }
    }

    func channelInactive(context: ChannelHandlerContext) { end() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { close("\(error)") }

    private func end() {
        watch.cancel()
        channel = nil
        let left = waiting
        waiting = [:]
        reason = reason ?? "the sound server has closed the connection"
        for answer in left.values { deliver(answer, .failure(.closed)) }
        callbacks.closed(reason ?? "")
    }

    /// Removes and handles the first frame; false if there is no complete one yet.
    private func popFrame() throws(MalformedPulseMessage) -> Bool {
        guard let length: UInt32 = received.getInteger(at: received.readerIndex),
            let lane: UInt32 = received.getInteger(at: received.readerIndex + 4)
        else { return false }
        guard length <= PulseProtocol.mostBytes else { throw MalformedPulseMessage(wanted: "at most \(PulseProtocol.mostBytes) bytes") }
        let whole = PulseProtocol.head + Int(length)
        guard received.readableBytes >= whole, let frame = received.readBytes(length: whole) else { return false }
        // Sound data, which was not asked for.
        guard lane == PulseProtocol.commands else { return true }
        try handleCommand(TagReader(frame[PulseProtocol.head...]))
        return true
    }

    private func handleCommand(_ reader: TagReader) throws(MalformedPulseMessage) {
        var reader = reader
        let command = PulseProtocol.Command(rawValue: try reader.number())
        let tag = try reader.number()
        switch command {
        case .reply, .error:
            // An answer to a question that is not waiting: a server may answer twice.
            guard let answer = waiting.removeValue(forKey: tag) else { return }
            isAnswered = true
            if isStalled {
                isStalled = false
                callbacks.stalled(false)
            }
            try answer(command == .reply ? .success(reader) : .failure(.refused(try reader.number())))
        case .event: callbacks.event(try reader.number(), try reader.number())
        default: return
        }
    }

    /// Passes a failure on. If the answer's handler complains about it, that would add nothing.
    private func deliver(_ answer: Answer, _ result: Result<TagReader, PulseFailure>) {
        do throws(MalformedPulseMessage) { try answer(result) } catch { reason = reason ?? "\(error)" }
    }

    /// As long as an answer is awaited, checks every `timeout` whether any has come.
    private func keepWatch() {
        guard !watch.isSet, channel != nil else { return }
        isAnswered = false
        watch.set(in: Self.timeout) { [weak self] in
            guard let self, !waiting.isEmpty, !isStalled else { return }
            if isAnswered { return keepWatch() }
            isStalled = true
            callbacks.stalled(true)
        }
    }
}
