internal import FaderConsole
internal import FaderValues

/// Reads `web:`, the settings of the web page.
struct WebReader {
    let report: Report
    /// Every id of a parameter or compound.
    private let ids: [String]
    private let parameters: ParameterTable

    init(report: Report, parameters: ParameterTable) {
        self.report = report
        self.parameters = parameters
        ids = parameters.specs.map(\.id) + parameters.compounds.map(\.id)
    }

    /// The pages, in the order of the file.
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

    /// What the buttons of a page do, where the config says it.
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

    private func button(_ node: Node) -> PageSpec.Button? {
        guard let fields = Fields(node, of: "a button", keys: ["parameter", "action", "value"], report: report) else { return nil }
        guard let named = fields["parameter"] else {
            return report.error(node.location, "a button needs its parameter: \(Self.example)")
        }
        guard let id = report.word(named, "an id", limit: Limits.label) else { return nil }
        guard let spec = parameters.specs.first(where: { $0.id == id }) else {
            return report.error(named.location, "there is no parameter \"\(id.forDisplay)\"", instead: id, of: ids)
        }
        guard fields["action"] != nil else {
            return report.error(
                node.location, "a button in a block needs its action: \(Self.example); without a block it does what is usual")
        }
        // Options that a target tells have no numbers of their own.
        if spec.isSupplied, fields["action"]?.text == "hold", let value = fields["value"] {
            return report.word(value, "an option", limit: Limits.label).map { .holdOption($0) }
        }
        switch ActionReader(report: report).read(fields, on: spec, standard: .toggle) {
        case .hold(let value): return .hold(value)
        case .follow where spec.kind.kindWord == .toggle: return .follow
        case .follow:
            return report.error(node.location, "follow is for a toggle, which is on while the button is down; a value needs action: hold")
        case nil: return nil
        default: return report.error(node.location, "the button of a page takes action: hold or follow, as \(Self.example)")
        }
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
