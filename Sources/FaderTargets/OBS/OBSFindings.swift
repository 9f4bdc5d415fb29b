internal import FaderJSON
internal import FaderValues

/// What an OBS has said of what it has, and what is offered of it. Pure.
struct OBSFindings {
    struct Input {
        let name: String
        var isMuted: Bool?
        /// In decibels.
        var level: Double?
        /// 0…1, from left to right.
        var balance: Double?
        /// In milliseconds.
        var offset: Double?
        /// As OBS calls it.
        var monitoring: String?
    }

    private struct Filter {
        let source, name, kind: String
        let isOn: Bool?
        let settings: OBSData
    }

    private struct Item {
        let scene, name: String
        let isShown: Bool?
        let transform: OBSData
    }

    var (isStudioMode, program, preview): (Bool?, String?, String?)
    var (transition, transitionTime): (String?, Double?)
    /// Width and height.
    var canvas: (Double?, Double?)
    var inputs: [Input] = []
    /// The settings that a new filter has, by its kind.
    var defaults: [String: OBSData] = [:]
    private var outputs: [OBSTargetSpec.Output: Bool] = [:]
    private var filters: [Filter] = []
    private var items: [Item] = []
    /// How many more things there are than are listed.
    private(set) var more = 0

    /// The names that are listed: as many as are shown, and only those that a config can have.
    mutating func listed(_ names: [String?]) -> [String] {
        let fitting = names.compactMap { $0 }.filter(TargetOffer.canName).prefix(TargetCandidate.most)
        more += names.count - fitting.count
        return Array(fitting)
    }

    mutating func note(_ output: OBSTargetSpec.Output, _ status: OBSData) {
        outputs[output] = status.flag("outputActive")
        if output == .recording { outputs[.recordPause] = status.flag("outputPaused") }
    }

    /// Returns the kinds whose first settings are not known yet.
    mutating func note(filters all: [OBSData], of source: String) -> [String] {
        var kinds: [String] = []
        for data in all {
            guard let name = data.text("filterName"), TargetOffer.canName(name), filters.count < TargetCandidate.most else {
                more += 1
                continue
            }
            let kind = data.text("filterKind") ?? ""
            filters.append(
                Filter(source: source, name: name, kind: kind, isOn: data.flag("filterEnabled"), settings: data.data("filterSettings")))
            if !OBSFilterSettings.of(kind).isEmpty, defaults.updateValue(defaults[kind] ?? OBSData(nil), forKey: kind) == nil {
                kinds.append(kind)
            }
        }
        return kinds
    }

    /// Notes the items of a scene or group. Of several with one name only the first can be bound.
    mutating func note(items all: [OBSData], of scene: String) {
        var names: Set<String> = []
        for data in all {
            guard let name = data.text("sourceName"), TargetOffer.canName(name), items.count < TargetCandidate.most else {
                more += 1
                continue
            }
            guard names.insert(name).inserted else { continue }
            items.append(
                Item(scene: scene, name: name, isShown: data.flag("sceneItemEnabled"), transform: data.data("sceneItemTransform")))
        }
    }

    // MARK: What is offered

    func things(named connection: String) -> [OBSThing] {
        var things = [OBSThing(kind: OBSTargetSpec.word, name: connection, words: [], offers: offers)]
        things += inputs.map { OBSThing(kind: "input", name: $0.name, words: [], offers: offers(of: $0)) }
        things += filters.map { filter in
            let words = ["source: \(OBSWords.shown(filter.source))", "filter: \(OBSWords.shown(filter.name))"]
            return OBSThing(kind: "filter", name: "\(filter.source): \(filter.name)", words: words, offers: offers(of: filter))
        }
        things += items.map { item in
            let words = ["scene: \(OBSWords.shown(item.scene))", "item: \(OBSWords.shown(item.name))"]
            return OBSThing(kind: "item", name: "\(item.scene): \(item.name)", words: words, offers: offers(of: item))
        }
        return things
    }

    private var offers: [OBSOffer] {
        var offers: [OBSOffer] = [.choice(.scene(.program), "scene", program), .choice(.scene(.preview), "preview", preview)]
        offers += OBSTargetSpec.Output.allCases.map { OBSOffer.toggle(.output($0), $0.rawValue, outputs[$0]) }
        offers.append(.toggle(.studioMode, "studio-mode", isStudioMode))
        offers.append(OBSOffer(.tBar, "t-bar", ["type": .text("percent")]))
        offers.append(.choice(.transition(.name), "transition", transition))
        offers.append(.number(.transition(.duration), "transition-time", in: 50...5000, unit: "ms", decimals: 0, transitionTime))
        offers += OBSTargetReader.acts.sorted { $0.key < $1.key }.map { word, request in
            OBSOffer(.request(request, data: nil), word == "transition" ? "go" : word, ["kind": .text("trigger")])
        }
        return offers
    }

    private func offers(of input: Input) -> [OBSOffer] {
        let monitoring = input.monitoring.flatMap { type in OBSInputProperty.monitoring.first { $0.1 == type }?.0 }
        return [
            .volume(input.name, input.level), .toggle(.input(input.name, .mute), "mute", input.isMuted),
            .number(.input(input.name, .balance), "balance", in: -100...100, decimals: 0, input.balance.map { $0 * 200 - 100 }),
            .number(.input(input.name, .syncOffset), "sync-offset", in: 0...1000, unit: "ms", decimals: 0, input.offset),
            .choice(.input(input.name, .monitoring), "monitoring", monitoring),
        ]
    }

    private func offers(of filter: Filter) -> [OBSOffer] {
        func subject(_ setting: String?) -> OBSTargetSpec.Subject { .filter(source: filter.source, filter: filter.name, setting: setting) }
        let settings = OBSFilterSettings.of(filter.kind).map { setting in
            OBSOffer.number(
                subject(setting.key), setting.key, in: setting.range, unit: setting.unit, decimals: setting.decimals,
                filter.settings.number(setting.key) ?? defaults[filter.kind]?.number(setting.key))
        }
        return [.toggle(subject(nil), "enabled", filter.isOn)] + settings
    }

    private func offers(of item: Item) -> [OBSOffer] {
        func number(
            _ setting: OBSTargetSpec.ItemSetting, in range: ClosedRange<Double>, unit: String? = nil, decimals: Int = 0,
            times factor: Double = 1
        ) -> OBSOffer {
            .number(
                .item(scene: item.scene, item: item.name, setting), setting.rawValue, in: range, unit: unit, decimals: decimals,
                item.transform.number(setting.key).map { $0 * factor })
        }
        // If the canvas is not known: the largest that OBS takes.
        let largest = 16_384.0
        let (width, height) = (min(max(canvas.0 ?? largest, 1), largest), min(max(canvas.1 ?? largest, 1), largest))
        return [
            .toggle(.item(scene: item.scene, item: item.name, nil), "visible", item.isShown),
            number(.positionX, in: 0...width), number(.positionY, in: 0...height),
            number(.scaleX, in: 0...200, unit: "%", times: 100), number(.scaleY, in: 0...200, unit: "%", times: 100),
            number(.rotation, in: 0...360, unit: "°"),
        ]
    }
}
