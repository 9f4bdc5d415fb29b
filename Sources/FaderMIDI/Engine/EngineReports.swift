internal import CRealtime
internal import FaderConsole
public import FaderSystem
internal import Synchronization

/// Reads what the MIDI thread reports. One for each engine, owned by one thread or actor.
///
/// Changes and monitored messages are read in batches, so that a moving fader wakes the reader at most a hundred times a second. Everything
/// else rings the bell.
public final class EngineReports {
    private let engine: EngineHandle
    private let handler: (EngineEvent) -> Void
    /// When the reader wants the changes since the last batch; nil while it knows of none.
    private var restsUntil: UInt64?

    private var link: EngineLink { engine.link }

    /// The time between two batches, in nanoseconds.
    private static let nap: UInt64 = 10_000_000

    /// A reader of an engine that has no other.
    ///
    /// - Parameter handler: called by `read`, in order, for what is reported unasked.
    public init(of engine: EngineHandle, handler: @escaping (EngineEvent) -> Void) { (self.engine, self.handler) = (engine, handler) }

    /// Rung when there is something to read.
    public var bell: Doorbell { link.toAsync }

    /// Whether the engine has stopped, so that nothing more follows.
    public var areOver: Bool { engine.asking.withLock { $0.isStopped } }

    /// Reads all that has been reported. Call it again when the bell has rung (this does not clear it) and after the time it returns.
    public func read() -> Duration? {
        while true {
            link.wakefulness.beginsToDrain()
            var saw = drain()
            // A ring that was full will soon have room again.
            if !engine.pushPanelRequests() || !engine.tellRoom() { saw.any = true }
            let now = faderd_monotonic_ns()
            if saw.changes, restsUntil == nil { restsUntil = now + Self.nap }
            if let end = restsUntil, end <= now {
                restsUntil = nil
                wantChanges()
            }
            let isNapping = saw.any || restsUntil != nil
            link.wakefulness.becomes(isNapping ? Wakefulness.State.napping : Wakefulness.State.asleep)
            if isNapping {
                if !link.wakefulness.mayHaveMissedUrgent { return .nanoseconds(Int64((restsUntil ?? now + Self.nap) - now)) }
            } else if link.reports.isEmpty {
                return nil
            }
        }
    }

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

    /// Pops the bytes of a system exclusive message, which were pushed before its report.
    private func bytes(of content: MessageContent) -> [UInt8] {
        guard case .systemExclusive(let length) = content else { return [] }
        return (0..<length).compactMap { _ in link.bytes.pop() }
    }

    private func tell(_ report: EngineReport) {
        switch report {
        case .changed(let change, let generation): handler(.changed(change, generation: generation))
        case .hand(let hand, let generation): handler(.hand(hand, generation: generation))
        case .deck(let deck, let generation): handler(.deck(deck, generation: generation))
        case .glide(let glide, let generation): handler(.glide(glide, generation: generation))
        case .tie(let tie, let generation): handler(.tie(tie, generation: generation))
        case .settled: handler(.settled)
        case .swapped(let generation): handler(.swapped(generation: generation))
        case .surface(let surface, let connections, let generation): handler(.surface(surface, connections, generation: generation))
        case .notice(let notice): handler(.notice(notice))
        case .monitored(let message): handler(.monitored(message, bytes: bytes(of: message.content)))
        case .lost(let errno): handler(.lost(errno))
        case .answer(let ticket, _), .statistics(let ticket, _), .takeovers(let ticket, _), .driven(let ticket, _),
            .dispatched(let ticket, _),
            .stale(let ticket),
            .done(let ticket), .decision(let ticket, _):
            handler(.answering)
            engine.answer(ticket, report)
        }
    }
}

extension EngineHandle {
    fileprivate func answer(_ ticket: UInt64, _ report: EngineReport) {
        let complete = asking.withLock { asking -> Waiter? in
            guard asking.waiting[ticket]?.add(report) == true else { return nil }
            return asking.waiting.removeValue(forKey: ticket)
        }
        if case .answer(_, let outcome) = report, !outcome.isUnmet { complete?.onAnswer?() }
        if let complete { complete.receive(.success(complete.reports)) }
    }

    /// Resumes the callers that wait for room. False if there is none.
    fileprivate func tellRoom() -> Bool {
        let waitingForRoom = asking.withLock { asking -> [CheckedContinuation<Void, Never>]? in
            guard !asking.waitingForRoom.isEmpty else { return [] }
            guard link.requests.room >= Self.piece else { return nil }
            defer { asking.waitingForRoom = [] }
            return asking.waitingForRoom
        }
        for continuation in waitingForRoom ?? [] { continuation.resume() }
        return waitingForRoom != nil
    }
}
