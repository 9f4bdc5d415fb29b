internal import CRealtime
internal import FaderConsole
internal import FaderValues
internal import Synchronization

extension Engine {
    /// Serves requests as long as there is room for the answers. A flood does not keep the port waiting: the rest is served after the port
    /// has been read.
    func serve(at now: MonotonicTime) {
        for _ in 0..<Self.batchOfRequests {
            guard link.reports.room > Self.answerRoom else { break }
            guard let request = link.requests.pop() else { break }
            serve(request, at: now)
        }
        settle()
        areRequestsLeft = false
        guard !link.requests.isEmpty else { return }
        // The flag first, then the room: the other side may just have made room, and it rings only if the flag is set.
        link.isStarved.store(true, ordering: .sequentiallyConsistent)
        areRequestsLeft = link.reports.room > Self.answerRoom
    }

    private func serve(_ request: Request, at now: MonotonicTime) {
        switch request.kind {
        case .command(let command, let terms, let generation):
            guard generation == self.generation, console.has(command.parameter) else {
                push(.stale(ticket: request.ticket))
                return
            }
            push(.answer(ticket: request.ticket, change(command, terms, at: now)))
        case .explain(let parameter, let generation):
            explain(parameter, generation, ticket: request.ticket)
        case .driven(let control, let generation):
            guard generation == self.generation else {
                push(.stale(ticket: request.ticket))
                return
            }
            push(.driven(ticket: request.ticket, console.parameter(drivenBy: control)))
        case .show(let wish, let deck, let generation):
            guard generation == self.generation else {
                push(.stale(ticket: request.ticket))
                return
            }
            console.show(wish, on: deck, at: now, port: self)
            // Reported before the answer.
            tellFitting()
            push(.done(ticket: request.ticket))
        case .takeovers(let first, let generation):
            let isStale = generation != self.generation
            push(isStale ? .stale(ticket: request.ticket) : .takeovers(ticket: request.ticket, console.takeoverStates(from: first)))
        case .statistics:
            let statistics = EngineStatistics(counts: console.statistics, latency: latency.summary)
            push(.statistics(ticket: request.ticket, statistics))
        case .settle:
            tellFitting()
            push(.done(ticket: request.ticket))
        case .monitor(let isOn):
            if isOn, !isMonitoring { missed = 0 }
            isMonitoring = isOn
            port.readClock(isOn)
            push(.done(ticket: request.ticket))
        case .panel(let update, let generation):
            if generation == self.generation { console.show(update, at: now, port: self) }
        case .reset(let surface, let generation):
            let isDone = generation == self.generation && console.reset(surface, at: now, port: self)
            push(isDone ? .done(ticket: request.ticket) : .stale(ticket: request.ticket))
        case .lend(let control, let loan, let generation):
            let isDone = generation == self.generation && console.lend(control, loan, at: now, port: self)
            push(isDone ? .done(ticket: request.ticket) : .stale(ticket: request.ticket))
        case .learn(let lesson, let generation):
            guard generation == self.generation else {
                push(.stale(ticket: request.ticket))
                return
            }
            console.learn(lesson, at: now, port: self)
            // Earlier movements are reported before the answer.
            tellFitting()
            push(.done(ticket: request.ticket))
        case .dispatch(let index, let first, let generation):
            let isStale = generation != self.generation
            push(
                isStale
                    ? .stale(ticket: request.ticket) : .dispatched(ticket: request.ticket, console.dispatch(index, from: first, port: self))
            )
        case .swap:
            swap(ticket: request.ticket, at: now)
        case .relight(let generation):
            let isDone = generation == self.generation && relight(at: now)
            push(isDone ? .done(ticket: request.ticket) : .stale(ticket: request.ticket))
        case .stop:
            stopTicket = request.ticket
        }
    }

    private static var batchOfRequests: Int { 64 }

    /// The most reports of one request: values that changed again before they were reported, all parts of a group, an answer.
    private static var answerRoom: Int { Console.mostPassedReports + 32 }

    /// Reports earlier changes, then this one, then its answer, so that the caller knows the change when it gets the answer.
    private func change(_ command: Command, _ terms: Terms, at now: MonotonicTime) -> Outcome {
        tellFitting()
        switch command {
        case .nothing, .record, .blink, .presence, .leaveMembers: return console.handle(command, under: terms, at: now, port: self)
        default: break
        }
        let (first, second, third) = parameters(of: command)
        let before = console.report(of: first).revision
        let secondBefore = second.map { console.report(of: $0).revision }
        let thirdBefore = third.map { console.report(of: $0).revision }
        let outcome = console.handle(command, under: terms, at: now, port: self)
        tellFitting()
        // There is always room for the change that the command made, if not for all earlier ones.
        while let passed = console.nextPassedReport() { push(.changed(passed, generation: generation)) }
        if outcome.isUnmet {
            tellExpected(of: terms)
            return outcome
        }
        // A gesture that continues at the same position does not ask for its value again.
        let isAsked = command.origin != .target && terms.grip == .none && !outcome.isRefused
        let asker: (origin: ChangeOrigin, change: ChangeNumber)? = isAsked ? (command.origin, terms.change) : nil
        tellAgain(first, ifStill: before, asker)
        if let second, let secondBefore { tellAgain(second, ifStill: secondBefore, command.setsSeveral ? asker : nil) }
        if let third, let thirdBefore { tellAgain(third, ifStill: thirdBefore, asker) }
        return outcome
    }

