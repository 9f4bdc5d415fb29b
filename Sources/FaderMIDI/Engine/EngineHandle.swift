internal import CRealtime
public import FaderConsole
public import FaderSystem
public import FaderValues
internal import Glibc
internal import Synchronization

/// The async world's handle on the MIDI thread, which nothing here can delay. Safe to use from anywhere.
///
/// Requests go through one ring, answers and reports through another. Until an `EngineReports` reads it, no request is answered.
public final class EngineHandle: Sendable {
    let link: EngineLink
    let asking = Mutex<Asking>(Asking())
    private let thread = Mutex<Thread?>(nil)
    private let granted = Mutex<Realtime?>(nil)

    struct Asking {
        var nextTicket: UInt64 = 1
        var waiting: [UInt64: Waiter] = [:]
        var isStopped = false
        /// Panel updates for which there was no room yet.
        var panelRequests: [Request.Kind] = []
        var waitingForRoom: [CheckedContinuation<Void, Never>] = []
    }

    /// A caller that waits for an answer, to one request or to several commands under one ticket.
    struct Waiter {
        let receive: @Sendable (Result<[EngineReport], EngineError>) -> Void
        let count: Int
        let onAnswer: (@Sendable () -> Void)?
        var reports: [EngineReport] = []

        /// Returns whether it was the last report of the answer.
        mutating func add(_ report: EngineReport) -> Bool {
            reports.append(report)
            return switch report {
            case .decision: false
            case .answer: reports.count == count
            default: true
            }
        }
    }

    /// Starts the MIDI thread, which owns port and console from then on. The configuration is generation 1.
    ///
    /// - Parameters:
    ///   - isRealtime: whether to ask for SCHED_FIFO and locked memory.
    public static func start(
        port: sending any MIDIPort, console: sending Console, isRealtime: Bool = true
    ) throws(ThreadError) -> EngineHandle {
        let handle = EngineHandle(link: try EngineLink())
        let link = handle.link
        let engine = UnsafeTransfer(Engine(port: port, console: console, link: link))
        let ready = try Handover<Realtime?>()
        faderd_small_pages()
        let thread = try Thread("faderd-midi", stack: 512 << 10) {
            let realtime = isRealtime ? Realtime.request() : nil
            ready.give(realtime)
            engine.value.run()
        }
        handle.thread.withLock { $0 = thread }
        let realtime = ready.receive()
        handle.granted.withLock { $0 = realtime }
        return handle
    }

    private init(link: EngineLink) { self.link = link }

    /// Locks the process's memory, for good: call it once everything else has started. Without it the first message after a rest took 152
    /// µs instead of 11, because the system had taken pages of code away.
    public func lockMemory() { granted.withLock { $0?.lockMemory() } }

    /// Whether memory can be locked, but memory mapped later only up to a limit.
    public var isLockingLimited: Bool { granted.withLock { $0 != nil } && faderd_memory_lock_limited() != 0 }

    /// What the system granted the MIDI thread; nil if nothing was asked for.
    public var realtime: Realtime? { granted.withLock { $0 } }

    /// Changes a parameter. Nil if the configuration is no longer that of `generation`: look the parameter up again.
    ///
    /// - Parameters:
    ///   - terms: what the change is part of, and what it depends on.
    ///   - onAnswer: called by the reader of the reports before this returns, when the change has been reported.
    public func submit(
        _ command: Command, under terms: Terms = Terms(), generation: Generation, onAnswer: (@Sendable () -> Void)? = nil
    ) async throws -> Outcome? {
        let reports = try await ask(CollectionOfOne(.command(command, terms, generation: generation)), onAnswer: onAnswer)
        return if case .answer(_, let outcome) = reports.last { outcome } else { nil }
    }

    /// The same without a task and without waiting.
    ///
    /// - Parameter done: called once: by the reader of the reports, or at once with the reason why the request cannot be made.
    public func submit(
        _ command: Command, under terms: Terms, generation: Generation, done: @escaping @Sendable (Result<Outcome?, EngineError>) -> Void
    ) {
        send(CollectionOfOne(.command(command, terms, generation: generation)), onAnswer: nil) { answer in
            done(answer.map { reports in if case .answer(_, let outcome) = reports.last { outcome } else { nil } })
        }
    }

    /// The decisions about a parameter, newest first; nil for another generation.
    public func explain(parameter: ParameterIndex, generation: Generation) async throws -> [Decision]? {
        let reports = try await ask(.explain(parameter: parameter, generation: generation))
        guard case .done = reports.last else { return nil }
        return reports.compactMap { if case .decision(_, let decision) = $0 { decision } else { nil } }
    }

    /// The parameter that a control drives now, if any; for the nearer end of a range, the end that it drove last. Outer nil: another
    /// generation.
    public func parameter(drivenBy control: ControlIndex, generation: Generation) async throws -> ParameterIndex?? {
        let report = try await ask(.driven(control: control, generation: generation)).last
        return if case .driven(_, let parameter) = report { .some(parameter) } else { nil }
    }

