internal import FaderJSON
internal import FaderValues
internal import Glibc

struct OBSInputProperty: OBSProperty {
    let input: String
    let property: OBSTargetSpec.Property
    let names: OBSNames
    let spec: ParameterSpec

    /// The lowest volume in OBS, which is silence, and the highest, in decibels.
    private static let (silence, loudest) = (-100.0, 26.0)
    /// The tolerance for an echo in decibels: OBS calculates with 32-bit floats.
    private static let echo = 0.05
    /// What OBS takes as an offset, in milliseconds.
    private static let offsets = -950.0...20_000
    /// The kinds of monitoring, as they are called here and in OBS.
    static let monitoring = [
        ("off", "OBS_MONITORING_TYPE_NONE"), ("monitor only", "OBS_MONITORING_TYPE_MONITOR_ONLY"),
        ("monitor and output", "OBS_MONITORING_TYPE_MONITOR_AND_OUTPUT"),
    ]

    var law: TargetScale.Law {
        switch property {
        case .volume: .cubicVolume
        case .balance: .travel(low: 0, high: 1)
        case .mute: .flag
        case .syncOffset, .monitoring: .value
        }
    }

    var traits: TargetRules.Traits {
        var traits = TargetRules.Traits(owner: .target)
        traits.keepsMoves = true
        switch property {
        case .volume: traits.halfRatio = pow(10, Self.echo / 60)
        case .balance: traits.halfStep = 0.0005
        case .syncOffset: traits = OBSNumber.time(spec).traits(step: 1)
        case .mute, .monitoring: break
        }
        return traits
    }

    var fixedOptions: [String] { property == .monitoring ? Self.monitoring.map(\.0) : [] }
    var missing: String { "OBS has no input \"\(input)\"" }
    var lists: [OBSList] { [.inputs(missing)] }

    private func data(_ more: [String: JSONValue] = [:]) -> [String: JSONValue] {
        more.merging(["inputName": .text(input)]) { first, _ in first }
    }

    var reading: OBSRequest {
        switch property {
        case .volume: OBSRequest("GetInputVolume", data())
        case .mute: OBSRequest("GetInputMute", data())
        case .balance: OBSRequest("GetInputAudioBalance", data())
        case .syncOffset: OBSRequest("GetInputAudioSyncOffset", data())
        case .monitoring: OBSRequest("GetInputAudioMonitorType", data())
        }
    }

    func writing(_ number: Double) -> OBSRequest {
        switch property {
        case .volume:
            let level = number > 0 ? 60 * log10(number / TargetScale.fullVolume) : -.infinity
            // A rounded volume: rounded to 0.001 dB, -6 dB does not arrive as -6.0003.
            let rounded = (min(max(level, Self.silence), Self.loudest) * 1000).rounded() / 1000
            return OBSRequest("SetInputVolume", data(["inputVolumeDb": .number(rounded)]))
        case .mute: return OBSRequest("SetInputMute", data(["inputMuted": .flag(number >= 0.5)]))
        case .balance: return OBSRequest("SetInputAudioBalance", data(["inputAudioBalance": .number(min(max(number, 0), 1))]))
        case .syncOffset:
            let offset = OBSNumber.time(spec).sent(number, in: Self.offsets, isWhole: true)
            return OBSRequest("SetInputAudioSyncOffset", data(["inputAudioSyncOffset": offset]))
        case .monitoring:
            let name = names.name(number)
            let type = Self.monitoring.first { $0.0 == name }?.1 ?? name
            return OBSRequest("SetInputAudioMonitorType", data(["monitorType": .text(type)]))
        }
    }

    func value(of data: OBSData) -> OBSValue? {
        switch property {
        case .volume: data.number("inputVolumeDb").map { .number(Self.volume($0)) }
        case .mute: data.flag("inputMuted").map { .number($0 ? 1 : 0) }
        case .balance: data.number("inputAudioBalance").map { .number(min(max($0, 0), 1)) }
        case .syncOffset: OBSNumber.time(spec).value(data.number("inputAudioSyncOffset"))
        case .monitoring:
            data.text("monitorType").map { type in names.value(Self.monitoring.first { $0.1 == type }?.0 ?? type) }
        }
    }

    private static func volume(_ level: Double) -> Double {
        level <= silence ? 0 : TargetScale.fullVolume * pow(10, min(level, loudest) / 60)
    }

    func reaction(to event: String, _ data: OBSData) -> OBSReaction {
        switch event {
        case "InputNameChanged": renaming(data, input, old: "oldInputName", new: "inputName")
        case "InputCreated", "InputRemoved": data.text("inputName") == input ? .look : .nothing
        default: event == changed && data.text("inputName") == input ? .changed : .nothing
        }
    }

    private var changed: String {
        switch property {
        case .volume: "InputVolumeChanged"
        case .mute: "InputMuteStateChanged"
        case .balance: "InputAudioBalanceChanged"
        case .syncOffset: "InputAudioSyncOffsetChanged"
        case .monitoring: "InputAudioMonitorTypeChanged"
        }
    }
}
