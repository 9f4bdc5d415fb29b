internal import FaderValues

/// The scenes or transitions of an OBS as options. Owned by the event loop.
final class OBSSceneList {
    private let studio: OBSStudio
    /// Whether this is the list of transitions, not of scenes.
    private let isOfTransitions: Bool
    private let supply: (SuppliedOptions) -> Void
    /// The former names of what was renamed since the last list, by the new names.
    private var former: [String: String] = [:]
    /// How many more were renamed: there are more than any choice has.
    private var leftOut = 0
    private var isAsking = false
    private var isOutdated = false
    private var generation = 0

    /// - Parameter supply: gets the options whenever they change; none when OBS goes.
    init(_ studio: OBSStudio, isOfTransitions: Bool = false, supply: @escaping (SuppliedOptions) -> Void) {
        (self.studio, self.isOfTransitions, self.supply) = (studio, isOfTransitions, supply)
    }

    func handle(_ event: String, _ data: OBSData) {
        // OBS does not tell when transitions come and go, but one of them becomes the present one then.
        if isOfTransitions { return event == "CurrentSceneTransitionChanged" ? fetch() : () }
        switch event {
        case "SceneNameChanged":
            if let old = data.text("oldSceneName"), let new = data.text("sceneName") { rename(old, to: new) }
            fetch()
        case "SceneCreated", "SceneRemoved", "SceneListChanged": fetch()
        default: break
        }
    }

    private func rename(_ old: String, to new: String) {
        let first = former.removeValue(forKey: old) ?? old
        // No option has a longer name.
        guard SuppliedOptions.fits(first), SuppliedOptions.fits(new) else { return }
        guard former.count < SuppliedOptions.most || former[new] != nil else { return leftOut += 1 }
        former[new] = first
    }

    var note: String? {
        leftOut == 0
            ? nil : "OBS has renamed more than \(SuppliedOptions.most) scenes before it listed them, so \(leftOut) count as new ones"
    }

    /// Asks for the list, one request at a time.
    func fetch() {
        guard !isAsking else { return isOutdated = true }
        (isAsking, isOutdated) = (true, false)
        let generation = generation
        studio.ask(isOfTransitions ? "GetSceneTransitionList" : "GetSceneList") { [weak self] result in
            guard let self, self.generation == generation else { return }
            isAsking = false
            if isOutdated { return fetch() }
            guard case .success(let data) = result else { return }
            supply(SuppliedOptions(names(data), former: former))
            (former, leftOut) = ([:], 0)
        }
    }

    private func names(_ data: OBSData) -> [String] {
        if isOfTransitions { return data.list("transitions").compactMap { OBSData($0).text("transitionName") } }
        // OBS lists them from the bottom of its window to the top.
        return data.list("scenes").reversed().compactMap { OBSData($0).text("sceneName") }
    }

    func clear() {
        generation += 1
        (isAsking, isOutdated, former, leftOut) = (false, false, [:], 0)
        supply(SuppliedOptions())
    }
}
