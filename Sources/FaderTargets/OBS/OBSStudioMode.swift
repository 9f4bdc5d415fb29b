internal import FaderJSON

struct OBSStudioMode: OBSProperty {
    static let off = "the studio mode is off in OBS"

    var law: TargetScale.Law { .flag }
    var traits: TargetRules.Traits { TargetRules.Traits(owner: .target) }
    var isRepeated: Bool { false }
    var reading: OBSRequest { OBSRequest("GetStudioModeEnabled") }
    func writing(_ number: Double) -> OBSRequest { OBSRequest("SetStudioModeEnabled", ["studioModeEnabled": .flag(number >= 0.5)]) }
    func value(of data: OBSData) -> OBSValue? { data.flag("studioModeEnabled").map { .number($0 ? 1 : 0) } }

    func reaction(to event: String, _ data: OBSData) -> OBSReaction { event == "StudioModeStateChanged" ? .changed : .nothing }
}

struct OBSTBar: OBSProperty {
    var law: TargetScale.Law { .travel(low: 0, high: 1) }
    /// OBS has 1,024 steps for it, and does not report its position.
    var traits: TargetRules.Traits {
        var traits = TargetRules.Traits(owner: .target)
        (traits.halfStep, traits.isReadable) = (0.0005, false)
        return traits
    }
    var isRepeated: Bool { false }
    var reading: OBSRequest { OBSRequest("GetStudioModeEnabled") }

    /// OBS's own position, see `OBSTBarTravel`. It is released only at the ends, where OBS finishes the transition or goes back.
    func writing(_ position: Double) -> OBSRequest {
        OBSRequest("SetTBarPosition", ["position": .number(position), "release": .flag(position == 0 || position == 1)])
    }

    /// OBS does not tell where the T-bar is, so it begins at 0.
    func value(of data: OBSData) -> OBSValue? { data.flag("studioModeEnabled").map { _ in .number(0) } }
    func absence(_ data: OBSData) -> String? { data.flag("studioModeEnabled") ?? false ? nil : OBSStudioMode.off }

    func reaction(to event: String, _ data: OBSData) -> OBSReaction {
        event == "SceneTransitionEnded" ? .switched : event == "StudioModeStateChanged" ? .look : .nothing
    }
}
