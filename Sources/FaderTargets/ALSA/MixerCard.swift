internal import FaderALSA
internal import FaderLoops
internal import FaderThreads
internal import Logging
internal import NIOCore

/// A sound card. All targets on it share its mixer. Owned by the event loop.
final class MixerCard {
    private let name: String
    private let loop: any EventLoop
    private var thread: MixerThread?
    private var targets: [MixerTarget] = []
    /// Watches the device files, to notice when a card is plugged in.
    private var watch: FileWatch?
    private var isOpen = false
    private var presence: PresenceLog
    /// Why it is not open; nil while it is.
    private(set) var problem: String? = "opening it"

    private static let devices = "/dev/snd/control"

    init(_ name: String, _ surroundings: TargetSurroundings) {
        (self.name, loop, presence) = (name, surroundings.loop, surroundings.presence())
        let (loop, log) = (surroundings.loop, surroundings.log)
        let handle = NIOLoopBound({ [weak self] (news: MixerThread.News) in self?.handle(news) }, eventLoop: loop)
        do throws(ThreadError) {
            thread = try MixerThread(card: name) { news in loop.execute { handle.value(news) } }
        } catch {
            problem = "\(error)"
            presence.gone("alsa \(name): \(error)")
        }
        watch = FileWatch(Self.devices, on: loop) { [weak self] in if self?.isOpen == false { self?.order(.open) } }
        if watch == nil { log.warning("alsa \(name): the system has no file watches left, so a card plugged in later is not noticed") }
    }

    func add(_ target: MixerTarget) {
        targets.append(target)
        if isOpen { target.cardAppeared() }
    }

    func remove(_ target: MixerTarget) { targets.removeAll { $0 === target } }

    func order(_ order: MixerThread.Order) { thread?.order(order) }

    func close() {
        thread?.stop()
        watch?.close()
        (thread, watch) = (nil, nil)
    }

    var shared: SharedPeer { SharedPeer(name: "alsa \(name)", goneSince: presence.goneSince, note: problem) }

    private func handle(_ news: MixerThread.News) {
        switch news {
        case .opened:
            (isOpen, problem) = (true, nil)
            presence.back("alsa \(name)")
            for target in targets { target.cardAppeared() }
        case .closed(let error):
            problem = "\(error)"
            presence.gone("alsa \(name) is not there: \(error)")
            guard isOpen else { return }
            isOpen = false
            for target in targets { target.cardDisappeared() }
            // It may have come back before its disappearance was noticed.
            order(.open)
        case .changed:
            thread?.heard()
            for target in targets { target.noticed() }
        case .shows(let control, let result): for target in targets where target.control == control { target.receive(result) }
        case .isSet(let control, let error): for target in targets where target.control == control { target.done(error) }
        }
    }
}
