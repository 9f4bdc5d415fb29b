internal import FaderJSON
internal import FaderValues
internal import Glibc

/// The property in OBS that a parameter is bound to: its requests and events.
struct OBSProperty {
    /// A request with its data.
    struct Request {
        let type: String
        var data: JSONValue?

        init(_ type: String, _ data: [String: JSONValue] = [:]) { (self.type, self.data) = (type, data.isEmpty ? nil : .object(data)) }
    }

    /// What an event means for the property.
    enum Reaction: Equatable {
        case nothing
        /// It may have another value.
        case changed
        /// It may have come or gone.
        case look
        /// It has been renamed.
        case renamed(String)
        /// A transition has ended.
        case switched
        /// A recording or stream has begun or ended.
        case running(Bool)
    }

    private let subject: OBSTargetSpec.Subject
    /// The names of the scenes, one for each option. UUIDs are not used, because OBS 29 does not have them and no config would contain them.
    private let scenes: [String]
    /// Where the scenes are those that OBS has, the parameter is the name of one; nil: it is the number of an option.
    private let texts: TargetTexts?

    init(_ spec: OBSTargetSpec, _ parameter: ParameterSpec, _ texts: TargetTexts) {
        subject = spec.subject
        self.texts = spec.suppliesOptions ? texts : nil
        scenes = spec.words.isEmpty ? parameter.kind.options?.map(\.label) ?? [] : spec.words
    }

    // MARK: Law and traits

    /// The lowest volume in OBS, which is silence, and the highest, in decibels.
    private static let (silence, loudest) = (-100.0, 26.0)
    /// The tolerance for an echo in decibels, because OBS calculates with 32-bit floats.
    private static let echo = 0.05

    var law: TargetScale.Law {
        switch subject {
        case .input(_, .volume): .cubicVolume
        case .input(_, .balance), .tBar: .travel(low: 0, high: 1)
        case .input(_, .mute), .output: .flag
        case .scene, .request: .value
        }
    }

    var traits: TargetRules.Traits {
        var traits = TargetRules.Traits(owner: .target)
        // For all but inputs, nothing chosen while OBS was away is done later, so that an old press does not put anybody on air.
        switch subject {
        case .input(_, let property):
            traits.keepsMoves = true
            if property == .volume { traits.halfRatio = pow(10, Self.echo / 60) }
            if property == .balance { traits.halfStep = 0.0005 }
        // OBS has 1,024 steps for the T-bar, and does not report its position.
        case .tBar: (traits.halfStep, traits.isReadable) = (0.0005, false)
        // The status of an output is wrong while it starts or stops. Only events are reliable.
        case .output: traits.isReadable = false
        case .scene, .request: break
        }
        return traits
    }

    /// Whether a write on its way is repeated if the connection is lost.
    var isRepeated: Bool { if case .input = subject { true } else { false } }

    /// Whether a write is done only when an event reports it.
    var isSlow: Bool { if case .output = subject { true } else { false } }

    /// Whether it is the program scene, and whether it is the preview scene.
    var isProgram: Bool { subject == .scene(.program) }
    var isPreview: Bool { subject == .scene(.preview) }

    /// The reason if OBS has nothing of that name.
    var missing: String {
        switch subject {
        case .input(let name, _): "OBS has no input \"\(name)\""
        default: "OBS does not have it"
        }
    }

    // MARK: Reading and writing

    private func input(_ name: String, _ more: [String: JSONValue] = [:]) -> [String: JSONValue] {
        more.merging(["inputName": .text(name)]) { first, _ in first }
    }

    /// The request that reads it.
    var reading: Request {
        switch subject {
        case .input(let name, .volume): Request("GetInputVolume", input(name))
        case .input(let name, .mute): Request("GetInputMute", input(name))
        case .input(let name, .balance): Request("GetInputAudioBalance", input(name))
        case .scene(.program): Request("GetCurrentProgramScene")
        case .scene(.preview): Request("GetCurrentPreviewScene")
        case .tBar: Request("GetStudioModeEnabled")
        case .output(.recording): Request("GetRecordStatus")
        case .output(.streaming): Request("GetStreamStatus")
        case .request: preconditionFailure("a request has no value")
        }
    }

