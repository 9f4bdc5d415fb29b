internal import FaderMIDI
internal import FaderSystem
internal import Logging
internal import NIOCore

/// A sound card: its targets share its mixer. Owned by the event loop.
final class MixerCard {
    private var thread: MixerThread?
    private var targets: [MixerTarget] = []
    /// Watches the device files, to notice when a card is plugged in.
    private var watch: FileWatch?
    private let standing: PeerStanding

    private static let devices = "/dev/snd/control"

    init(_ name: String, _ surroundings: TargetSurroundings) {
        standing = surroundings.standing("alsa \(name)")
        standing.note("opening it")
        let (loop, log) = (surroundings.loop, surroundings.log)
        let handle = NIOLoopBound({ [weak self] (news: MixerThread.News) in self?.handle(news) }, eventLoop: loop)
        do throws(ThreadError) {
            thread = try MixerThread(card: name) { news in loop.execute { handle.value(news) } }
        } catch {
            standing.lost("\(error)", "alsa \(name): \(error)")
        }
        watch = FileWatch(Self.devices, on: loop) { [weak self] in if self?.isThere == false { self?.order(.open) } }
        if watch == nil { log.warning("alsa \(name): the system has no file watches left, so a card plugged in later is not noticed") }
    }

    private var isThere: Bool { standing.isThere }

    func add(_ target: MixerTarget) {
        targets.append(target)
        if isThere { target.cardAppeared() }
    }

    func remove(_ target: MixerTarget) { targets.removeAll { $0 === target } }

    func order(_ order: MixerThread.Order) { thread?.order(order) }

    func close() {
        thread?.stop()
        watch?.close()
        (thread, watch) = (nil, nil)
    }

    var problem: String? { standing.problem }

    var shared: SharedPeer { standing.shared(note: problem) }

    private func handle(_ news: MixerThread.News) {
        switch news {
        case .opened:
            standing.opened()
            for target in targets { target.cardAppeared() }
        case .closed(let error):
            guard standing.lost("\(error)") else { return }
            for target in targets { target.cardDisappeared() }
            // It may have come back before that was noticed.
            order(.open)
        case .changed:
            thread?.heard()
            for target in targets { target.noticed() }
        case .shows(let control, let result): for target in targets where target.control == control { target.receive(result) }
        case .isSet(let control, let error): for target in targets where target.control == control { target.done(error) }
        }
    }
}
