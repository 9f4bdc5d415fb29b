internal import FaderAPI
internal import FaderConsole
internal import FaderServer
internal import FaderSystem
internal import FaderTargets
internal import FaderValues

/// Shows the desktop the parameters that have `notify`, when they change.
@Owner
final class Notifications: Subject {
    private static let interval = Duration.milliseconds(100)
    /// The page's `Fader-By`. Whoever moves something there sees it there.
    private static let page = "web page"

    private let notifier: Notifier
    private let throttle = Throttle(interval)
    /// What has changed since the last notification, the newest last.
    private var changed: [String] = []
    private var isWanted = false

    override init(_ commands: Commands) {
        notifier = Notifier(on: commands.targets, log: commands.log)
        super.init(commands)
        followers.add { [weak self] in self?.follow($0) }
    }

    /// The desktop of a follower shows nothing: what happens happens at its leader.
    func configure(isFollowing: Bool) {
        isWanted = !isFollowing && mirror.catalog.configuration.parameters.contains(where: \.notifies)
        changed = []
        notifier.configure(isWanted: isWanted)
    }

    func stop() { notifier.stop() }

    /// What `status` says; nil if no parameter has `notify`.
    var status: StatusResource.Notifications? { isWanted ? StatusResource.Notifications(problem: notifier.problem) : nil }

    private func follow(_ event: Followers.Event) {
        guard isWanted else { return }
        switch event {
        case .changed(let changes): for change in changes where isNews(change) { note(change) }
        case .settled: if !changed.isEmpty { throttle.run { [weak self] in self?.show() } }
        default: break
        }
    }

    /// Somebody has changed it: not the daemon, not a target that had it when it appeared or changes it by itself.
    private func isNews(_ change: Mirror.RecordedChange) -> Bool {
        guard change.isNew, change.isChoice, change.catalog.configuration.parameters[change.report.parameter].notifies else { return false }
        if let ask = adoptions.ask(for: change.report), ask.isFound || ask.isPassing { return false }
        return authors.writers[change.report.change] != Self.page
    }

    private func note(_ change: Mirror.RecordedChange) {
        let catalog = change.catalog
        let item = catalog.compound(of: change.report.parameter).map { Catalog.Item.compound($0) } ?? .parameter(change.report.parameter)
        let id = catalog.configuration.id(of: item)
        changed.removeAll { $0 == id }
        changed.append(id)
        if changed.count > Notifier.most { changed.removeFirst() }
    }

    private func show() {
        throttle.noteDone()
        let picture = mirror.picture
        let items = changed.compactMap { picture.catalog.items[$0] }
        changed = []
        notifier.show(items.map(picture.notification))
    }
}

extension Mirror.Picture {
    fileprivate func notification(of item: Catalog.Item) -> DesktopNotification {
        let entry = entry(item, for: catalog.settings.viewer)
        switch item {
        case .compound(let index):
            return DesktopNotification(id: entry.id, label: catalog.configuration.compounds[index].label, value: entry.text, percent: nil)
        case .parameter(let index):
            let spec = catalog.configuration.parameters[index]
            let percent = spec.kind.isNumber ? entry.position.map { Int(($0 * 100).rounded()) } : nil
            return DesktopNotification(id: entry.id, label: spec.label, value: entry.text, percent: percent)
        }
    }
}
