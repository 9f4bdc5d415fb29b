internal import FaderConsole
internal import FaderModel

/// Reads `map:`: which control drives which parameter, and how.
struct MapReader {
    let report: Report
    let parameters: ParameterTable
    /// Every id that can be mapped, to suggest from.
    let ids: [String]

    private static let keys = ["parameter", "action", "by", "size", "value"]
    private static let elsewhere = ["invert": "which way a control goes is said of the control, as controls: {fader.1: {invert: true}}"]

    /// Adds the mappings to the surface. `isWhole`: all controls are known, so an unknown one is an error of the map.
    func read(_ node: Node, controls: [ControlEntry], isWhole: Bool, into surface: inout SurfaceSpec) {
        guard let entries = report.entries(node, of: "the map") else { return }
        let known = Set(controls.map(\.id))
        let places = [String: Int](uniqueKeysWithValues: surface.controls.enumerated().map { ($1.id, $0) })
        for entry in entries where !entry.isRepeated {
            if !known.contains(entry.key), isWhole {
                let message = "the surface \(surface.name.forDisplay) has no control \"\(entry.key.forDisplay)\""
                if let others = others(like: entry.key, in: controls) {
                    if !report.isLost(entry.key) { report.error(entry.keyPlace, "\(message): it has \(others)") }
                } else {
                    report.error(entry.keyPlace, message, instead: entry.key, of: controls.map(\.id))
                }
            }
            let index = places[entry.key]
            guard let mapping = mapping(entry.value, of: index.map { surface.controls[$0] }), let index else { continue }
            surface.controls[index].parameter = mapping.parameter
            surface.controls[index].otherEnd = mapping.otherEnd
            surface.controls[index].action = mapping.action
        }
    }

    /// The controls of the same kind as a missing numbered one: `fader.1 … fader.8`. All are listed because none is a likelier guess.
    private func others(like id: String, in controls: [ControlEntry]) -> String? {
        guard let dot = id.lastIndex(of: "."), Names.isControl(id) else { return nil }
        let kind = id[...dot]
        let numbers = controls.compactMap { $0.id.hasPrefix(kind) ? Int($0.id.dropFirst(kind.count)) : nil }.sorted()
        guard let first = numbers.first, let last = numbers.last else { return nil }
        if last - first + 1 == numbers.count, numbers.count > 2 { return "\(kind)\(first) … \(kind)\(last)" }
        return numbers.prefix(12).map { "\(kind)\($0)" }.joined(separator: ", ") + (numbers.count > 12 ? " …" : "")
    }

    private typealias Mapping = (parameter: ParameterIndex, otherEnd: ParameterIndex?, action: ControlAction)

    /// An id, or a block that also says what the control does.
    private func mapping(_ node: Node, of control: ControlSpec?) -> Mapping? {
        guard case .block = node.content else {
            switch meaning(node) {
            case .parameter(let index): return (index, nil, ButtonRule.action(of: control, on: parameters.specs[index].kind))
            case .nearest(let low, let high): return (low, high, .follow)
            default: return nil
            }
        }
        guard let fields = Fields(node, of: "a mapping", keys: Self.keys, report: report, elsewhere: Self.elsewhere) else { return nil }
        guard let id = fields["parameter"] else {
            report.error(node.place, "a mapping needs a parameter: {parameter: ID, action: toggle}")
            return nil
        }
        let reader = ActionReader(report: report)
        switch meaning(id) {
        case .parameter(let index):
            let spec = parameters.specs[index]
            return reader.read(fields, on: spec, standard: ButtonRule.action(of: control, on: spec.kind)).map { (index, nil, $0) }
        case .nearest(let low, let high):
            guard let action = reader.read(fields, on: parameters.specs[low], standard: .follow) else { return nil }
            if action == .follow { return (low, high, .follow) }
            report.error(fields["action"]?.place ?? node.place, "the nearer end of a range can only be followed; name one of its ends")
            return nil
        default:
            reader.check(fields)
            return nil
        }
    }

    /// What an id stands for; nil if no control can drive it, which is reported. A parameter with errors of its own is not reported again.
    private func meaning(_ node: Node) -> ParameterTable.Meaning? {
        guard case .scalar(let scalar) = node.content, !node.isEmpty else {
            if !node.isUnusable { report.error(node.place, "expected the id of a parameter, found \(node.described)") }
            return nil
        }
        switch parameters.meaning(of: scalar.text) {
        case nil: report.error(node.place, "there is no parameter \"\(scalar.text.forDisplay)\"", instead: scalar.text, of: ids)
        case .unfit(let reason): report.error(node.place, reason)
        case let meaning: return meaning
        }
        return nil
    }
}
