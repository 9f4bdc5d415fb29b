internal import FaderJSON

struct OBSFilterProperty: OBSProperty {
    let source: String
    let filter: String
    /// The setting's key in OBS; nil if the property is whether the filter is on.
    let setting: String?
    /// Whether the setting is on or off.
    let isFlag: Bool

    var law: TargetScale.Law { setting == nil || isFlag ? .flag : .value }

    var traits: TargetRules.Traits {
        guard law == .value else { return OBSNumber(factor: 1).traits(step: 1) }
        // OBS keeps what it was sent.
        return OBSNumber(factor: 1).traits(step: 0)
    }

    var missing: String { "\"\(source)\" has no filter \"\(filter)\" in OBS" }
    var lists: [OBSList] {
        [
            OBSList(
                request: OBSRequest("GetSourceFilterList", ["sourceName": .text(source)]), items: "filters", name: "filterName",
                missing: missing),
            .inputs("OBS has no source \"\(source)\""),
        ]
    }

    private func data(_ more: [String: JSONValue] = [:]) -> [String: JSONValue] {
        more.merging(["sourceName": .text(source), "filterName": .text(filter)]) { first, _ in first }
    }

    var reading: OBSRequest { OBSRequest("GetSourceFilter", data()) }

    /// OBS leaves out settings that nobody has changed: they are as filters of that kind begin.
    mutating func next(after data: OBSData) -> OBSRequest? {
        guard let setting, read(setting, data) == nil, let kind = data.text("filterKind") else { return nil }
        return OBSRequest("GetSourceFilterDefaultSettings", ["filterKind": .text(kind)])
    }

    func writing(_ number: Double) -> OBSRequest {
        guard let setting else { return OBSRequest("SetSourceFilterEnabled", data(["filterEnabled": .flag(number >= 0.5)])) }
        let value: JSONValue = isFlag ? .flag(number >= 0.5) : .number(number)
        return OBSRequest("SetSourceFilterSettings", data(["filterSettings": .object([setting: value]), "overlay": .flag(true)]))
    }

    func value(of data: OBSData) -> OBSValue? {
        guard let setting else { return data.flag("filterEnabled").map { .number($0 ? 1 : 0) } }
        if let number = read(setting, data) { return .number(number) }
        // An event has only what was changed.
        guard let told = data.optional("defaultFilterSettings") else { return nil }
        let names = told.keys.sorted()
        return .untold(
            "OBS reports no \(isFlag ? "switch" : "number") \"\(setting)\" of \"\(filter)\""
                + (names.isEmpty ? "" : "; it reports \(OBSWords.list(names))"))
    }

    /// The setting, as a number, in either form of answer.
    private func read(_ setting: String, _ data: OBSData) -> Double? {
        for settings in [data.data("filterSettings"), data.data("defaultFilterSettings")] {
            if isFlag, let flag = settings.flag(setting) { return flag ? 1 : 0 }
            if !isFlag, let number = settings.number(setting) { return number }
        }
        return nil
    }

    func reaction(to event: String, _ data: OBSData) -> OBSReaction {
        switch event {
        case "InputNameChanged": return moving(data, source, old: "oldInputName", new: "inputName")
        case "SceneNameChanged": return moving(data, source, old: "oldSceneName", new: "sceneName")
        case "InputCreated", "InputRemoved": return data.text("inputName") == source ? .look : .nothing
        case "SceneCreated", "SceneRemoved": return data.text("sceneName") == source ? .look : .nothing
        default: break
        }
        guard data.text("sourceName") == source else { return .nothing }
        if event == "SourceFilterNameChanged" { return renaming(data, filter, old: "oldFilterName", new: "filterName") }
        guard data.text("filterName") == filter else { return .nothing }
        return switch event {
        case "SourceFilterCreated", "SourceFilterRemoved": .look
        case "SourceFilterEnableStateChanged": setting == nil ? .changed : .nothing
        case "SourceFilterSettingsChanged": setting == nil ? .nothing : .changed
        default: .nothing
        }
    }
}
