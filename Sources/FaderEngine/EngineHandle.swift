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
        /// The answers so far to the tickets of `Waiter.outcomes`.
        var outcomes: [UInt64: [Outcome]] = [:]
        var isStopped = false
        /// Panel updates that have found no room yet.
        var panelRequests: [Request.Kind] = []
    }

    enum Waiter {
        case outcome(CheckedContinuation<Outcome?, any Error>, onAnswer: (@Sendable () -> Void)?)
        /// For `count` outcomes under one ticket.
        case outcomes(CheckedContinuation<[Outcome]?, any Error>, count: Int)
        case decisions(CheckedContinuation<[Decision]?, any Error>, [Decision])
        case statistics(CheckedContinuation<EngineStatistics, any Error>)
        case driven(CheckedContinuation<ParameterIndex??, any Error>)
        case takeovers(CheckedContinuation<TakeoverStates?, any Error>)
        case done(CheckedContinuation<Bool, any Error>)
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

    /// Gives back memory that only requests needed: code, and what malloc keeps. Never waits for the MIDI thread.
    public func releaseMemory() { granted.withLock { $0?.releaseMemory() } }

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
        try await ask(.command(command, terms, generation: generation)) { .outcome($0, onAnswer: onAnswer) }
    }

    /// The decisions about a parameter, newest first; nil if the configuration is no longer that of `generation`.
    public func explain(parameter: ParameterIndex, generation: Generation) async throws -> [Decision]? {
        try await ask(.explain(parameter: parameter, generation: generation)) { .decisions($0, []) }
    }

    /// The parameter that a control drives now, if any; for a control that drives the nearer end of a range, the end that it drove last.
    /// Nil if the configuration is no longer that of `generation`.
    public func parameter(drivenBy control: ControlIndex, generation: Generation) async throws -> ParameterIndex?? {
        try await ask(.driven(control: control, generation: generation)) { .driven($0) }
    }

    /// Shows another page or bank; returns once it is shown and has been reported. False if the configuration is no longer that of
    /// `generation`.
    public func show(_ wish: DeckWish, on deck: DeckIndex, generation: Generation) async throws -> Bool {
        try await ask(.show(wish, deck: deck, generation: generation)) { .done($0) }
    }

    /// Which controls wait to take hold of their parameters, from `first` on. Nil if the configuration is no longer that of `generation`.
    public func takeovers(from first: ControlIndex, generation: Generation) async throws -> TakeoverStates? {
        try await ask(.takeovers(first: first, generation: generation)) { .takeovers($0) }
    }

    /// Counts and latency so far.
    public func statistics() async throws -> EngineStatistics {
        try await ask(.statistics) { .statistics($0) }
    }

    /// Returns once everything that the MIDI thread has done so far has been reported. Retries while the engine is busy.
    public func settle() async throws { try await askPatiently(.settle) }

    /// Turns the reporting of every message on or off.
    public func setMonitoring(_ isOn: Bool) async throws {
        _ = try await ask(.monitor(isOn)) { .done($0) } as Bool
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
                isIn = try await ask(.swap) { .done($0) }
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
        _ = try? await askPatiently(.stop)
        let left = asking.withLock { asking in
            asking.isStopped = true
            let left = asking.waiting
            asking.waiting = [:]
            asking.outcomes = [:]
            return left
        }
        for waiter in left.values { waiter.fail(.stopped) }
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
    func askPatiently(_ kind: Request.Kind) async throws -> Bool {
        while true {
            do {
                return try await ask(kind) { .done($0) }
            } catch EngineError.busy {
                await Task.yield()
            }
        }
    }

    func ask<Answer: Sendable>(
        _ kind: Request.Kind, _ waiter: (CheckedContinuation<Answer, any Error>) -> Waiter
    ) async throws -> Answer {
        try await withCheckedThrowingContinuation { continuation in
            let refusal: EngineError? = asking.withLock { asking in
                if asking.isStopped { return .stopped }
                let ticket = asking.nextTicket
                guard link.requests.push(Request(ticket: ticket, kind: kind)) else { return .busy }
                asking.nextTicket += 1
                asking.waiting[ticket] = waiter(continuation)
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
        if report.isAnswer { handler(.answering) }
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
        case .answer(let ticket, let outcome): answer(ticket, outcome)
        case .statistics(let ticket, let statistics): take(ticket)?.answer(statistics)
        case .takeovers(let ticket, let states): take(ticket)?.answer(states)
        case .driven(let ticket, let parameter): take(ticket)?.answer(parameter)
        case .stale(let ticket): take(ticket)?.answerStale()
        case .done(let ticket): take(ticket)?.finish()
        case .decision(let ticket, let decision):
            asking.withLock { asking in
                if case .decisions(let continuation, let before) = asking.waiting[ticket] {
                    asking.waiting[ticket] = .decisions(continuation, before + [decision])
                }
            }
        }
    }

    private func take(_ ticket: UInt64) -> Waiter? {
        asking.withLock { asking in
            asking.outcomes[ticket] = nil
            return asking.waiting.removeValue(forKey: ticket)
        }
    }
}

extension EngineHandle.Waiter {
    func answer(_ outcome: Outcome) {
        guard case .outcome(let continuation, let onAnswer) = self else { return }
        if !outcome.isUnmet { onAnswer?() }
        continuation.resume(returning: outcome)
    }

    fileprivate func answer(_ parameter: ParameterIndex?) {
        if case .driven(let continuation) = self { continuation.resume(returning: parameter) }
    }

    fileprivate func answer(_ statistics: EngineStatistics) {
        if case .statistics(let continuation) = self { continuation.resume(returning: statistics) }
    }

    fileprivate func answer(_ states: TakeoverStates) {
        if case .takeovers(let continuation) = self { continuation.resume(returning: states) }
    }

    fileprivate func answerStale() {
        switch self {
        case .outcome(let continuation, _): continuation.resume(returning: nil)
        case .outcomes(let continuation, _): continuation.resume(returning: nil)
        case .decisions(let continuation, _): continuation.resume(returning: nil)
        case .driven(let continuation): continuation.resume(returning: nil)
        case .takeovers(let continuation): continuation.resume(returning: nil)
        case .done(let continuation): continuation.resume(returning: false)
        case .statistics(let continuation): continuation.resume(throwing: EngineError.stopped)
        }
    }

    fileprivate func finish() {
        switch self {
        case .done(let continuation): continuation.resume(returning: true)
        case .decisions(let continuation, let decisions): continuation.resume(returning: decisions)
        case .outcome, .outcomes, .driven, .takeovers, .statistics: fail(.stopped)
        }
    }

    fileprivate func fail(_ error: EngineError) {
        switch self {
        case .outcome(let continuation, _): continuation.resume(throwing: error)
        case .outcomes(let continuation, _): continuation.resume(throwing: error)
        case .driven(let continuation): continuation.resume(throwing: error)
        case .takeovers(let continuation): continuation.resume(throwing: error)
        case .decisions(let continuation, _): continuation.resume(throwing: error)
        case .statistics(let continuation): continuation.resume(throwing: error)
        case .done(let continuation): continuation.resume(throwing: error)
        }
    }
}