    /// A caller whose condition was not met must see what changed in between, even if not all earlier changes could be reported.
    private func tellExpected(of terms: Terms) {
        guard console.hasReport, let expected = terms.expected else { return }
        push(.changed(console.report(of: expected.first), generation: generation))
        if let second = expected.second { push(.changed(console.report(of: second), generation: generation)) }
        if let third = expected.third { push(.changed(console.report(of: third), generation: generation)) }
    }

    /// The parameters that a command changes directly: at most three.
    private func parameters(of command: Command) -> (ParameterIndex, ParameterIndex?, ParameterIndex?) {
        if case .setParts(let first, let second, let third, _) = command { return (first.parameter, second.parameter, third?.parameter) }
        return (command.parameter, console.partner(of: command.parameter), nil)
    }

    /// Reports a parameter even if the command did not change it, because `asker` asked for exactly this value.
    private func tellAgain(_ parameter: ParameterIndex, ifStill revision: Revision, _ asker: (origin: ChangeOrigin, change: ChangeNumber)?)
    {
        var report = console.report(of: parameter)
        guard console.hasReport || report.revision == revision else { return }
        if let asker, report.revision == revision {
            report.isSetAgain = true
            (report.origin, report.change) = asker
        }
        push(.changed(report, generation: generation))
    }

    private func explain(_ parameter: ParameterIndex, _ generation: Generation, ticket: UInt64) {
        guard generation == self.generation, console.has(parameter) else {
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

    /// Adopts a whole new configuration between two messages, once every earlier change has been reported; until then the answer is
    /// `.stale`, and the request is made again. The async world frees the old console (`link.retire`).
    private func swap(ticket: UInt64, at now: MonotonicTime) {
        tellFitting()
        guard !console.hasReport else {
            push(.stale(ticket: ticket))
            return
        }
        let taken: Transition?? = link.handover.withLockIfAvailable { slot in
            let transition = slot
            slot = nil
            return transition
        }
        guard let transition = taken ?? nil else {
            push(.stale(ticket: ticket))
            return
        }
        let continuity = transition.continuity
        // A device may have no room for the last messages.
        guard console.leave(for: continuity, at: now, port: self) else {
            push(.stale(ticket: ticket))
            return
        }
        if !continuity.keepsSurfaces { port.arrange(transition.surfaceNames, previous: continuity.surfaces) }
        let old = console
        console = transition.console
        generation = transition.generation
        settle()
        push(.swapped(generation: generation))
        console.adopt(old, continuity, at: now, port: self)
        lookAtConnections { continuity.surfaces[$0.offset] == nil }
        tellFitting()
        link.retire(old, transition)
        push(.done(ticket: ticket))
    }

    /// The values stay in the link together with the former table, so that the async world frees them. Returns false if there are none.
    private func relight(at now: MonotonicTime) -> Bool {
        link.lights.withLockIfAvailable { slot in
            guard var table = slot?.table, let mappings = slot?.mappings else { return false }
            console.relight(&table, mappings, at: now, port: self)
            slot?.table = table
            return true
        } ?? false
    }

    func monitor(_ content: MessageContent, _ surface: SurfaceIndex, isInput: Bool, at now: MonotonicTime) {
        guard isMonitoring else { return }
        guard link.reports.room > Self.reserve else {
            missed += 1
            return
        }
        // A deck is reported before the messages that it causes.
        if !isInput { tellDecks() }
        let message = MonitoredMessage(
            time: now, surface: surface, generation: generation, isInput: isInput, content: content, missed: missed)
        missed = 0
        push(.monitored(message))
    }

    /// The bytes go ahead of the report, on a ring of their own.
    func monitor(_ message: Span<UInt8>, _ surface: SurfaceIndex, isInput: Bool, at now: MonotonicTime) {
        guard isMonitoring else { return }
        guard link.reports.room > Self.reserve, link.bytes.room >= message.count else {
            missed += 1
            return
        }
        for place in message.indices { _ = link.bytes.push(message[place]) }
        monitor(.systemExclusive(length: message.count), surface, isInput: isInput, at: now)
    }
}

/// The console sends through the engine, so that `monitor` sees the output.
extension Engine: MIDIPort {
    var pollDescriptor: Int32 { port.pollDescriptor }

    var mayReportMotors: Bool { port.mayReportMotors }

    func read() -> PortInput { port.read() }

    func send(_ message: MIDIMessage, to surface: SurfaceIndex) -> SendResult {
        let result = port.send(message, to: surface)
        if isMonitoring, result == .sent {
            monitor(.message(message), surface, isInput: false, at: MonotonicTime(nanoseconds: faderd_monotonic_ns()))
        }
        return result
    }

    func send(_ message: Span<UInt8>, to surface: SurfaceIndex) -> SendResult {
        let result = port.send(message, to: surface)
        if isMonitoring, result == .sent {
            monitor(message, surface, isInput: false, at: MonotonicTime(nanoseconds: faderd_monotonic_ns()))
        }
        return result
    }

    func connections(of surface: SurfaceIndex) -> Connections { port.connections(of: surface) }

    func arrange(_ names: [String], previous: [SurfaceIndex?]) { port.arrange(names, previous: previous) }

    func close() { port.close() }
}
