internal import CRealtime
public import FaderConsole
public import FaderModel
public import FaderThreads
internal import Glibc
internal import Synchronization

/// The async world's handle on the MIDI thread: sends requests and receives reports. Safe to use from anywhere.
///
/// Nothing done here can delay the MIDI thread. Requests go through one ring and answers through another, which a separate thread
/// (`faderd-notify`) reads; it calls the handler given to `start`.
public final class EngineHandle: Sendable {
    let link: EngineLink
    let asking = Mutex<Asking>(Asking())
    private let threads = Mutex<[Thread]>([])
    private let granted = Mutex<Realtime?>(nil)
    /// The tapers' corners for the parameters that were opened in slots of the console in force, by slot.
    let slotCorners = Mutex<[ParameterIndex: TaperCorners]>([:])
    private let handler: @Sendable (EngineEvent) -> Void

    struct Asking {
        var nextTicket: UInt64 = 1
        var waiting: [UInt64: Waiter] = [:]
        var isStopped = false
        /// Panel updates that have found no room yet.
        var panelRequests: [Request.Kind] = []
    }

    /// Somebody who waits for the answer to one request, or to several commands under one ticket.
    struct Waiter {
        let continuation: CheckedContinuation<[Report], any Error>
        /// How many requests have the ticket.
        let count: Int
        let onAnswer: (@Sendable () -> Void)?
        /// The reports of the answer so far.
        var reports: [Report] = []

        /// Takes a report of the answer; true if it is the last one.
        mutating func take(_ report: Report) -> Bool {
            reports.append(report)
            return switch report {
            case .decision: false
            case .answer: reports.count == count
            default: true
            }
        }
    }

    /// Starts the MIDI thread on a port and a console, which it owns from then on. Configurations are numbered: this is generation 1.
    ///
    /// - Parameters:
    ///   - isRealtime: whether to ask for SCHED_FIFO and locked memory.
    ///   - handler: called on the notifying thread, in order, for everything the MIDI thread reports unasked.
    public static func start(
        port: sending any MIDIPort, console: sending Console, isRealtime: Bool = true,
        handler: @escaping @Sendable (EngineEvent) -> Void
    ) throws(ThreadError) -> EngineHandle {
        let handle = EngineHandle(link: try EngineLink(), handler: handler)
        let link = handle.link
        let engine = UnsafeTransfer(Engine(port: port, console: console, link: link))
        let ready = try Ready()
        faderd_small_pages()
        let midi = try Thread("faderd-midi", stack: 512 << 10) {
            let realtime = isRealtime ? Realtime.request() : nil
            ready.open(realtime)
            engine.value.run()
        }
        let notify = try Thread("faderd-notify", stack: 512 << 10) { handle.listen() }
        handle.threads.withLock { $0 = [midi, notify] }
        let realtime = ready.wait()
        handle.granted.withLock { $0 = realtime }
        return handle
    }

    private init(link: EngineLink, handler: @escaping @Sendable (EngineEvent) -> Void) {
        self.link = link
        self.handler = handler
    }

    /// Locks the process's memory. Call it once everything else has started: pages that become resident stay resident.
    public func lockMemory() { granted.withLock { $0?.lockMemory() } }

    /// What the system granted the MIDI thread; nil if nothing was asked for.
    public var realtime: Realtime? { granted.withLock { $0 } }

    /// Changes a parameter. Nil if the configuration is no longer that of `generation`: look the parameter up again.
    ///
    /// - Parameters:
    ///   - terms: what the change is part of, and what it depends on.
    ///   - onAnswer: called on the notifying thread before this returns the outcome of a change; the change has been reported by then.
    public func submit(
        _ command: Command, under terms: Terms = Terms(), generation: Generation, onAnswer: (@Sendable () -> Void)? = nil
    ) async throws -> Outcome? {
        let reports = try await ask(CollectionOfOne(.command(command, terms, generation: generation)), onAnswer: onAnswer)
        return if case .answer(_, let outcome) = reports.last { outcome } else { nil }
    }

    /// The decisions about a parameter, newest first; nil if the configuration is no longer that of `generation`.
    public func explain(parameter: ParameterIndex, generation: Generation) async throws -> [Decision]? {
        let reports = try await ask(.explain(parameter: parameter, generation: generation))
        guard case .done = reports.last else { return nil }
        return reports.compactMap { if case .decision(_, let decision) = $0 { decision } else { nil } }
    }

