internal import FaderConsole
internal import FaderJSON
internal import FaderTargets
internal import FaderValues

/// A parameter or color as it is published.
struct Entity {
    let id: String
    let item: Catalog.Item
    let label: String

    /// The spec of a parameter; nil for a color.
    private func spec(_ catalog: Catalog) -> ParameterSpec? {
        if case .parameter(let index) = item { catalog.configuration.parameters[index] } else { nil }
    }

    /// Nil for a trigger, which has no state, and for a value that is not known.
    func state(in picture: Mirror.Picture) -> String? {
        let catalog = picture.catalog
        guard picture.reports(of: item).contains(where: catalog.isKnown) else { return nil }
        guard case .parameter(let index) = item else {
            let isReadOnly = isReadOnly(catalog)
            return picture.color(of: item).map { isReadOnly ? $0.hexadecimal : Self.light($0) }
        }
        let spec = catalog.configuration.parameters[index]
        return spec.kind.rules.homeAssistantState(catalog.value(of: picture.reports[index].value, parameter: index), of: spec)
    }

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

    /// One, and for a trigger another one that tells its presses.
    func components(_ catalog: Catalog, _ publication: MQTTPeerSpec.Publication, word: String) -> [Component] {
        let component = component(catalog, publication, word: word)
        guard isTrigger(catalog) else {
            return [hasTarget(catalog) ? component.available(by: [publication.availability, publication.availability(of: id)]) : component]
        }
        let presses: [String: JSONValue] = [
            "name": .text(label), "stat_t": .text(publication.presses(of: id)), "evt_typ": .list([.text(Self.press)]),
            "dev_cla": .text("button"),
        ]
        return [component, Component(platform: "event", word: word, fields: presses)]
    }

    private static let press = "press"
    static let pressed = "{\"event_type\":\"\(press)\"}"

    func isTrigger(_ catalog: Catalog) -> Bool { spec(catalog)?.kind.isPressed ?? false }

    func hasTarget(_ catalog: Catalog) -> Bool { !catalog.bound.isDisjoint(with: ids(catalog)) }

    private func ids(_ catalog: Catalog) -> Set<String> { Set([id] + catalog.parameters(of: item).map { catalog.id(of: $0) }) }

    func isAbsent(_ absent: Set<String>, _ catalog: Catalog) -> Bool {
        // A color may have a target, or its parts may.
        absent.contains(id) || ids(catalog).intersection(catalog.bound).allSatisfy(absent.contains)
    }

    private func component(_ catalog: Catalog, _ publication: MQTTPeerSpec.Publication, word: String) -> Component {
        if isReadOnly(catalog) { return sensor(catalog, publication, word: word) }
        var fields: [String: JSONValue] = ["name": .text(label), "cmd_t": .text(publication.command(for: id))]
        guard let spec = spec(catalog) else {
            fields["schema"] = .text("json")
            fields["brightness"] = .flag(true)
            fields["sup_clrm"] = .list([.text("rgb")])
            fields["stat_t"] = .text(publication.state(of: id))
            return Component(platform: "light", word: word, fields: fields)
        }
        let form = spec.kind.rules.homeAssistant(spec)
        fields.merge(form.fields) { $1 }
        if form.hasState { fields["stat_t"] = .text(publication.state(of: id)) }
        return Component(platform: form.platform, word: word, fields: fields)
    }

    /// The component for a read-only entity, which is only shown.
    private func sensor(_ catalog: Catalog, _ publication: MQTTPeerSpec.Publication, word: String) -> Component {
        var fields: [String: JSONValue] = ["name": .text(label), "stat_t": .text(publication.state(of: id))]
        let form = spec(catalog).map { $0.kind.rules.homeAssistant($0) }
        if let form { fields.merge(form.sensorFields) { $1 } }
        return Component(platform: form?.sensor ?? "sensor", word: word, fields: fields)
    }
}

extension Mirror.Picture {
    fileprivate func color(of item: Catalog.Item) -> ColorNumber? {
        guard case .compound(let compound) = item, catalog.configuration.compounds[compound].kind.isOneValue else { return nil }
        return ColorNumber(reports(of: item).map(\.value))
    }
}

extension Catalog {
    /// A color is one entity, and each end of a range is one.
    func entities(_ publication: MQTTPeerSpec.Publication) -> [Entity] {
        let only = IDPatterns(publication.only)
        return order.compactMap { item in
            let id = configuration.id(of: item)
            switch item {
            case .compound(let index):
                let compound = configuration.compounds[index]
                guard compound.kind.isOneValue, only.match(id) else { return nil }
                return Entity(id: id, item: item, label: compound.label)
            case .parameter(let index):
                guard only.match(id) else { return nil }
                if compoundSpec(of: index)?.kind.isOneValue ?? false { return nil }
                return Entity(id: id, item: item, label: configuration.parameters[index].label)
            }
        }
    }
}

extension ItemState {
    /// A plain number, a word of Home Assistant, or a text as typed.
    func wanted(_ command: String) -> Wanted {
        guard let index = parameter else { return .text(command) }
        let spec = catalog.configuration.parameters[index]
        return spec.kind.rules.value(ofHomeAssistant: command, for: spec).map { .value($0) } ?? .text(command)
    }
}
