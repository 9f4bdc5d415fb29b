internal import FaderJSON
internal import FaderValues

extension HomeAssistantCatalog.Thing {
    /// The parameters that it could be bound to; `connection`: as the config calls it.
    func offers(named connection: String) -> [TargetOffer] {
        guard TargetOffer.canName(id) else { return [] }
        let target: [String: JSONValue] = [HomeAssistantTargetSpec.word: .text(connection), "entity": .text(id)]
        let all = domain.attributes
        guard !all.isEmpty else {
            return [TargetOffer(what: "press", parameter: ["kind": .text("trigger"), "target": .object(target)])]
        }
        return all.filter(isLikely).map { attribute in
            // The first for such a parameter needs no word.
            let isMain = all.first { $0.need.words == attribute.need.words } == attribute
            let whole = isMain ? target : target.merging(["attribute": .text(attribute.rawValue)]) { $1 }
            return TargetOffer(what: attribute.rawValue, parameter: keys(attribute).merging(["target": .object(whole)]) { $1 })
        }
    }

    /// What only some have is offered if the house says so.
    private func isLikely(_ attribute: HomeAssistantTargetSpec.Attribute) -> Bool {
        switch (domain, attribute) {
        case (.light, .brightness): modes.contains { $0 != "onoff" && $0 != "unknown" }
        case (.light, .color): modes.contains { ["hs", "xy", "rgb", "rgbw", "rgbww"].contains($0) }
        case (.light, .temperature): modes.contains("color_temp")
        case (_, .effect), (_, .preset): false
        default: true
        }
    }

    private func keys(_ attribute: HomeAssistantTargetSpec.Attribute) -> [String: JSONValue] {
        switch attribute.need {
        case .part: return ["type": .text("percent")]
        case .toggle: return ["kind": .text("toggle")]
        case .choice: return ["kind": .text("choice")]
        case .color: return ["kind": .text("color")]
        case .plain:
            let range = range ?? Self.usual[domain] ?? 0...100
            let keys: [String: JSONValue] = ["min": Self.plain(range.lowerBound), "max": Self.plain(range.upperBound)]
            return domain == .light ? keys.merging(["unit": .text("K"), "decimals": .number(spelling: "0")]) { $1 } : keys
        }
    }

    /// A number as a person would write it: `2000`.
    private static func plain(_ number: Double) -> JSONValue {
        Int(exactly: number).map { .number(spelling: "\($0)") } ?? .number(number)
    }

    /// The ranges of entities that do not tell theirs.
    private static let usual: [HomeAssistantDomain: ClosedRange<Double>] = [.light: 2000...6500, .climate: 7...35]
}
