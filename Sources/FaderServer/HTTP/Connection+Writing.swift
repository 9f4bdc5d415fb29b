internal import FaderSystem
internal import Logging
internal import NIOCore
internal import NIOHTTP1

extension Connection {
    func sendContinue() {
        writeHead(.continue, [:])
        flush()
    }

    // MARK: Streams

    /// Answers with a stream that stays open.
    func openStream(_ reading: Reading, _ open: (Call) throws(HTTPFailure) -> StreamTarget) {
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
        writeHead(.ok, headers)
        let stream = EventStream(target, session: session, outlet: self)
        state = .streaming(stream)
        if isHead { return endStream(isListed: false) }
        registry.add(stream)
    }

    /// Ends a stream and closes the connection.
    func endStream(isListed: Bool = true) {
        guard case .streaming(let stream) = state else { return }
        if isListed { registry.remove(stream) }
        state = .idle
        endAndClose(lingering: false)
    }
}

extension Connection: EventStream.Outlet {
    func write(_ bytes: [UInt8]) {
        // A stream that has failed may still try to write events.
        if case .streaming = state { writeBody(bytes) }
    }

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
