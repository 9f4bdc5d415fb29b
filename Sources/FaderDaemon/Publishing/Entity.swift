internal import FaderConsole
internal import FaderJSON
internal import FaderTargets
internal import FaderValues

/// A parameter or color as it is published.
struct Entity {
    let id: String
    let item: Catalog.Item
    let label: String

    /// The highest number of code points of a text in Home Assistant.
    private static let longestText = 255
    private static let (on, off) = ("ON", "OFF")

    /// The spec of a parameter; nil for a color.
    private func spec(_ catalog: Catalog) -> ParameterSpec? {
        if case .parameter(let index) = item { catalog.configuration.parameters[index] } else { nil }
    }

    /// The state for its topic; nil for a trigger, which has no state, and for a value that is not known.
    func state(in picture: Mirror.Picture) -> String? {
        let catalog = picture.catalog
        guard picture.reports(of: item).contains(where: catalog.isKnown) else { return nil }
        guard case .parameter(let index) = item else {
            let isReadOnly = isReadOnly(catalog)
            return picture.color(of: item).map { isReadOnly ? $0.hexadecimal : Self.light($0) }
        }
        let spec = catalog.configuration.parameters[index]
        let value = picture.reports[index].value
        switch spec.kind {
        case .trigger: return nil
        case .toggle: return value >= 0.5 ? Self.on : Self.off
        case .choice(let options): return Self.names(options)[Int(value)]
        case .text(let rule): return Self.published(catalog.words.text(of: value), atMost: Self.longest(rule))
        case .number, .integer: return spec.published(value)
        }
    }

    /// Whether it cannot be set.
    private func isReadOnly(_ catalog: Catalog) -> Bool {
        catalog.parameters(of: item).allSatisfy { catalog.configuration.parameters[$0].isReadOnly }
    }

    /// `{"state": "ON", "color_mode": "rgb", "brightness": 128, "color": {"r": 255, "g": 0, "b": 0}}`.
    private static func light(_ color: ColorNumber) -> String {
        guard color.isLit else { return "{\"state\":\"OFF\"}" }
        let full = color.scaled(to: 255).light.map { Int($0.rounded()) }
        return "{\"state\":\"ON\",\"color_mode\":\"rgb\",\"brightness\":\(Int(color.brightness.rounded())),"
            + "\"color\":{\"r\":\(full[0]),\"g\":\(full[1]),\"b\":\(full[2])}}"
    }

    /// The labels of options, or their ids if two labels are the same. To Home Assistant `none` in any case means that no option is chosen.
    static func names(_ options: [ChoiceOption]) -> [String] {
        let labels = options.map(\.label)
        let names = Set(labels).count == labels.count ? labels : options.map(\.id)
        return names.map { name in
            guard name.lowercased() == "none" else { return name }
            var other = name
            repeat { other = "– \(other) –" } while names.contains(other)
            return other
        }
    }

    /// The longest text that Home Assistant takes, in Unicode code points.
    private static func longest(_ rule: TextRule) -> Int { min(rule.maximumLength, longestText) }

    /// As many whole characters of a text as fit. An empty text becomes a blank, because brokers do not keep an empty message.
    private static func published(_ text: String, atMost most: Int) -> String {
        guard !text.isEmpty else { return " " }
        guard text.unicodeScalars.count > most else { return text }
        var (count, fitting) = (0, "")
        for character in text {
            count += character.unicodeScalars.count
            guard count <= most else { break }
            fitting.append(character)
        }
        return fitting
    }

    /// Its component for Home Assistant.
    func component(_ catalog: Catalog, _ publication: MQTTPeerSpec.Publication, word: String) -> Component {
        if isReadOnly(catalog) { return sensor(catalog, publication, word: word) }
        var platform = "light"
        var fields: [String: JSONValue] = ["name": .text(label), "cmd_t": .text(publication.command(for: id))]
        var hasState = true
        if let spec = spec(catalog) {
            switch spec.kind {
            case .trigger:
                platform = "button"
                hasState = false
            case .toggle: platform = "switch"
            case .choice(let options):
                platform = "select"
                // The option with an empty name stands for a value that is not known yet.
                fields["ops"] = .list(Self.names(options).filter { !$0.isEmpty }.map { .text($0) })
            case .text(let rule):
                platform = "text"
                fields["max"] = .number(spelling: "\(Self.longest(rule))")
                // Home Assistant trims the result of a template, so the blank becomes an empty text again.
                fields["val_tpl"] = .text("{{ value }}")
            case .number, .integer:
                platform = "number"
                fields["min"] = .number(spelling: spec.published(spec.lowestFinite))
                fields["max"] = .number(spelling: spec.published(spec.maximum))
                fields["step"] = .number(spelling: spec.publishedStep)
                fields["mode"] = .text("slider")
                if !spec.keptUnit.isEmpty { fields["unit_of_meas"] = .text(spec.keptUnit) }
            }
        } else {
            fields["schema"] = .text("json")
            fields["brightness"] = .flag(true)
            fields["sup_clrm"] = .list([.text("rgb")])
        }
        if hasState { fields["stat_t"] = .text(publication.state(of: id)) }
        return Component(platform: platform, word: word, fields: fields)
    }

