internal import FaderAPI
internal import FaderValues
internal import NIOCore

/// One reader of events, and the events that it has not received yet. Owned by the event loop.
///
/// A reader that keeps up gets every change, or batches if it asked for them. A slow one gets the newest state of everything that changed
/// as soon as it reads again.
final class EventStream {
    /// What a stream needs from its event loop.
    protocol Outlet: AnyObject {
        /// Whether the reader keeps up with what is written.
        var isWritable: Bool { get }
        /// Writes bytes, which `flush` sends.
        func write(_ bytes: [UInt8])
        func flush()
        /// The whole state, limited to what the stream carries, for `EventStream.take`.
        func requestState(for target: StreamTarget)
        /// The changes since an earlier batch, for a viewer; nil if there cannot be a batch now.
        func batch(since stamp: UInt64, generation: UInt64, of filter: StreamFilter, for viewer: ViewerRequest) -> Batch?
        /// Calls `EventStream.tick` at that moment.
        func tick(at moment: NIODeadline)
        /// An event could not be written. Ends the stream and logs the reason.
        func fail(_ reason: String)
    }

    private enum Phase {
        /// The stream has to send the whole state, but the reader is not ready for it.
        case stateWanted
        /// `again`: it changed meanwhile and has to be requested once more.
        case stateRequested(again: Bool)
        case live
    }

    let target: StreamTarget
    /// The name of the session that this stream keeps alive.
    let session: String?
    private weak var outlet: (any Outlet)?
    private var phase: Phase
    private var isStarted = false
    /// The generation whose state was sent.
    private var generation: UInt64 = 0
    /// What the key of a page may see in that configuration.
    private var page: PageContents?
    private var backlog = Backlog<EventHub.Event>(shortest: 64)
    /// More waiting events are replaced by the whole state.
    static let mostWaiting = 4096
    private var messages = WaitingMessages(most: 1024)
    /// The timing of batches; nil for a stream that gets every change.
    private var ticks: Ticks?

    /// Changes are not kept between two batches; they are fetched when the next one is written. News of the history comes with the batches,
    /// because the history changes as often as the values.
    private struct Ticks {
        let interval: TimeAmount
        /// The stamp of the newest change that the reader knows.
        var stamp: UInt64 = 0
        /// Whether something may have changed since.
        var isStale = false
        /// The newest news of the history that the reader does not have.
        var history: News?
        /// The levels to send next, and the levels that the reader has.
        var levels: [String: Double] = [:]
        var toldLevels: [String: Double] = [:]
        var isScheduled = false
        var next = NIODeadline.now()
        /// The whole state comes no more often than batches, even if many declarations change it.
        var nextState = NIODeadline.now()

        mutating func tellLevelsAgain() {
            levels.merge(toldLevels) { newer, _ in newer }
            toldLevels = [:]
        }
    }

    init(_ target: StreamTarget, session: String? = nil, outlet: any Outlet) {
        self.target = target
        self.session = session
        self.outlet = outlet
        if case .changes = target { phase = .stateWanted } else { phase = .live }
        if case .changes(_, _, .batch(let rate, _, _), _) = target { ticks = Ticks(interval: .nanoseconds(1_000_000_000 / Int64(rate))) }
    }

    /// A second call does nothing.
    func start() {
        guard !isStarted else { return }
        isStarted = true
        outlet?.write(EventText.greeting)
        // The name is also the event's id: a browser that reconnects on its own sends it back in Last-Event-ID.
        if let outlet, let session { write(EventName.session, SessionEvent(session: session), id: session, to: outlet) }
        drain()
    }