    /// Shows another page or bank; returns once it is shown and reported. False for another generation.
    public func show(_ wish: DeckRequest, on deck: DeckIndex, generation: Generation) async throws -> Bool {
        try await isDone(.show(wish, deck: deck, generation: generation))
    }

    /// Which controls wait to take hold of their parameters, from `first` on. Nil for another generation.
    public func takeovers(from first: ControlIndex, generation: Generation) async throws -> TakeoverStates? {
        let report = try await ask(.takeovers(first: first, generation: generation)).last
        return if case .takeovers(_, let states) = report { states } else { nil }
    }

    public func statistics() async throws -> EngineStatistics {
        guard case .statistics(_, let statistics) = try await ask(.statistics).last else { throw EngineError.stopped }
        return statistics
    }

    /// Returns once everything so far has been reported. Retries while the engine is busy.
    public func settle() async throws { try await askRetrying(.settle) }

    public func setMonitoring(_ isOn: Bool) async throws {
        _ = try await ask(.monitor(isOn))
    }

    /// Replaces the configuration between two messages. Returns when the new one is in force and all that it changed has been reported. One
    /// caller at a time. Retries while the engine is busy.
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
                await room()
            } catch {
                link.handover.withLock { $0 = nil }
                throw error
            }
        }
    }

    /// Gives lamps other values. Returns once they are lit; false for another generation. One caller at a time, not during a `swap`.
    /// Retries while the engine is busy.
    ///
    /// - Parameters:
    ///   - table: the deck table with the new values.
    ///   - mappings: what each control drives outside of decks, with the new values.
    public func relight(_ table: DeckTable, _ mappings: [Mapping], generation: Generation) async throws -> Bool {
        link.lights.withLock { $0 = Lights(table: table, mappings: mappings) }
        defer { link.lights.withLock { $0 = nil } }
        return try await askRetrying(.relight(generation: generation))
    }

    /// Frees the consoles of former configurations. Call it after every `swap`, off the MIDI thread.
    public func freeRetired() { link.freeRetired() }

    /// Stops the MIDI thread, which closes the port, and waits for its end.
    public func stop() async {
        // An error means that it has already stopped.
        _ = try? await askRetrying(.stop)
        let (left, waitingForRoom) = asking.withLock { asking in
            asking.isStopped = true
            defer { (asking.waiting, asking.waitingForRoom) = ([:], []) }
            return (asking.waiting, asking.waitingForRoom)
        }
        for waiter in left.values { waiter.receive(.failure(.stopped)) }
        for continuation in waitingForRoom { continuation.resume() }
        link.toAsync.ring()
        let ended = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        ended?.join()
    }

    /// Retries while the engine is busy; returns when the request has been carried out.
    @discardableResult
    func askRetrying(_ kind: Request.Kind) async throws -> Bool {
        while true {
            do {
                return try await isDone(kind)
            } catch EngineError.busy {
                await room()
            }
        }
    }

    /// Waits until there may be room in the ring of requests, or the engine has stopped.
    public func room() async {
        await withCheckedContinuation { continuation in
            let isNow = asking.withLock { asking in
                if asking.isStopped || link.requests.room >= Self.piece { return true }
                asking.waitingForRoom.append(continuation)
                return false
            }
            // The reader of the reports checks for room, and again as long as there is none.
            if isNow { continuation.resume() } else { link.toAsync.ring() }
        }
    }

    /// False if the request could not be carried out, or was about a former configuration.
    func isDone(_ kind: Request.Kind) async throws -> Bool { if case .done = try await ask(kind).last { true } else { false } }

    func ask(_ kind: Request.Kind) async throws -> [EngineReport] { try await ask(CollectionOfOne(kind), onAnswer: nil) }

    /// The requests are adjacent in the ring, so a new configuration comes before or after them all.
    func ask(_ kinds: some Collection<Request.Kind>, onAnswer: (@Sendable () -> Void)?) async throws -> [EngineReport] {
        try await withCheckedThrowingContinuation { continuation in
            send(kinds, onAnswer: onAnswer) { continuation.resume(with: $0) }
        }
    }

    private func send(
        _ kinds: some Collection<Request.Kind>, onAnswer: (@Sendable () -> Void)?,
        receive: @escaping @Sendable (Result<[EngineReport], EngineError>) -> Void
    ) {
        let refusal: EngineError? = asking.withLock { asking in
            if asking.isStopped { return .stopped }
            guard link.requests.room >= kinds.count else { return .busy }
            let ticket = asking.nextTicket
            asking.nextTicket += 1
            asking.waiting[ticket] = Waiter(receive: receive, count: kinds.count, onAnswer: onAnswer)
            for kind in kinds {
                guard link.requests.push(Request(ticket: ticket, kind: kind)) else {
                    fatalError("the request ring buffer was full although it had room a moment ago")
                }
            }
            return nil
        }
        if let refusal { receive(.failure(refusal)) } else { link.ringEngine() }
    }
}
