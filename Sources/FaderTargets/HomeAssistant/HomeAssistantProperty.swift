internal import FaderJSON
internal import FaderValues

struct HomeAssistantCall: Equatable {
    let domain: String
    let service: String
    let entity: String
    var data: [String: JSONValue] = [:]

    var members: [String: JSONValue] {
        [
            "domain": .text(domain), "service": .text(service), "service_data": .object(data),
            "target": .object(["entity_id": .text(entity)]),
        ]
    }
}

/// An attribute of an entity: what a state says of it, and the call that sets it. Pure (home-assistant.io, "WebSocket API" and its
/// entities' pages).
struct HomeAssistantProperty {
    enum Value: Equatable {
        case number(Double)
        case word(String)
        /// There is no value now, but the entity can be set all the same.
        case unknown
        /// The entity cannot be set now, for a reason.
        case absent(String)
    }

    enum Wish: Equatable {
        case number(Double)
        case word(String)
    }

    let entity: String
    let domain: HomeAssistantDomain
    let attribute: HomeAssistantTargetSpec.Attribute

    init?(_ entity: String, _ attribute: HomeAssistantTargetSpec.Attribute) {
        guard let domain = HomeAssistantDomain(ofEntity: entity) else { return nil }
        (self.entity, self.domain, self.attribute) = (entity, domain, attribute)
    }

    // MARK: Reading

    func value(in state: HomeAssistantState) -> Value {
        switch state.state {
        case "unavailable": return .absent("Home Assistant says that it is unavailable")
        case "unknown": return .unknown
        default: break
        }
        // These put it on, and a recall of a dark room must not light it.
        if domain.isPutOn, Self.ofWhatIsOn.contains(attribute), state.state == "off" { return .absent("it is off") }
        return told(by: state)
    }

    /// The attributes that an entity has only while it is on.
    private static let ofWhatIsOn: Set<HomeAssistantTargetSpec.Attribute> = [.temperature, .effect, .preset, .volume, .mute, .source]

    /// What is chosen while it is off is set when it is on.
    var waits: Bool { domain != .mediaPlayer && domain.isPutOn && Self.ofWhatIsOn.contains(attribute) }

    private func told(by state: HomeAssistantState) -> Value {
        let isOff = state.state == "off"
        switch attribute {
        // A lamp that cannot be dimmed is full when it is on.
        case .brightness: return .number(isOff ? 0 : Self.part(state.number("brightness") ?? 255, of: 255))
        case .color: return .number(isOff ? 0 : color(of: state))
        case .temperature: return number(state.number(domain == .light ? "color_temp_kelvin" : "temperature"))
        case .speed: return isOff ? .number(0) : number(state.number("percentage").map { Self.part($0, of: 100) })
        case .position:
            let ends = ["closed": 0.0, "open": 100][state.state]
            return number((state.number("current_position") ?? ends).map { Self.part($0, of: 100) })
        case .tilt: return number(state.number("current_tilt_position").map { Self.part($0, of: 100) })
        case .volume: return state.number("volume_level").map { .number(Self.part($0, of: 1)) } ?? .absent("it has no volume now")
        case .mute: return state.attributes["is_volume_muted"]?.flag.map { .number($0 ? 1 : 0) } ?? .absent("it has no mute now")
        case .value: return number(Double(state.state).flatMap { $0.isFinite ? $0 : nil })
        case .state: return .number(["off", "closed", "standby"].contains(state.state) ? 0 : 1)
        case .effect: return word(state.text("effect"))
        case .preset: return word(state.text("preset_mode"))
        case .source: return word(state.text("source"))
        case .mode, .option: return word(state.state)
        }
    }

    private func number(_ number: Double?) -> Value { number.map { .number($0) } ?? .unknown }
    private func word(_ word: String?) -> Value { word.map { .word($0) } ?? .unknown }
    private static func part(_ number: Double, of whole: Double) -> Double { min(max(number / whole, 0), 1) }

    /// The color that shines: that of the lamp, as bright as it is.
    private func color(of state: HomeAssistantState) -> Double {
        let bright = Self.part(state.number("brightness") ?? 255, of: 255)
        return (state.color ?? [255, 255, 255]).reduce(0) { $0 * 256 + ($1 * bright).rounded() }
    }

    func options(of state: HomeAssistantState) -> [String] {
        switch attribute {
        case .effect: state.texts("effect_list")
        case .preset: state.texts("preset_modes")
        case .source: state.texts("source_list")
        case .mode: state.texts("hvac_modes")
        case .option: state.texts("options")
        default: []
        }
    }

    // MARK: Writing

    func call(_ wish: Wish) -> HomeAssistantCall {
        switch wish {
        case .number(let number): call(number)
        case .word(let word): call(word)
        }
    }