    /// Receives an event. If the reader is ready, it is passed on now, otherwise `drain` passes it on later.
    func offer(_ event: EventHub.Event) {
        switch (event, target) {
        case (.parameter(let parameter), .changes(let prefix, _, .long, _)):
            if prefix.match(parameter.id) { pass(event, of: parameter.generation) }
        case (.news(let news), .changes(_, _, _, .some)) where !(news.resource is any PageEvent): break
        case (.news(let news), .changes) where ticks != nil && news.name == EventName.history: ticks?.history = news
        case (.news(let news), .changes(let prefix, _, _, _)):
            if news.parameter.map(prefix.match) ?? true { pass(event, of: news.generation ?? generation) }
        case (.changes, .changes): ticks?.isStale = true
        case (.levels(let levels), .changes(_, _, .batch(_, _, let wanted), let page)):
            for (id, level) in levels where wanted.contains(id) && (page == nil || self.page?.has(id) ?? false) { take(level, of: id) }
        case (.reloaded, .changes): wantState()
        case (.message(let message), .monitor(let surface, let isOfAll)):
            guard message.surface != nil || isOfAll, surface == nil || surface == message.surface else {
                return messages.skip(message.missed)
            }
            _ = messages.append(message)
        default: break
        }
    }

    /// Keeps a level for the next batch, in tenths of a decibel, unless the reader knows it.
    private func take(_ level: Double, of id: String) {
        let level = (level * 10).rounded() / 10
        let isKnown = ticks?.toldLevels[id] == level
        ticks?.levels[id] = isKnown ? nil : level
    }

    /// Events of an old configuration are dropped; events of a new one are not sent before its state.
    private func pass(_ event: EventHub.Event, of generation: UInt64) {
        guard generation >= self.generation else { return }
        if case .live = phase, generation > self.generation { wantState() }
        if case .live = phase, backlog.isEmpty, let outlet, outlet.isWritable {
            write(event, to: outlet)
        } else {
            backlog.append(event, key: event.key)
            // There may be any number of gesture names, and each is news of its own, so the backlog is limited. The whole state replaces it.
            guard backlog.count >= Self.mostWaiting else { return }
            _ = backlog.removeAll()
            wantState()
        }
    }

    private func wantState() {
        switch phase {
        case .live, .stateWanted: phase = .stateWanted
        case .stateRequested: phase = .stateRequested(again: true)
        }
    }

    /// Something new has arrived, or the reader is ready again.
    func drain() {
        guard isStarted, let outlet else { return }
        if case .stateWanted = phase, outlet.isWritable, isTimeForState(outlet) {
            phase = .stateRequested(again: false)
            outlet.requestState(for: target)
        }
        if case .live = phase {
            writeBacklog(outlet)
            while outlet.isWritable, let message = messages.popFirst() { write(.message(message), to: outlet) }
            writeBatch(outlet)
        }
        outlet.flush()
    }

    /// Whether the whole state may be written now. If not, the stream is drained again when it may.
    private func isTimeForState(_ outlet: any Outlet) -> Bool {
        guard let ticks, NIODeadline.now() < ticks.nextState else { return true }
        if !ticks.isScheduled {
            self.ticks?.isScheduled = true
            outlet.tick(at: ticks.nextState)
        }
        return false
    }

    private func writeBacklog(_ outlet: any Outlet) {
        guard !backlog.isEmpty, outlet.isWritable else { return }
        let waiting = backlog.removeAll()
        for (index, event) in waiting.enumerated() {
            guard outlet.isWritable else {
                for late in waiting[index...] { backlog.append(late, key: late.key) }
                return backlog.compact()
            }
            write(event, to: outlet)
        }
    }

    /// Levels and the news of the history come after the batch.
    private func writeBatch(_ outlet: any Outlet) {
        guard var ticks, ticks.isStale || ticks.history != nil || !ticks.levels.isEmpty, !ticks.isScheduled, outlet.isWritable else {
            return
        }
        defer { self.ticks = ticks }
        let now = NIODeadline.now()
        guard ticks.next <= now else {
            ticks.isScheduled = true
            return outlet.tick(at: ticks.next)
        }
        guard !ticks.isStale || writeBatch(&ticks, outlet, at: now) else { return }
        if !ticks.levels.isEmpty {
            outlet.write(EventText.encode(EventName.levels, Batch.json(levels: ticks.levels)))
            ticks.toldLevels.merge(ticks.levels) { $1 }
            ticks.levels = [:]
            ticks.next = now + ticks.interval
        }
        guard let history = ticks.history else { return }
        ticks.history = nil
        ticks.next = now + ticks.interval
        write(.news(history), to: outlet)
    }

