internal import FaderSystem
internal import Logging
internal import NIOCore

/// The notifications on the desktop, over the session bus: one of each parameter, which is replaced. The text is in the summary, because
/// the body is markup in some servers. Owned by the event loop.
final class NotificationBoard {
    /// A notification that the desktop shows, with the one that will take its place.
    private final class Bubble {
        var id: String
        /// The number that the server has given it; 0: none yet.
        var number: UInt32 = 0
        var isAsking = false
        var next: DesktopNotification?

        init(_ id: String) { self.id = id }
    }

    /// How many there are on the desktop at most: a further parameter takes the place of the one that changed longest ago.
    static let most = 4
    /// How long it is shown, if the server lets us choose.
    private static let milliseconds: Int32 = 3_000
    /// The pause after a failure.
    private static let pause = TimeAmount.seconds(1)
    private static let server = "org.freedesktop.Notifications"

    private var bus: BusConnection?
    private let standing: PeerStanding
    private let resume: LoopTimer
    private let changed: (String?) -> Void
    /// The one that changed last is the last.
    private var bubbles: [Bubble] = []

    /// - Parameter changed: gets why nothing can be shown, or nil, when that may have changed.
    init(_ loop: any EventLoop, _ log: Logger, _ changed: @escaping (String?) -> Void) {
        self.changed = changed
        resume = LoopTimer(loop)
        standing = PeerStanding("the notification server of the desktop", log)
        bus = BusConnection(.session(), loop, log, presenceChanged: { [weak self] in self?.report() }) { [weak self] in self?.handle($0) }
        report()
    }

    func hurry() { bus?.hurry() }

    func close() {
        resume.cancel()
        bus?.close()
        bus = nil
    }

    func show(_ notification: DesktopNotification) {
        // Nobody wants to see them all when the bus comes back.
        guard let bus, bus.isThere else { return }
        let bubble = take(notification.id)
        bubble.next = notification
        bubbles.append(bubble)
        send(bubble)
    }

    private func take(_ id: String) -> Bubble {
        if let index = bubbles.firstIndex(where: { $0.id == id }) { return bubbles.remove(at: index) }
        guard bubbles.count == Self.most else { return Bubble(id) }
        let bubble = bubbles.removeFirst()
        bubble.id = id
        return bubble
    }

    private func send(_ bubble: Bubble) {
        guard let bus, !bubble.isAsking, !resume.isSet, let notification = bubble.next else { return }
        (bubble.isAsking, bubble.next) = (true, nil)
        bus.call(Self.call(notification, replacing: bubble.number)) { [weak self] answer in
            bubble.isAsking = false
            self?.receive(answer, bubble)
        }
    }

    private static func call(_ notification: DesktopNotification, replacing number: UInt32) -> BusCall {
        var hints: [(key: String, value: BusCall.Argument)] = [("urgency", .anyByte(0)), ("transient", .anyTruth(true))]
        if let percent = notification.percent { hints.append(("value", .anyInteger(Int32(percent)))) }
        return BusCall(
            destination: server, path: "/org/freedesktop/Notifications", interface: server, member: "Notify",
            arguments: [
                .text("faderd"), .whole(number), .text(""), .text(notification.text), .text(""), .noTexts, .dictionary(hints),
                .integer(milliseconds),
            ])
    }

    private func receive(_ answer: BusConnection.Answer, _ bubble: Bubble) {
        switch answer {
        case .success(let message):
            if case .number(let number) = message.value() { bubble.number = UInt32(exactly: number) ?? 0 }
            standing.opened()
            send(bubble)
        case .failure(let error):
            // The bus has its own sentence.
            guard let bus, bus.isThere else { return }
            standing.lost("\(error)")
            resume.set(in: Self.pause) { [weak self] in
                guard let self else { return }
                for bubble in bubbles { send(bubble) }
            }
        }
        report()
    }

    private func handle(_ event: BusConnection.Event) {
        switch event {
        case .opened:
            let rule = "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',"
            bus?.call(.bus("AddMatch", .text("\(rule)arg0='\(Self.server)'"))) { _ in }
            bubbles = []
            report()
        case .lost:
            resume.cancel()
            bubbles = []
        // Another server has other numbers: an old one could replace somebody else's notification.
        case .signal(let message):
            guard message.member == "NameOwnerChanged", message.sender == "org.freedesktop.DBus", message.text() == Self.server else {
                return
            }
            for bubble in bubbles { bubble.number = 0 }
        }
    }

    private func report() { changed(bus?.note ?? standing.problem) }
}
