internal import FaderConsole
internal import FaderMIDI
internal import FaderSystem
internal import FaderValues
internal import Logging

/// The mirror records each report of the MIDI thread, and then the followers are told.
@Owner
final class ReportDispatcher {
    let mirror: Mirror
    let log: Logger
    private let followers: Followers
    /// Changes that wait, because others that were made together with them may not be reported yet.
    private var changes: [(report: ParameterReport, generation: Generation)] = []
    /// Yields the errno once the MIDI port is gone for good. For one reader.
    let lost: AsyncStream<Int32>
    private let losing: AsyncStream<Int32>.Continuation

    init(_ mirror: Mirror, _ followers: Followers, _ log: Logger) {
        (self.mirror, self.followers, self.log) = (mirror, followers, log)
        (lost, losing) = AsyncStream.makeStream()
    }

    func receive(_ event: EngineEvent) {
        // Changes made together arrive one after the other, then another kind of report. They are applied only then, so that nobody reads a
        // range with one new and one old end.
        if case .changed(let report, let generation) = event { return changes.append((report, generation)) }
        applyChanges()
        switch event {
        case .changed, .answering: break
        case .hand(let hand, let generation):
            if hand.isLearned, generation == mirror.catalog.generation { followers.tell(.learned(hand.control)) }
            guard let (hand, former, catalog) = mirror.record(hand, generation: generation) else { return }
            followers.tell(.hand(hand, former: former, catalog))
        case .deck(let report, let generation):
            guard let (before, catalog) = mirror.record(report, generation: generation) else { return }
            followers.tell(.deck(report, before: before, catalog))
        case .glide(let glide, let generation): mirror.record(glide, generation: generation)
        case .tie(let tie, let generation):
            if generation == mirror.catalog.generation { followers.tell(.tie(tie, mirror.catalog)) }
        case .settled:
            mirror.settle()
            followers.tell(.settled)
        case .swapped(let generation):
            if let transition = mirror.commit(generation) { followers.tell(.entered(transition)) }
        case .surface(let surface, let connections, let generation):
            guard let news = mirror.record(surface, connections, generation: generation) else { return }
            if let event = news.event { log.notice("surface \(news.name) \(event)") }
            followers.tell(.surface(news))
        case .notice(let notice): write(notice)
        case .monitored(let message, let bytes):
            if mirror.catalog.generation == message.generation { followers.tell(.monitored(message, bytes)) }
        case .lost(let errno):
            losing.yield(errno)
            losing.finish()
        }
    }

    private func applyChanges() {
        guard !changes.isEmpty else { return }
        let recorded = changes.compactMap { mirror.record($0.report, generation: $0.generation) }
        changes.removeAll(keepingCapacity: true)
        if !recorded.isEmpty { followers.tell(.changed(recorded)) }
    }
}