    /// False while there cannot be a batch, because changes that belong together are still coming in, or a new configuration is in force.
    /// In both cases an event from the hub follows.
    private func writeBatch(_ ticks: inout Ticks, _ outlet: any Outlet, at now: NIODeadline) -> Bool {
        guard case .changes(let prefix, let viewer, .batch(_, let hasValues, _), _) = target,
            let batch = outlet.batch(
                since: ticks.stamp, generation: generation, of: StreamFilter(prefix: prefix, page: page), for: viewer)
        else { return false }
        ticks.isStale = false
        ticks.stamp = batch.stamp
        guard !batch.entries.isEmpty else { return true }
        ticks.next = now + ticks.interval
        outlet.write(EventText.encode(EventName.batch, batch.json(hasValues: hasValues)))
        return true
    }

    /// Called at the time that was passed to `Outlet.tick`.
    func tick() {
        ticks?.isScheduled = false
        drain()
    }

    /// A comment shows that the connection still works, unless the reader has not read what was written before.
    func beat() {
        guard isStarted, let outlet, outlet.isWritable else { return }
        outlet.write(EventText.heartbeat)
        outlet.flush()
    }

    private func write(_ event: EventHub.Event, to outlet: any Outlet) {
        switch event {
        case .parameter(let parameter):
            guard let page else { return write(EventName.parameter, parameter.resource(viewer), to: outlet) }
            if page.has(parameter.id) { write(EventName.parameter, parameter.resource(viewer).cut(to: page), to: outlet) }
        case .news(let news):
            guard let page else { return write(news.name, news.resource, to: outlet) }
            if let cut = (news.resource as? any PageEvent)?.cut(to: page) { write(news.name, cut, to: outlet) }
        case .message(let message): write(EventName.message, message, to: outlet)
        case .reloaded, .changes, .levels: break
        }
    }

    private var viewer: ViewerRequest { if case .changes(_, let viewer, _, _) = target { viewer } else { ViewerRequest() } }

    private func write(_ name: String, _ resource: some Encodable, id: String? = nil, to outlet: any Outlet) {
        write(name, encoded: Result { () throws(WireError) in try WireJSON.encode(resource) }, id: id, to: outlet)
    }

    private func write(_ name: String, encoded json: Result<[UInt8], WireError>, id: String? = nil, to outlet: any Outlet) {
        do throws(WireError) {
            outlet.write(EventText.encode(name, id: id, try json.get()))
        } catch {
            // If the event were left out, the reader would show a wrong state. When it reconnects, it gets the whole state.
            outlet.fail("an event \"\(name)\" cannot be put into JSON: \(error)")
        }
    }

    /// What has changed since it was requested is passed on.
    func take(_ state: RenderedState) {
        guard let outlet, case .stateRequested(let again) = phase else { return }
        (generation, page) = (state.generation, state.page)
        if let interval = ticks?.interval {
            ticks?.stamp = state.stamp
            ticks?.nextState = .now() + interval
            // A reader starts again with each state, which has no levels.
            ticks?.tellLevelsAgain()
        }
        write(EventName.state, encoded: state.json, to: outlet)
        phase = again ? .stateWanted : .live
        for event in backlog.removeAll() where isNews(event, beside: state.revisions) { backlog.append(event, key: event.key) }
        drain()
    }

    /// Whether to send it after the state: it is newer, the new configuration changed the value, or it is of a newer configuration.
    private func isNews(_ event: EventHub.Event, beside known: [String: UInt64]) -> Bool {
        switch event {
        case .parameter(let parameter):
            if parameter.generation != generation { return parameter.generation > generation }
            return known[parameter.id].map { parameter.revision > $0 || parameter.isRestored && parameter.revision == $0 } ?? false
        case .news(let news): return news.generation ?? generation >= generation
        case .reloaded, .changes, .levels, .message: return true
        }
    }
}
