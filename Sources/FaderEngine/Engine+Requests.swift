internal import CRealtime
internal import FaderCore
internal import Synchronization

extension Engine {
    /// Does what the async world asked for, as long as there is room for the answers. A flood of requests does not keep the port
    /// waiting: what is left over is served after it.
    func serve(at now: MonotonicTime) {
        for _ in 0..<Self.batchOfRequests {
            guard link.reports.room > Self.answerRoom else { break }
            guard let request = link.requests.pop() else { break }
            serve(request, at: now)
        }
        areRequestsLeft = false
        guard !link.requests.isEmpty else { return }
        // Said first, and looked again: the other side may have made room just before, and will ring only for what was said.
        link.isStarved.store(true, ordering: .sequentiallyConsistent)
        areRequestsLeft = link.reports.room > Self.answerRoom
    }

    private func serve(_ request: Request, at now: MonotonicTime) {
        switch request.kind {
        case .command(let command, let generation):
            guard generation == self.generation else {
                push(.stale(ticket: request.ticket))
                return
            }
            let outcome = console.handle(command, at: now, port: self)
            // The change goes first, so that whoever sees the answer has seen it.
            push(.changed(console.report(of: command.parameter), generation: generation))
            push(.answer(ticket: request.ticket, outcome))
        case .explain(let parameter, let generation):
            explain(parameter, generation, ticket: request.ticket)
        case .statistics:
            let statistics = EngineStatistics(counts: console.statistics, latency: latency.summary)
            push(.statistics(ticket: request.ticket, statistics))
        case .monitor(let isOn):
            isMonitoring = isOn
            push(.done(ticket: request.ticket))
        case .swap:
            swap(ticket: request.ticket, at: now)
        case .stop:
            stopTicket = request.ticket
        }
    }

    /// Requests served before the port is looked at again.
    private static var batchOfRequests: Int { 64 }

    /// The most that one request can be answered with.
    private static var answerRoom: Int { 32 }

    private func explain(_ parameter: Int, _ generation: UInt64, ticket: UInt64) {
        guard generation == self.generation else {
            push(.stale(ticket: ticket))
            return
        }
        var back = 0
        while let decision = console.decision(of: parameter, back: back) {
            push(.decision(ticket: ticket, decision))
            back += 1
        }
        push(.done(ticket: ticket))
    }

    /// Takes over a whole new configuration between two messages. The console of the old one is left in the slot, to be freed on
    /// the other side.
    private func swap(ticket: UInt64, at now: MonotonicTime) {
        let taken: Transition?? = link.slot.withLockIfAvailable { slot in
            let transition = slot
            slot = nil
            return transition
        }
        guard let transition = taken ?? nil else {
            push(.stale(ticket: ticket))
            return
        }
        port.arrange(transition.surfaceNames, previous: transition.continuity.surfaces)
        let old = console
        console = transition.console
        generation = transition.generation
        console.adopt(old, transition.continuity, at: now, port: self)
        lookAtConnections()
        link.retire(old, transition)
        push(.done(ticket: ticket))
    }

    func monitor(_ content: MonitoredMessage.Content, _ surface: Int, isInput: Bool, at now: MonotonicTime) {
        guard isMonitoring else { return }
        guard link.reports.room > Self.reserve else {
            missed += 1
            return
        }
        let message = MonitoredMessage(
            time: now, surface: surface, generation: generation, isInput: isInput, content: content, missed: missed)
        missed = 0
        push(.monitored(message))
    }
}

/// The console sends through the engine, so that `monitor` sees what goes out. Everything is the real port's.
extension Engine: MIDIPort {
    var pollDescriptor: Int32 { port.pollDescriptor }

    func read() -> PortInput { port.read() }

    func send(_ message: MIDIMessage, to surface: Int) -> SendResult {
        let result = port.send(message, to: surface)
        if isMonitoring, result == .sent {
            monitor(.message(message), surface, isInput: false, at: MonotonicTime(nanoseconds: faderd_monotonic_ns()))
        }
        return result
    }

    func connections(of surface: Int) -> Connections { port.connections(of: surface) }

    func arrange(_ names: [String], previous: [Int?]) { port.arrange(names, previous: previous) }

    func close() { port.close() }
}
