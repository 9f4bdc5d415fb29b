internal import FaderAPI
internal import FaderServer
internal import FaderSystem
internal import FaderValues

/// Tells event streams the levels of the targets that they ask about. A level is not a value: 20 a second would fill the history, the state file and every
/// stream.
@Owner
final class Levels {
    private let hub: EventHub
    var wishes: [LevelWish] = []
    /// The parameters whose levels are published, by the `TargetSpec.identity` of the target that reports the level.
    private var ids: [String: String] = [:]

    init(_ hub: EventHub, _ followers: Followers) {
        self.hub = hub
        followers.add { [weak self] event in if case .levels(let told) = event { self?.take(told) } }
    }

    /// The targets that have to report levels in this configuration. From now on only their levels are passed on.
    func targets(of catalog: Catalog) -> [TargetSpec] {
        let contents: [String: PageContents] = Set(wishes.compactMap(\.page)).reduce(into: [:]) { $0[$1] = catalog.contents(ofPage: $1) }
        let wanted = catalog.leveled.filter { id, _ in
            wishes.contains { wish in wish.ids.contains(id) && wish.page.map { contents[$0]?.has(id) ?? false } ?? true }
        }
        let before = Set(ids.values)
        ids = Dictionary(wanted.map { ($1.identity, $0) }) { first, _ in first }
        // The last levels of the others are out of date.
        hub.publish(levels: before.subtracting(ids.values).reduce(into: [:]) { $0[$1] = -.infinity })
        return wanted.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Passes on levels in decibels below full scale, by `TargetSpec.identity`.
    private func take(_ told: [String: Double]) {
        guard !ids.isEmpty else { return }
        hub.publish(levels: told.reduce(into: [:]) { levels, one in if let id = ids[one.key] { levels[id] = one.value } })
    }
}
