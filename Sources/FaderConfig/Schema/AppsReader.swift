internal import FaderValues

/// `apps:` turns every program that plays sound into a parameter.
struct AppsReader {
    let report: Report
    let parameters: ParameterReader

    func read(_ node: Node) -> AppsSpec? {
        guard let fields = Fields(node, of: "apps", keys: ["each", "type", "auto"], report: report) else { return nil }
        var apps = AppsSpec()
        if let each = fields["each"] { apps.each = pattern(each) ?? apps.each }
        if let auto = fields["auto"], report.truth(auto, "auto") == false {
            report.error(auto.location, "auto can only be true here: a surface with \"auto: true\" gives the programs its free controls")
        }
        if let type = fields["type"] {
            guard let name = report.word(type, "the name of a type", limit: Limits.label) else { return nil }
            apps.type = name
            check(type)
        }
        return apps
    }

    private func pattern(_ node: Node) -> String? {
        guard let text = report.word(node, "an id with {name} in it", limit: Limits.id) else { return nil }
        let parts = text.split(separator: "{", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].hasPrefix("name}"), ParameterSpec.isValidID(AppsSpec(each: text).id(for: "x")) else {
            return report.error(node.location, "each must be an id with {name} in it, such as app.{name}, found \(node.described)")
        }
        return text
    }

    /// Reports a type that is not a number: a volume is one.
    private func check(_ type: Node) {
        let entry = Node.Entry(key: "type", keyLocation: type.location, value: type)
        let node = Node(location: type.location, content: .block([entry]))
        let whole = Node.Entry(key: "app", keyLocation: type.location, value: node)
        guard let own = parameters.own(node) else { return }
        let (before, fields) = (report.errors, parameters.types.complete(own))
        guard !fields.lackType else { return }
        guard case .one(let spec, _) = parameters.read(fields, at: whole), report.errors == before else {
            if report.errors == before { report.error(type.location, "the volume of a program is a number: name a type of numbers") }
            return
        }
        guard !spec.kind.isNumber else { return }
        report.error(type.location, "the volume of a program is a number, not a \(spec.kind.word)")
    }
}
