struct OBSOutputProperty: OBSProperty {
    let output: OBSTargetSpec.Output

    /// OBS has no such output, or not in its settings.
    private static let wrongState = 604
    private static let notRecording = "OBS does not record"

    var law: TargetScale.Law { .flag }
    /// The status is wrong while an output starts or stops. Only events are reliable.
    var traits: TargetRules.Traits {
        var traits = TargetRules.Traits(owner: .target)
        traits.isReadable = false
        return traits
    }
    var isRepeated: Bool { false }
    var slowCodes: ClosedRange<Int>? { output == .recordPause ? OBSFailure.paused : OBSFailure.running }

    /// What requests and events call it.
    private var word: String {
        switch output {
        case .recording, .recordPause: "Record"
        case .streaming: "Stream"
        case .replayBuffer: "ReplayBuffer"
        case .virtualCamera: "VirtualCam"
        }
    }

    var reading: OBSRequest { OBSRequest("Get\(word)Status") }

    func writing(_ number: Double) -> OBSRequest {
        guard output == .recordPause else { return OBSRequest((number >= 0.5 ? "Start" : "Stop") + word) }
        return OBSRequest((number >= 0.5 ? "Pause" : "Resume") + word)
    }

    func value(of data: OBSData) -> OBSValue? {
        data.flag(output == .recordPause ? "outputPaused" : "outputActive").map { .number($0 ? 1 : 0) }
    }

    func absence(_ data: OBSData) -> String? {
        output == .recordPause && data.flag("outputActive") != true ? Self.notRecording : nil
    }

    func absence(_ failure: OBSFailure) -> String? {
        guard failure.code == Self.wrongState else { return nil }
        return switch output {
        case .replayBuffer: "the replay buffer is not enabled in OBS: Settings, Output, Replay Buffer"
        case .virtualCamera: "OBS has no virtual camera: on Linux it needs the module v4l2loopback"
        case .recording, .streaming, .recordPause: nil
        }
    }

    /// Other states, such as starting, may still change.
    func reaction(to event: String, _ data: OBSData) -> OBSReaction {
        // The profile may decide what OBS has.
        if event == "CurrentProfileChanged" { return output == .replayBuffer ? .look : .nothing }
        guard event == (output == .virtualCamera ? "VirtualcamStateChanged" : "\(word)StateChanged") else { return .nothing }
        return switch (data.text("outputState"), output) {
        case ("OBS_WEBSOCKET_OUTPUT_STARTED", .recordPause): .look
        case ("OBS_WEBSOCKET_OUTPUT_STOPPED", .recordPause): .gone(Self.notRecording)
        case ("OBS_WEBSOCKET_OUTPUT_PAUSED", .recordPause): .running(true)
        case ("OBS_WEBSOCKET_OUTPUT_RESUMED", .recordPause): .running(false)
        case ("OBS_WEBSOCKET_OUTPUT_STARTED", _): .running(true)
        case ("OBS_WEBSOCKET_OUTPUT_STOPPED", _): .running(false)
        default: .nothing
        }
    }
}
