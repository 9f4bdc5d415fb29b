internal import FaderConsole
internal import FaderValues

struct WebReader {
    let report: Report
    /// The ids of all parameters and compounds.
    private let ids: [String]
    private let parameters: ParameterTable

    init(report: Report, parameters: ParameterTable) {
        self.report = report
        self.parameters = parameters
        ids = parameters.specs.map(\.id) + parameters.compounds.map(\.id)
    }

    /// All pages, in the order of the file.
    func read(_ node: Node) -> [PageSpec] {
        guard let fields = Fields(node, of: "\"web\"", keys: ["pages"], report: report), let pages = fields["pages"],
            let entries = report.entries(pages, of: "the pages")
        else { return [] }
        return entries.filter { !$0.isRepeated }.compactMap(page)
    }

    private func page(_ entry: Node.Entry) -> PageSpec? {
        guard report.checkName(entry.key, of: "a page", at: entry.keyLocation) else { return nil }
        if entry.value.isBlock {
            guard let fields = Fields(entry.value, of: "a page", keys: ["view", "show"], report: report) else { return nil }
            let view = report.choice(fields, "view", of: PageSpec.View.self)
            guard let show = fields["show"] else {
                return report.error(
                    entry.keyLocation, "a page needs show, the parameters that it shows, as {view: mixer, show: [master, drums.*]}")
            }
            return PageSpec(name: entry.key, view: view, show: patterns(show), buttons: buttons(show))
        }
        guard case .list = entry.value.content else {
            return report.refuse(
                entry.value,
                "a page is a list of parameters such as [master, drums.*], or {view: mixer, show: [master, drums.*]}, "
                    + "not \(entry.value.described)")
        }
        return PageSpec(name: entry.key, show: patterns(entry.value), buttons: buttons(entry.value))
    }

    private func patterns(_ node: Node) -> [String] {
        guard case .list(let items) = node.content else {
            report.refuse(node, "show is a list of parameters such as [master, drums.*], not \(node.described)")
            return []
        }
        return items.compactMap { $0.isBlock ? parameter(ofButton: $0)?.id : pattern($0) }
    }

    // MARK: Buttons

    /// The parameter of an item such as `{parameter: talk, action: hold, value: on}`.
    private func parameter(ofButton node: Node) -> ParameterSpec? {
        guard let id = node.entries.first(where: { $0.key == "parameter" })?.value.text else { return nil }
        return parameters.specs.first { $0.id == id }
    }

    /// What the buttons of a page do, as far as the config says so.
    private func buttons(_ node: Node) -> [String: PageSpec.Button] {
        guard case .list(let items) = node.content else { return [:] }
        var buttons: [String: PageSpec.Button] = [:]
        for item in items where item.isBlock {
            guard let button = button(item), let id = parameter(ofButton: item)?.id else { continue }
            if buttons.updateValue(button, forKey: id) != nil {
                report.error(item.location, "\(id.forDisplay) has a button on this page already")
            }
        }
        return buttons
    }

    private static let keys = ["parameter", "action", "value", "by", "size"]

    private static let elsewhere = ["latch": "an offset of a page lasts while a finger is on its button"]

    private func button(_ node: Node) -> PageSpec.Button? {
        guard let fields = Fields(node, of: "a button", keys: Self.keys + PressReader.keys, report: report, elsewhere: Self.elsewhere)
        else { return nil }
        guard fields["action"] != nil || fields.values.contains(where: { PressReader.keys.contains($0.key) }) else {
            return report.error(
                node.location, "a button in a block needs its action: \(Self.example); without a block it does what is usual")
        }
        var jobs: [String: PageSpec.Job] = [:]
        let first = job(fields)
        let reader = PressReader(report: report, control: nil) { node, key in
            guard let (job, action) = self.job(node, key) else { return nil }
            jobs[key] = job
            return Mapping(parameter: nil, action: action)
        }
        guard let presses = reader.read(fields, first.map { Mapping(parameter: nil, action: $0.action) })?.presses, let first else {
            return nil
        }
        func seconds(_ time: MonotonicTime.Interval?) -> Double? { time.map { Double($0.nanoseconds) / 1e9 } }
        return PageSpec.Button(
            first: first.job, long: jobs["long"], double: jobs["double"],
            longAfter: presses.long.flatMap { _ in seconds(presses.longAfter) },
            doubleWithin: presses.double.flatMap { _ in seconds(presses.doubleWithin) },
            confirm: seconds(presses.confirm), repeats: seconds(presses.repeats))
    }

