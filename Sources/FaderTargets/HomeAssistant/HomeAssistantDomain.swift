internal import FaderValues

/// Entities that can be bound or pressed: the word before the dot of an id.
enum HomeAssistantDomain: String, CaseIterable {
    typealias Attribute = HomeAssistantTargetSpec.Attribute

    case light, `switch`, fan, cover, valve
    case mediaPlayer = "media_player"
    case climate, number
    case inputNumber = "input_number"
    case select
    case inputSelect = "input_select"
    case inputBoolean = "input_boolean"
    case automation, scene, script, button
    case inputButton = "input_button"

    init?(ofEntity id: String) { self.init(rawValue: String(id.prefix { $0 != "." })) }

    /// What a parameter can be bound to. The first that fits a parameter is meant if the config names none.
    var attributes: [Attribute] {
        switch self {
        case .light: [.brightness, .state, .color, .temperature, .effect]
        case .switch, .inputBoolean, .automation: [.state]
        case .fan: [.speed, .state, .preset]
        case .cover: [.position, .state, .tilt]
        case .valve: [.position, .state]
        case .mediaPlayer: [.volume, .state, .mute, .source]
        case .climate: [.temperature, .state, .mode, .preset]
        case .number, .inputNumber: [.value]
        case .select, .inputSelect: [.option]
        case .scene, .script, .button, .inputButton: []
        }
    }

    /// The service that a press calls; nil: it cannot be pressed.
    var press: String? {
        switch self {
        case .scene, .script: "turn_on"
        case .button, .inputButton: "press"
        case .automation: "trigger"
        default: nil
        }
    }

    var described: String { "\("aeiou".contains(rawValue.prefix(1)) ? "an" : "a") \(rawValue)" }

    /// Whether setting any attribute turns it on if it is off.
    var isPutOn: Bool { self == .light || self == .fan || self == .mediaPlayer }
}

extension HomeAssistantTargetSpec.Attribute {
    enum Need {
        /// A number that is a part of the whole.
        case part
        /// A number as it is.
        case plain
        case toggle, choice, color

        var words: String {
            switch self {
            case .part, .plain: "a number"
            case .toggle: "on or off, a toggle"
            case .choice: "one of several, a choice"
            case .color: "a color"
            }
        }

        func fits(_ spec: ParameterSpec, isColor: Bool) -> Bool {
            switch self {
            case .color: isColor
            case _ where isColor: false
            case .part, .plain: spec.kind.isNumber
            case .toggle: spec.kind.isSwitch
            case .choice: spec.kind.isChoice
            }
        }
    }

    var need: Need {
        switch self {
        case .brightness, .speed, .position, .tilt, .volume: .part
        case .temperature, .value: .plain
        case .state, .mute: .toggle
        case .effect, .preset, .source, .mode, .option: .choice
        case .color: .color
        }
    }
}
