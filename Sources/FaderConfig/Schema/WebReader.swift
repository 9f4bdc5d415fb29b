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
            return PageSpec(name: entry.key, view: view, show: patterns(show))
        }
        guard case .list = entry.value.content else {
            return report.refuse(
                entry.value,
                "a page is a list of parameters such as [master, drums.*], or {view: mixer, show: [master, drums.*]}, "
                    + "not \(entry.value.described)")
        }
        return PageSpec(name: entry.key, show: patterns(entry.value))
    }

    private func patterns(_ node: Node) -> [String] {
        guard case .list(let items) = node.content else {
            report.refuse(node, "show is a list of parameters such as [master, drums.*], not \(node.described)")
            return []
        }
        return items.compactMap(pattern)
    }

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