    private func call(_ number: Double) -> HomeAssistantCall {
        switch attribute {
        case .brightness:
            let brightness = Self.whole(number, of: 255)
            return brightness == 0 ? service("turn_off") : service("turn_on", ["brightness": .whole(brightness)])
        case .color: return call(ofColor: StripColor(number: UInt32(min(max(number, 0), Double(StripColor.highest)))))
        case .temperature where domain == .light: return service("turn_on", ["color_temp_kelvin": .whole(number)])
        case .temperature: return service("set_temperature", ["temperature": .number(Self.short(number))])
        case .speed: return service("set_percentage", ["percentage": .whole(Self.whole(number, of: 100))])
        case .position: return service("set_\(domain.rawValue)_position", ["position": .whole(Self.whole(number, of: 100))])
        case .tilt: return service("set_cover_tilt_position", ["tilt_position": .whole(Self.whole(number, of: 100))])
        case .volume: return service("volume_set", ["volume_level": .number(Self.short(min(max(number, 0), 1)))])
        case .mute: return service("volume_mute", ["is_volume_muted": .flag(number >= 0.5)])
        case .value: return service("set_value", ["value": .number(Self.short(number))])
        case .state: return service(isOn: number >= 0.5)
        case .effect, .preset, .source, .mode, .option: preconditionFailure("\(attribute.rawValue) is a word")
        }
    }

    private func call(_ word: String) -> HomeAssistantCall {
        switch attribute {
        case .effect: service("turn_on", ["effect": .text(word)])
        case .preset: service("set_preset_mode", ["preset_mode": .text(word)])
        case .source: service("select_source", ["source": .text(word)])
        case .mode: service("set_hvac_mode", ["hvac_mode": .text(word)])
        case .option: service("select_option", ["option": .text(word)])
        default: preconditionFailure("\(attribute.rawValue) is a number")
        }
    }

    private func service(isOn: Bool) -> HomeAssistantCall {
        switch domain {
        case .cover, .valve: service("\(isOn ? "open" : "close")_\(domain.rawValue)")
        default: service(isOn ? "turn_on" : "turn_off")
        }
    }

    /// Home Assistant keeps the hue as bright as it can be, and the brightness beside it.
    private func call(ofColor color: StripColor) -> HomeAssistantCall {
        let parts = [color.red, color.green, color.blue].map(Double.init)
        guard let most = parts.max(), most > 0 else { return service("turn_off") }
        let full = parts.map { JSONValue.whole($0 / most * 255) }
        return service("turn_on", ["rgb_color": .list(full), "brightness": .whole(most)])
    }

    private func service(_ name: String, _ data: [String: JSONValue] = [:]) -> HomeAssistantCall {
        HomeAssistantCall(domain: domain.rawValue, service: name, entity: entity, data: data)
    }

    /// What is not quite nothing must not become nothing, which would switch it off.
    private static func whole(_ part: Double, of whole: Double) -> Double {
        let number = min(max(part, 0), 1) * whole
        return number > 0 ? max(number.rounded(), 1) : 0
    }

    /// No device has the digits that a fader brings.
    private static func short(_ number: Double) -> Double { number.magnitude < 1e11 ? (number * 10_000).rounded() / 10_000 : number }

    // MARK: Comparing

    var law: TargetScale.Law {
        switch attribute.need {
        case .part: .part
        case .plain, .choice: .value
        case .toggle: .flag
        case .color: .color
        }
    }

    /// `decimals`: how many the parameter has.
    func traits(decimals: Int) -> TargetRules.Traits {
        var traits = TargetRules.Traits(owner: .target)
        // Lamps and their radio network are slow.
        traits.interval = .milliseconds(100)
        traits.keepsMoves = waits
        switch attribute.need {
        case .part: traits.halfStep = attribute == .brightness ? 0.51 / 255 : 0.0051
        case .plain where domain == .light: traits.halfRatio = 1.005
        // Numbers that look the same are the same.
        case .plain: traits.halfStep = 0.5 * (0..<decimals).reduce(1) { step, _ in step / 10 }
        case .toggle, .choice, .color: (traits.halfStep, traits.isLinear) = (0, false)
        }
        return traits
    }

    /// A lamp calculates a color its own way, so each part may be a little off.
    func isAnswer(_ shown: Double, to asked: Double, _ traits: TargetRules.Traits) -> Bool {
        guard attribute == .color else { return traits.isSame(shown, asked) }
        let (one, other) = (StripColor(number: UInt32(shown)), StripColor(number: UInt32(asked)))
        return zip([one.red, one.green, one.blue], [other.red, other.green, other.blue]).allSatisfy { abs(Int($0) - Int($1)) <= Self.near }
    }

    /// How far a part of a color may be off and still count as the same, of 255.
    private static let near = 4
}

extension JSONValue {
    fileprivate static func whole(_ number: Double) -> JSONValue { .number(spelling: "\(Int(min(max(number, -1e9), 1e9).rounded()))") }
}