    /// The parameter that a control drives now, if any; for a control that drives the nearer end of a range, the end that it drove last.
    /// Nil if the configuration is no longer that of `generation`.
    public func parameter(drivenBy control: ControlIndex, generation: Generation) async throws -> ParameterIndex?? {
        let report = try await ask(.driven(control: control, generation: generation)).last
        return if case .driven(_, let parameter) = report { .some(parameter) } else { nil }
    }

    /// Shows another page or bank; returns once it is shown and has been reported. False if the configuration is no longer that of
    /// `generation`.
    public func show(_ wish: DeckRequest, on deck: DeckIndex, generation: Generation) async throws -> Bool {
        try await isDone(.show(wish, deck: deck, generation: generation))
    }

    /// Which controls wait to take hold of their parameters, from `first` on. Nil if the configuration is no longer that of `generation`.
    public func takeovers(from first: ControlIndex, generation: Generation) async throws -> TakeoverStates? {
        let report = try await ask(.takeovers(first: first, generation: generation)).last
        return if case .takeovers(_, let states) = report { states } else { nil }
    }

    /// Counts and latency so far.
    public func statistics() async throws -> EngineStatistics {
        guard case .statistics(_, let statistics) = try await ask(.statistics).last else { throw EngineError.stopped }
        return statistics
    }

    /// Returns once everything that the MIDI thread has done so far has been reported. Retries while the engine is busy.
    public func settle() async throws { try await askRetrying(.settle) }

    /// Turns the reporting of every message on or off.
    public func setMonitoring(_ isOn: Bool) async throws {
        _ = try await ask(.monitor(isOn))
    }

    /// Replaces the configuration, between two messages. Returns when the new one is in force and the swap and all values that it changed
    /// have been reported. One caller at a time. Retries while the engine is busy.
    ///
    /// - Throws: `EngineError.stopped`; then nothing has changed.
    public func swap(
        to console: sending Console, continuity: Continuity, surfaceNames: [String], generation: Generation
    ) async throws {
        let transition = Transition(console: console, continuity: continuity, surfaceNames: surfaceNames, generation: generation)
        var isIn = false
        while !isIn {
            link.handover.withLock { $0 = transition }
            do {
                isIn = try await isDone(.swap)
            } catch EngineError.busy {
                await Task.yield()
            } catch {
                link.handover.withLock { $0 = nil }
                throw error
            }
        }
        link.freeRetired()
        slotCorners.withLock { $0 = [:] }
    }

    /// Stops the MIDI thread, which closes the port, and waits for both threads to end.
    public func stop() async {
        // An error means that it has already stopped.
        _ = try? await askRetrying(.stop)
        let left = asking.withLock { asking in
            asking.isStopped = true
            let left = asking.waiting
            asking.waiting = [:]
            return left
        }
        for waiter in left.values { waiter.continuation.resume(throwing: EngineError.stopped) }
        link.toAsync.ring()
        let ended = threads.withLock { threads in
            let all = threads
            threads = []
            return all
        }
        for thread in ended { thread.join() }
    }

    /// Retries while the engine is busy; returns when the request has been done.
    @discardableResult
    func askRetrying(_ kind: Request.Kind) async throws -> Bool {
        while true {
            do {
                return try await isDone(kind)
            } catch EngineError.busy {
                await Task.yield()
            }
        }
    }

    /// Whether a request has been done; false if it could not be, or was about a configuration that is no longer in force.
    func isDone(_ kind: Request.Kind) async throws -> Bool { if case .done = try await ask(kind).last { true } else { false } }

    /// Sends a request; returns the reports of its answer.
    func ask(_ kind: Request.Kind) async throws -> [Report] { try await ask(CollectionOfOne(kind), onAnswer: nil) }