    /// The request that sets it.
    func writing(_ number: Double) -> Request {
        switch subject {
        case .input(let name, .volume):
            let level = number > 0 ? 60 * log10(number / TargetScale.fullVolume) : -.infinity
            // The number is a rounded volume, so the level is rounded to 0.001 dB: -6 dB must not arrive as -6.0003.
            let rounded = (min(max(level, Self.silence), Self.loudest) * 1000).rounded() / 1000
            return Request("SetInputVolume", input(name, ["inputVolumeDb": .number(rounded)]))
        case .input(let name, .mute): return Request("SetInputMute", input(name, ["inputMuted": .flag(number >= 0.5)]))
        case .input(let name, .balance):
            return Request("SetInputAudioBalance", input(name, ["inputAudioBalance": .number(min(max(number, 0), 1))]))
        case .scene(let side):
            let name = texts?.text(number) ?? scenes[min(max(Int(number), 0), scenes.count - 1)]
            return Request(side == .program ? "SetCurrentProgramScene" : "SetCurrentPreviewScene", ["sceneName": .text(name)])
        case .tBar:
            // It is released only at the ends, where OBS finishes the transition or goes back.
            let position = isEnd(number) ? 1 : max(number, 0)
            return Request("SetTBarPosition", ["position": .number(position), "release": .flag(position == 0 || position == 1)])
        case .output(.recording): return Request(number >= 0.5 ? "StartRecord" : "StopRecord")
        case .output(.streaming): return Request(number >= 0.5 ? "StartStream" : "StopStream")
        case .request: preconditionFailure("a request has no value")
        }
    }

    /// From here on OBS treats the T-bar as moved to its end (OBS, UI/window-basic-main-transitions.cpp, `T_BAR_CLAMP`).
    private static let barEnd = 0.9

    /// Whether the number moves the T-bar to its end, where it switches the scenes.
    func isEnd(_ number: Double) -> Bool { subject == .tBar && number >= Self.barEnd }

    /// A value in the answer to `reading`: a number, or a word that is not a value of the parameter.
    enum Value: Equatable {
        case number(Double)
        case strange(String)
    }

    func value(of data: OBSData) -> Value? {
        switch subject {
        case .input(_, .volume): data.number("inputVolumeDb").map { .number(Self.volume($0)) }
        case .input(_, .mute): data.flag("inputMuted").map { .number($0 ? 1 : 0) }
        case .input(_, .balance): data.number("inputAudioBalance").map { .number(min(max($0, 0), 1)) }
        case .scene(.program): (data.text("currentProgramSceneName") ?? data.text("sceneName")).map(scene)
        case .scene(.preview): (data.text("currentPreviewSceneName") ?? data.text("sceneName")).map(scene)
        // OBS does not report the position of the T-bar, which begins at 0.
        case .tBar: data.flag("studioModeEnabled").map { _ in .number(0) }
        case .output: data.flag("outputActive").map { .number($0 ? 1 : 0) }
        case .request: nil
        }
    }

    private static func volume(_ level: Double) -> Double {
        level <= silence ? 0 : TargetScale.fullVolume * pow(10, min(level, loudest) / 60)
    }

    private func scene(_ name: String) -> Value {
        // Names are kept, and those of options are no longer.
        if let texts { return SuppliedOptions.fits(name) ? .number(texts.number(name)) : .strange(name) }
        return scenes.firstIndex(of: name).map { .number(Double($0)) } ?? .strange(name)
    }

    /// Whether the property is there, by the answer to `reading`.
    func isThere(_ data: OBSData) -> Bool {
        if case .tBar = subject { data.flag("studioModeEnabled") ?? false } else { true }
    }

    // MARK: Events

    func reaction(to event: String, _ data: OBSData) -> Reaction {
        switch subject {
        case .input(let name, let property): reaction(ofInput: name, property, event, data)
        case .scene(.program): event == "CurrentProgramSceneChanged" ? .changed : .nothing
        case .scene(.preview): event == "CurrentPreviewSceneChanged" ? .changed : event == "StudioModeStateChanged" ? .look : .nothing
        case .tBar: event == "SceneTransitionEnded" ? .switched : event == "StudioModeStateChanged" ? .look : .nothing
        case .output(let output):
            event == (output == .recording ? "RecordStateChanged" : "StreamStateChanged") ? running(data.text("outputState")) : .nothing
        case .request: .nothing
        }
    }

    private func reaction(ofInput name: String, _ property: OBSTargetSpec.Property, _ event: String, _ data: OBSData) -> Reaction {
        switch event {
        case "InputNameChanged":
            guard let new = data.text("inputName"), let old = data.text("oldInputName") else { return .nothing }
            return old == name ? .renamed(new) : new == name ? .look : .nothing
        case "InputCreated", "InputRemoved": return data.text("inputName") == name ? .look : .nothing
        default:
            let own =
                switch property {
                case .volume: "InputVolumeChanged"
                case .mute: "InputMuteStateChanged"
                case .balance: "InputAudioBalanceChanged"
                }
            return event == own && data.text("inputName") == name ? .changed : .nothing
        }
    }

    /// Other states, such as starting, are ignored, because they may still change.
    private func running(_ state: String?) -> Reaction {
        switch state {
        case "OBS_WEBSOCKET_OUTPUT_STARTED": .running(true)
        case "OBS_WEBSOCKET_OUTPUT_STOPPED": .running(false)
        default: .nothing
        }
    }
}
