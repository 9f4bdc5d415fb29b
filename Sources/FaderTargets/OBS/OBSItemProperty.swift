internal import FaderJSON
internal import FaderValues

/// Whether an item of a scene is shown, or how it lies there. The first of that name counts.
struct OBSItemProperty: OBSProperty {
    let scene: String
    let item: String
    /// Nil if the property is whether the item is shown.
    let setting: OBSTargetSpec.ItemSetting?
    let spec: ParameterSpec
    /// The number of the item in its scene, and whether OBS has told it since it may be another one.
    private var (id, isKnown) = (-1.0, false)

    init(scene: String, item: String, setting: OBSTargetSpec.ItemSetting?, spec: ParameterSpec) {
        (self.scene, self.item, self.setting, self.spec) = (scene, item, setting, spec)
    }

    var law: TargetScale.Law { setting == nil ? .flag : .value }

    var traits: TargetRules.Traits {
        guard setting == nil else { return number.traits() }
        // An old press does not put anybody on air.
        return TargetRules.Traits(owner: .target)
    }

    private var number: OBSNumber { setting.map(\.isScale) ?? false ? .scale(spec) : OBSNumber(factor: 1) }

    var isRepeated: Bool { setting != nil }
    var events: OBSMessage.Events { setting == nil ? [] : .transforms }
    var missing: String { "the scene \"\(scene)\" has no item \"\(item)\" in OBS" }
    var lists: [OBSList] {
        // A group is a scene, too, with a request of its own.
        ["GetSceneItemList", "GetGroupSceneItemList"].map {
            OBSList(request: OBSRequest($0, ["sceneName": .text(scene)]), items: "sceneItems", name: "sourceName", missing: missing)
        } + [.scenes("OBS has no scene \"\(scene)\"")]
    }

    private func data(_ more: [String: JSONValue] = [:]) -> [String: JSONValue] {
        more.merging(["sceneName": .text(scene), "sceneItemId": .number(id)]) { first, _ in first }
    }

    var reading: OBSRequest {
        guard isKnown else { return OBSRequest("GetSceneItemId", ["sceneName": .text(scene), "sourceName": .text(item)]) }
        return OBSRequest(setting == nil ? "GetSceneItemEnabled" : "GetSceneItemTransform", data())
    }

    mutating func next(after data: OBSData) -> OBSRequest? {
        guard !isKnown, let number = data.number("sceneItemId") else { return nil }
        (id, isKnown) = (number, true)
        return reading
    }

    mutating func forget() { isKnown = false }

    func writing(_ number: Double) -> OBSRequest {
        guard let setting else { return OBSRequest("SetSceneItemEnabled", data(["sceneItemEnabled": .flag(number >= 0.5)])) }
        let sent = self.number.sent(number, in: setting.range)
        return OBSRequest("SetSceneItemTransform", data(["sceneItemTransform": .object([setting.key: sent])]))
    }

    func value(of data: OBSData) -> OBSValue? {
        guard let setting else { return data.flag("sceneItemEnabled").map { .number($0 ? 1 : 0) } }
        return number.value(data.data("sceneItemTransform").number(setting.key))
    }

    func absence(_ data: OBSData) -> String? { isKnown ? nil : missing }

    func reaction(to event: String, _ data: OBSData) -> OBSReaction {
        switch event {
        case "SceneNameChanged":
            let moved = moving(data, scene, old: "oldSceneName", new: "sceneName")
            // A scene may be an item of another one.
            return moved == .nothing ? renaming(data, item, old: "oldSceneName", new: "sceneName") : moved
        case "InputNameChanged": return renaming(data, item, old: "oldInputName", new: "inputName")
        case "SceneCreated", "SceneRemoved": return data.text("sceneName") == scene ? .look : .nothing
        default: break
        }
        guard data.text("sceneName") == scene else { return .nothing }
        return switch event {
        case "SceneItemCreated", "SceneItemRemoved", "SceneItemListReindexed": .look
        case "SceneItemEnableStateChanged": setting == nil && data.number("sceneItemId") == id ? .changed : .nothing
        case "SceneItemTransformChanged": setting != nil && data.number("sceneItemId") == id ? .changed : .nothing
        default: .nothing
        }
    }
}

extension OBSTargetSpec.ItemSetting {
    var isScale: Bool { self == .scaleX || self == .scaleY }

    var key: String {
        switch self {
        case .positionX: "positionX"
        case .positionY: "positionY"
        case .scaleX: "scaleX"
        case .scaleY: "scaleY"
        case .rotation: "rotation"
        }
    }

    /// What OBS takes (obs-websocket, RequestHandler_SceneItems.cpp, `SetSceneItemTransform`).
    fileprivate var range: ClosedRange<Double> {
        switch self {
        case .positionX, .positionY: -90_001...90_001
        case .scaleX, .scaleY: -1_000...1_000
        case .rotation: -360...360
        }
    }
}