    /// Sends requests under one ticket. They are adjacent in the ring, so a new configuration comes before or after them all.
    func ask(_ kinds: some Collection<Request.Kind>, onAnswer: (@Sendable () -> Void)?) async throws -> [Report] {
        try await withCheckedThrowingContinuation { continuation in
            let refusal: EngineError? = asking.withLock { asking in
                if asking.isStopped { return .stopped }
                guard link.requests.room >= kinds.count else { return .busy }
                let ticket = asking.nextTicket
                asking.nextTicket += 1
                asking.waiting[ticket] = Waiter(continuation: continuation, count: kinds.count, onAnswer: onAnswer)
                for kind in kinds {
                    guard link.requests.push(Request(ticket: ticket, kind: kind)) else {
                        fatalError("the request ring buffer was full although it had room a moment ago")
                    }
                }
                return nil
            }
            if let refusal { continuation.resume(throwing: refusal) } else { link.ringEngine() }
        }
    }
}

extension EngineHandle {
    /// Changes and monitored messages are taken in batches that are this many nanoseconds apart; urgent reports are taken at once.
    private static let nap: UInt64 = 10_000_000

    /// The notifying thread: sleeps until something is reported, naps while values stream, never spins.
    private func listen() {
        var restsUntil: UInt64?
        while !asking.withLock({ $0.isStopped }) {
            link.wakefulness.beginsToDrain()
            var saw = drain()
            // A ring that was full will soon have room again.
            if !pushPanelRequests() { saw.any = true }
            let now = faderd_monotonic_ns()
            if saw.changes, restsUntil == nil { restsUntil = now + Self.nap }
            if let end = restsUntil, end <= now {
                restsUntil = nil
                wantChanges()
            }
            link.wakefulness.becomes(saw.any || restsUntil != nil ? Wakefulness.State.napping : Wakefulness.State.asleep)
            if saw.any || restsUntil != nil {
                let left = (restsUntil ?? now + Self.nap) - now
                if !link.wakefulness.mayHaveMissedUrgent { link.toAsync.wait(nanoseconds: Int64(left)) }
            } else if link.reports.isEmpty, !asking.withLock({ $0.isStopped }) {
                link.toAsync.wait(nanoseconds: -1)
            }
        }
        _ = drain()
    }

    /// Asks for the changes since the last report.
    private func wantChanges() {
        link.wantsChanges.store(true, ordering: .sequentiallyConsistent)
        if link.holdsChanges.exchange(false, ordering: .sequentiallyConsistent) { link.ringEngine() }
    }

    private func drain() -> (any: Bool, changes: Bool) {
        var saw = (any: false, changes: false)
        while let report = link.reports.pop() {
            saw.any = true
            if report.isPartOfPicture { saw.changes = true }
            tell(report)
        }
        if saw.any, link.isStarved.exchange(false, ordering: .sequentiallyConsistent) { link.ringEngine() }
        return saw
    }

    /// Takes the bytes of a system exclusive message, which were pushed before its report.
    private func bytes(of content: MessageContent) -> [UInt8] {
        guard case .systemExclusive(let length) = content else { return [] }
        return (0..<length).compactMap { _ in link.bytes.pop() }
    }

    private func tell(_ report: Report) {
        switch report {
        case .changed(let change, let generation): handler(.changed(change, generation: generation))
        case .hand(let hand, let generation): handler(.hand(hand, generation: generation))
        case .deck(let deck, let generation): handler(.deck(deck, generation: generation))
        case .glide(let glide, let generation): handler(.glide(glide, generation: generation))
        case .settled: handler(.settled)
        case .swapped(let generation): handler(.swapped(generation: generation))
        case .surface(let surface, let connections, let generation): handler(.surface(surface, connections, generation: generation))
        case .notice(let notice): handler(.notice(notice))
        case .monitored(let message): handler(.monitored(message, bytes: bytes(of: message.content)))
        case .lost(let errno): handler(.lost(errno))
        case .answer(let ticket, _), .statistics(let ticket, _), .takeovers(let ticket, _), .driven(let ticket, _), .stale(let ticket),
            .done(let ticket), .decision(let ticket, _):
            handler(.answering)
            answer(ticket, report)
        }
    }

    /// Passes a report to the one who waits for it, once the answer is complete.
    private func answer(_ ticket: UInt64, _ report: Report) {
        let complete = asking.withLock { asking -> Waiter? in
            guard asking.waiting[ticket]?.take(report) == true else { return nil }
            return asking.waiting.removeValue(forKey: ticket)
        }
        if case .answer(_, let outcome) = report, !outcome.isUnmet { complete?.onAnswer?() }
        complete?.continuation.resume(returning: complete?.reports ?? [])
    }
}
