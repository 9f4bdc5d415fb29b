internal import FaderLoops
internal import Logging
internal import NIOCore
internal import NIOHTTP1

extension Connection {
    /// Writes the head and body of an answer, but not its end.
    func write(_ response: Response, isHead: Bool, closes: Bool) {
        guard let context else { return }
        var headers = Self.headers(type: response.contentType, closes: closes)
        if response.status != .notModified { headers.add(name: "Content-Length", value: "\(response.body.count)") }
        for (name, value) in response.headers { headers.replaceOrAdd(name: name, value: value) }
        let head = HTTPResponseHead(version: .http1_1, status: response.status, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        guard !isHead else { return }
        context.write(wrapOutboundOut(.body(.byteBuffer(context.channel.allocator.buffer(bytes: response.body)))), promise: nil)
    }

    func sendContinue() {
        context?.writeAndFlush(wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
    }

    private static func headers(type: String, closes: Bool) -> HTTPHeaders {
        var headers = HTTPHeaders([
            ("Content-Type", type), ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"), ("Date", HTTPDate.now()),
        ])
        if closes { headers.add(name: "Connection", value: "close") }
        return headers
    }

    // MARK: Streams

    /// Answers with a stream that stays open.
    func openStream(_ reading: Reading, _ open: (Call) throws(HTTPFailure) -> StreamTarget) {
        guard let context else { return }
        let target: StreamTarget
        do throws(HTTPFailure) { target = try open(reading.call) } catch { return refuse(error) }
        if case .changes(_, let viewer, _, _) = target {
            do throws(ServiceError) {
                try Owner.assume { [service = registry.service] in Result { () throws(ServiceError) in try service.accept(viewer) } }.get()
            } catch {
                return refuse(with: Response(problem: error.problem))
            }
        }
        do throws(HTTPFailure) { try registry.checkRoomForStream(of: self) } catch { return refuse(error) }
        let isHead = reading.head.method == .HEAD
        let session: String?
        do throws(HTTPFailure) { session = isHead ? nil : try registry.sessions.session(for: reading.call) } catch { return refuse(error) }
        var headers = Self.headers(type: "text/event-stream", closes: isHead)
        if isHead { headers.add(name: "Content-Length", value: "0") }
        let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        let stream = EventStream(target, session: session, outlet: self)
        state = .streaming(stream)
        if isHead { return endStream(isListed: false) }
        registry.add(stream)
    }

    /// Ends a stream and closes the connection.
    func endStream(isListed: Bool = true) {
        guard let context, case .streaming(let stream) = state else { return }
        if isListed { registry.remove(stream) }
        state = .ending
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.whenComplete { _ in bound.value.close(promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: written)
    }
}

extension Connection: EventStream.Outlet {
    var isWritable: Bool { context?.channel.isWritable ?? false }

    func write(_ bytes: [UInt8]) {
        // A stream that has failed may still try to write events.
        guard let context, case .streaming = state else { return }
        context.write(wrapOutboundOut(.body(.byteBuffer(context.channel.allocator.buffer(bytes: bytes)))), promise: nil)
    }

    func flush() { context?.flush() }

    func fail(_ reason: String) {
        guard case .streaming = state else { return }
        registry.logger.error("a stream of events was ended: \(reason)")
        endStream()
    }

    func batch(since stamp: UInt64, generation: UInt64, of filter: StreamFilter, for viewer: ViewerRequest) -> Batch? {
        Owner.assume { [service = registry.service] in
            service.batch(since: stamp, generation: generation, of: filter, for: viewer)
        }
    }

    func tick(at moment: NIODeadline) {
        context?.eventLoop.assumeIsolated().scheduleTask(deadline: moment) { [weak self] in
            if let self, case .streaming(let stream) = self.state { stream.tick() }
        }
    }

    func requestState(for target: StreamTarget) {
        registry.state(for: target) { [weak self] state in
            if let self, case .streaming(let stream) = self.state { stream.take(state) }
        }
    }
}