    /// The same for a read-only entity, which is only shown.
    private func sensor(_ catalog: Catalog, _ publication: MQTTPeerSpec.Publication, word: String) -> Component {
        var fields: [String: JSONValue] = ["name": .text(label), "stat_t": .text(publication.state(of: id))]
        let spec = spec(catalog)
        if let spec, spec.kind == .number || spec.kind == .integer, !spec.keptUnit.isEmpty {
            fields["unit_of_meas"] = .text(spec.keptUnit)
        }
        let isToggle = spec?.kind.kindWord == .toggle
        return Component(platform: isToggle ? "binary_sensor" : "sensor", word: word, fields: fields)
    }
}

extension ParameterSpec {
    /// A value as a plain number. −∞ becomes the lowest finite one.
    fileprivate func published(_ value: Double) -> String {
        let finite = value.isFinite ? value : lowestFinite
        let exact = Self.exact(finite)
        // Rounding must not lead beyond an end.
        guard finite != lowestFinite, finite != maximum else { return exact }
        let rounded = ValueText(ParameterSpec(id: "number", decimals: decimals)).edit(finite)
        return Double(rounded).map { $0 >= lowestFinite && $0 <= maximum } ?? false ? rounded : exact
    }

    /// The step for Home Assistant, at least 0.001, the smallest that it accepts.
    fileprivate var publishedStep: String {
        let usual = kind == .integer ? 1 : (0..<min(decimals, 3)).reduce(1.0) { step, _ in step / 10 }
        return Self.exact(max(step > 0 ? step : usual, 0.001))
    }

    /// The shortest digits that read back as the same number, without an exponent.
    private static func exact(_ number: Double) -> String {
        let text = number.description
        if text.contains("e") { return ValueText(ParameterSpec(id: "number", decimals: 15)).edit(number) }
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension Mirror.Picture {
    fileprivate func color(of item: Catalog.Item) -> ColorNumber? {
        guard case .compound(let compound) = item, case .color = catalog.configuration.compounds[compound].kind else { return nil }
        return ColorNumber(reports(of: item).map(\.value))
    }
}

extension Catalog {
    /// The parameters and colors to publish. A color is one entity, and each end of a range is one.
    func entities(_ publication: MQTTPeerSpec.Publication) -> [Entity] {
        let only = IDPatterns(publication.only)
        return order.compactMap { item in
            let id = configuration.id(of: item)
            switch item {
            case .compound(let index):
                let compound = configuration.compounds[index]
                guard case .color = compound.kind, only.match(id) else { return nil }
                return Entity(id: id, item: item, label: compound.label)
            case .parameter(let index):
                guard only.match(id) else { return nil }
                if let compound = compoundSpec(of: index), case .color = compound.kind { return nil }
                return Entity(id: id, item: item, label: configuration.parameters[index].label)
            }
        }
    }
}

extension ItemState {
    /// The value that a command asks for: a plain number, a word of Home Assistant, or a text as typed.
    func wanted(_ command: String) -> Wanted {
        guard let index = parameter else { return .text(command) }
        let spec = catalog.configuration.parameters[index]
        switch spec.kind {
        case .text: return .value(.word(command))
        case .toggle:
            if command == "ON" || command == "OFF" { return .value(.flag(command == "ON")) }
        case .choice(let options):
            if let place = Entity.names(options).firstIndex(of: command) { return .value(.word(options[place].id)) }
        case .number, .integer:
            guard let number = Double(command), number.isFinite else { break }
            let isBottom = spec.minimum == -.infinity && number <= spec.lowestFinite
            return .value(.number(isBottom ? -.infinity : spec.kind == .integer ? number.rounded() : number))
        case .trigger: break
        }
        return .text(command)
    }
}
