internal import FaderModel

/// The scenes of an OBS as the options of a choice. Owned by the event loop.
final class OBSSceneList {
    private let studio: OBSStudio
    private let supply: (SuppliedOptions) -> Void
    /// The former names of scenes that were renamed since the last list, by the new names.
    private var former: [String: String] = [:]
    private var isAsking = false
    private var isOutdated = false
    /// Counts the calls of `clear`, so that a late answer is recognized.
    private var generation = 0

    /// - Parameter supply: called with the options whenever they change; with none when OBS goes.
    init(_ studio: OBSStudio, supply: @escaping (SuppliedOptions) -> Void) { (self.studio, self.supply) = (studio, supply) }

    /// Handles an event of OBS.
    func handle(_ event: String, _ data: OBSData) {
        switch event {
        case "SceneNameChanged":
            if let old = data.text("oldSceneName"), let new = data.text("sceneName") {
                former[new] = former.removeValue(forKey: old) ?? old
            }
            fetch()
        case "SceneCreated", "SceneRemoved", "SceneListChanged": fetch()
        default: break
        }
    }

    /// Asks for the list, one request at a time.
    func fetch() {
        guard !isAsking else { return isOutdated = true }
        (isAsking, isOutdated) = (true, false)
        let generation = generation
        studio.ask("GetSceneList") { [weak self] result in
            guard let self, self.generation == generation else { return }
            isAsking = false
            if isOutdated { return fetch() }
            guard case .success(let data) = result else { return }
            // OBS lists the scenes from the bottom of its window to the top.
            supply(SuppliedOptions(data.list("scenes").reversed().compactMap { OBSData($0).text("sceneName") }, former: former))
            former = [:]
        }
    }

    /// Forgets the scenes, because OBS is gone.
    func clear() {
        generation += 1
        (isAsking, isOutdated, former) = (false, false, [:])
        supply(SuppliedOptions())
    }
}
