internal import FaderJSON

/// The scene that is on. As for everything that goes on air, nothing chosen while OBS was away is done later: an old press puts nobody on
/// air.
struct OBSSceneProperty: OBSProperty {
    let of: OBSTargetSpec.Side
    let names: OBSNames

    var side: OBSTargetSpec.Side? { of }
    var law: TargetScale.Law { .value }
    var traits: TargetRules.Traits { TargetRules.Traits(owner: .target) }
    var isRepeated: Bool { false }
    var missing: String { "OBS has no such scene" }
    var lists: [OBSList] { [.scenes(missing)] }
    var reading: OBSRequest { OBSRequest(of == .program ? "GetCurrentProgramScene" : "GetCurrentPreviewScene") }

    func writing(_ number: Double) -> OBSRequest {
        OBSRequest(of == .program ? "SetCurrentProgramScene" : "SetCurrentPreviewScene", ["sceneName": .text(names.name(number))])
    }

    func value(of data: OBSData) -> OBSValue? {
        (data.text(of == .program ? "currentProgramSceneName" : "currentPreviewSceneName") ?? data.text("sceneName")).map(names.value)
    }

    func absence(_ failure: OBSFailure) -> String? {
        failure.code == OBSFailure.studioModeOff ? OBSStudioMode.off : failure.code == OBSFailure.missing ? missing : nil
    }

    func reaction(to event: String, _ data: OBSData) -> OBSReaction {
        switch of {
        case .program: event == "CurrentProgramSceneChanged" ? .changed : .nothing
        case .preview: event == "CurrentPreviewSceneChanged" ? .changed : event == "StudioModeStateChanged" ? .look : .nothing
        }
    }
}
