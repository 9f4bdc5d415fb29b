internal import FaderJSON
internal import FaderValues

struct OBSTransitionProperty: OBSProperty {
    let property: OBSTargetSpec.Transition
    let names: OBSNames
    let spec: ParameterSpec

    /// What OBS takes as a time, in milliseconds.
    private static let times = 50.0...20_000

    var law: TargetScale.Law { .value }
    var traits: TargetRules.Traits { OBSNumber.time(spec).traits(step: 1) }
    var missing: String { "OBS has no such transition" }
    var lists: [OBSList] {
        [OBSList(request: OBSRequest("GetSceneTransitionList"), items: "transitions", name: "transitionName", missing: missing)]
    }
    var reading: OBSRequest { OBSRequest("GetCurrentSceneTransition") }

    func writing(_ number: Double) -> OBSRequest {
        switch property {
        case .name: OBSRequest("SetCurrentSceneTransition", ["transitionName": .text(names.name(number))])
        case .duration:
            OBSRequest(
                "SetCurrentSceneTransitionDuration",
                ["transitionDuration": OBSNumber.time(spec).sent(number, in: Self.times, isWhole: true)])
        }
    }

    func value(of data: OBSData) -> OBSValue? {
        switch property {
        case .name: data.text("transitionName").map(names.value)
        case .duration: OBSNumber.time(spec).value(data.number("transitionDuration"))
        }
    }

    func absence(_ data: OBSData) -> String? {
        guard property == .duration, data.number("transitionDuration") == nil else { return nil }
        return "the transition \"\(OBSWords.shown(data.text("transitionName") ?? ""))\" has no time that can be set"
    }

    func reaction(to event: String, _ data: OBSData) -> OBSReaction {
        switch (property, event) {
        case (.name, "CurrentSceneTransitionChanged"), (.duration, "CurrentSceneTransitionDurationChanged"): .changed
        case (.duration, "CurrentSceneTransitionChanged"): .look
        default: .nothing
        }
    }
}
