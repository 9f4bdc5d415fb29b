internal import FaderJSON
internal import FaderModel
internal import Glibc

/// What a parameter is bound to in OBS, as requests and events.
struct OBSProperty {
    /// A request with its data.
    struct Request {
        let type: String
        var data: JSONValue?

        init(_ type: String, _ data: [String: JSONValue] = [:]) { (self.type, self.data) = (type, data.isEmpty ? nil : .object(data)) }
    }

    /// What an event means for it.
    enum Reaction: Equatable {
        case nothing
        /// It may have another value.
        case changed
        /// It may have come or gone.
        case look
        /// It is called otherwise now.
        case renamed(String)
        /// A transition has ended.
        case switched
        /// A recording or stream has begun or ended.
        case running(Bool)
    }

    private let subject: OBSTargetSpec.Subject
    /// The names of the scenes, one for each option. Names and not UUIDs, which OBS 29 does not have and no config would contain.
    private let scenes: [String]
    /// Where the scenes are those that OBS has, the parameter is the name of one; nil: it is the number of an option.
    private let texts: Targets.Texts?

    init(_ spec: OBSTargetSpec, _ parameter: ParameterSpec, _ texts: Targets.Texts) {
        subject = spec.subject
        self.texts = spec.suppliesOptions ? texts : nil
        scenes =
            if !spec.words.isEmpty { spec.words } else if case .choice(let options) = parameter.kind { options.map(\.label) } else { [] }
    }

    // MARK: What it is

    /// Silence in OBS, in decibels, and the loudest.
    private static let (silence, loudest) = (-100.0, 26.0)
    /// OBS calculates with 32 bits: what it sends back differs by less, in decibels.
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
        // Otherwise nothing that was chosen while OBS was away is done later: nobody goes on air by a press that was forgotten.
        switch subject {
        case .input(_, let property):
            traits.keepsMoves = true
            if property == .volume { traits.halfRatio = pow(10, Self.echo / 60) }
            if property == .balance { traits.halfStep = 0.0005 }
        // OBS has 1,024 steps for it, and does not say where it is.
        case .tBar: (traits.halfStep, traits.isReadable) = (0.0005, false)
        // OBS says that it records before it does, and that it does not after it has stopped; events are certain.
        case .output: traits.isReadable = false
        case .scene, .request: break
        }
        return traits
    }

    /// Whether what is on its way is written again if the connection is lost.
    var isRepeated: Bool { if case .input = subject { true } else { false } }

    /// Whether a write is done only when an event says so.
    var isSlow: Bool { if case .output = subject { true } else { false } }

    /// Whether it is the scene that is on, or the one in the preview.
    var isProgram: Bool { subject == .scene(.program) }
    var isPreview: Bool { subject == .scene(.preview) }

    /// Why it is not there, if OBS has nothing of that name.
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

    /// What asks for it.
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

    /// What sets it.
    func writing(_ number: Double) -> Request {
        switch subject {
        case .input(let name, .volume):
            let level = number > 0 ? 60 * log10(number / TargetScale.fullVolume) : -.infinity
            // Numbers of volumes are whole: -6 dB shall not arrive as -6.0003.
            let rounded = (min(max(level, Self.silence), Self.loudest) * 1000).rounded() / 1000
            return Request("SetInputVolume", input(name, ["inputVolumeDb": .number(rounded)]))
        case .input(let name, .mute): return Request("SetInputMute", input(name, ["inputMuted": .flag(number >= 0.5)]))
        case .input(let name, .balance):
            return Request("SetInputAudioBalance", input(name, ["inputAudioBalance": .number(min(max(number, 0), 1))]))
        case .scene(let side):
            let name = texts?.text(number) ?? scenes[min(max(Int(number), 0), scenes.count - 1)]
            return Request(side == .program ? "SetCurrentProgramScene" : "SetCurrentPreviewScene", ["sceneName": .text(name)])
        case .tBar:
            // Let go only at the ends: there OBS finishes the transition or goes back.
            let position = isEnd(number) ? 1 : max(number, 0)
            return Request("SetTBarPosition", ["position": .number(position), "release": .flag(position == 0 || position == 1)])
        case .output(.recording): return Request(number >= 0.5 ? "StartRecord" : "StopRecord")
        case .output(.streaming): return Request(number >= 0.5 ? "StartStream" : "StopStream")
        case .request: preconditionFailure("a request has no value")
        }
    }

    /// From here on OBS treats the T-bar as moved to its end (OBS, UI/window-basic-main-transitions.cpp, `T_BAR_CLAMP`).
    private static let barEnd = 0.9

    /// Whether the T-bar is moved to its end, where it switches the scenes.
    func isEnd(_ number: Double) -> Bool { subject == .tBar && number >= Self.barEnd }

    /// What OBS has answered to `reading`: a number, or a word that is no value of the parameter; nil: nothing.
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
        // Nothing says where it is; it begins there.
        case .tBar: data.flag("studioModeEnabled").map { _ in .number(0) }
        case .output: data.flag("outputActive").map { .number($0 ? 1 : 0) }
        case .request: nil
        }
    }

    private static func volume(_ level: Double) -> Double {
        level <= silence ? 0 : TargetScale.fullVolume * pow(10, min(level, loudest) / 60)
    }

    private func scene(_ name: String) -> Value {
        if let texts { return .number(texts.number(name)) }
        return scenes.firstIndex(of: name).map { .number(Double($0)) } ?? .strange(name)
    }

    /// Whether the answer to `reading` says that it is there.
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

    /// Between these states, such as while it starts, nothing is certain yet.
    private func running(_ state: String?) -> Reaction {
        switch state {
        case "OBS_WEBSOCKET_OUTPUT_STARTED": .running(true)
        case "OBS_WEBSOCKET_OUTPUT_STOPPED": .running(false)
        default: .nothing
        }
    }
}