    /// What a long or double press does: an id, or a block.
    private func job(_ node: Node, _ key: String) -> (job: PageSpec.Job, action: ControlAction)? {
        if node.isBlock {
            return Fields(node, of: "a \(key) press", keys: Self.keys, report: report, elsewhere: Self.elsewhere).flatMap { job($0) }
        }
        return spec(node).flatMap { job(Fields(at: node.location), of: $0) }
    }

    private func spec(_ node: Node) -> ParameterSpec? {
        guard let id = report.word(node, "an id", limit: Limits.label) else { return nil }
        if let spec = parameters.specs.first(where: { $0.id == id }) { return spec }
        return report.error(node.location, "there is no parameter \"\(id.forDisplay)\"", instead: id, of: ids)
    }

    private func job(_ fields: Fields) -> (job: PageSpec.Job, action: ControlAction)? {
        guard let named = fields["parameter"] else {
            return report.error(fields.location, "a button needs its parameter: \(Self.example)")
        }
        return spec(named).flatMap { job(fields, of: $0) }
    }

    private func job(_ fields: Fields, of spec: ParameterSpec) -> (job: PageSpec.Job, action: ControlAction)? {
        // Options that a target tells have no numbers of their own.
        if spec.isSupplied, let value = fields["value"], let action = fields["action"]?.text, ["hold", "set"].contains(action) {
            guard let option = report.word(value, "an option", limit: Limits.label) else { return nil }
            return action == "hold"
                ? (PageSpec.Job(parameter: spec.id, act: .holdOption(option)), .hold(0))
                : (PageSpec.Job(parameter: spec.id, act: .setOption(option)), .set(0))
        }
        if let action = fields["action"], let word = action.text, ["bank", "page", "spill", "modifier", "flip"].contains(word) {
            return report.error(action.location, "\(word) is an action of a surface, and a button of a page has none")
        }
        let standard = ButtonRule.press(on: spec.kind) ?? .follow
        let reader = ActionReader(report: report)
        guard reader.isActionKnown(fields), let action = reader.read(fields, on: spec, standard: standard) else { return nil }
        let act: PageSpec.Act
        switch action {
        case .hold(let value): act = .hold(value)
        case .follow where spec.kind.isSwitch: act = .follow
        case .follow:
            return report.error(
                (fields["action"] ?? fields["parameter"])?.location ?? fields.location,
                "follow is for a toggle, which is on while the button is down; \(spec.id.forDisplay) needs another action, such as hold")
        case .offset(let distance, _): act = .offset(distance)
        case .toggle, .toggleSpan: act = .toggle
        case .step(let count, let size): act = .step(count, size)
        case .cycle(let count): act = .cycle(count)
        case .set(let value): act = .set(value)
        case .reset: act = .reset
        case .press: act = .press
        case .missing, .light, .bank, .page, .turn, .modifier, .select: return nil
        }
        return (PageSpec.Job(parameter: spec.id, act: act), action)
    }

    private static let example = "{parameter: talk, action: hold, value: on}"

    private func pattern(_ node: Node) -> String? {
        guard let text = report.word(node, "an id, or a pattern such as drums.*", limit: Limits.label) else { return nil }
        // Only a warning, because a program may declare such a parameter later.
        let glob = ClientGlob(text)
        let prefix = glob.literalPrefix
        if parameters.meaning(of: text) == nil, !ids.contains(where: { $0.hasPrefix(prefix) && glob.matches($0) }) {
            report.warning(node.location, "no parameter of this config matches \"\(text.forDisplay)\"")
        }
        return text
    }
}
