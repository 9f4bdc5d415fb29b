internal import FaderModel

/// Reads `target:` of the parameters, and `targets:`.
final class TargetReader {
    /// A `target:`, with its parameter and its location.
    struct Entry {
        let id: String
        let keyLocation: Location
        let node: Node
    }

    let report: Report
    private let parameters: ParameterTable
    /// The entries of `targets:`; nil for one with errors.
    private var peers: [String: OSCPeerSpec?] = [:]
    /// The parameter that already has a target, by the target's identity.
    private var claims: [String: (id: String, location: Location)] = [:]

    init(report: Report, parameters: ParameterTable) {
        self.report = report
        self.parameters = parameters
    }

    /// The section `parameters:` without its targets, and the targets. A program that declares a parameter cannot give it a target, because
    /// only the config may say what is run on this machine.
    static func takeOut(_ section: Node) -> (rest: Node, targets: [Entry]) {
        guard case .block(let entries) = section.content else { return (section, []) }
        var targets: [Entry] = []
        let rest = entries.map { entry -> Node.Entry in
            guard case .block(let keys) = entry.value.content, keys.contains(where: { $0.key == "target" }) else { return entry }
            for key in keys where key.key == "target" && !key.isRepeated && !entry.isRepeated {
                targets.append(Entry(id: entry.key, keyLocation: key.keyLocation, node: key.value))
            }
            return entry.with(Node(location: entry.value.location, content: .block(keys.filter { $0.key != "target" })))
        }
        return (Node(location: section.location, content: .block(rest)), targets)
    }

    /// `targets:`, the programs and consoles that parameters name.
    func readPeers(_ node: Node) {
        guard let entries = report.entries(node, of: "the targets") else { return }
        let reader = OSCTargetReader(report: report)
        var listeners: [Int: (name: String, peer: OSCPeerSpec)] = [:]
        for entry in entries where !entry.isRepeated {
            report.checkName(entry.key, of: "a target", at: entry.keyLocation)
            let peer = reader.peer(entry.value)
            if let listen = peer?.listen, let other = listeners[listen], other.peer != peer {
                report.error(entry.keyLocation, "\"\(other.name.forDisplay)\" already listens at port \(listen); only one entry can")
            } else if let peer, let listen = peer.listen, listeners[listen] == nil {
                listeners[listen] = (entry.key, peer)
            }
            peers[entry.key] = .some(peer)
        }
    }

    /// The location of the first `pulse` target; nil if there is none.
    func firstPulse(_ entries: [Entry]) -> Location? {
        for entry in entries {
            guard case .block(let keys) = entry.node.content else { continue }
            if let key = keys.first(where: { $0.key == "pulse" }) { return key.keyLocation }
        }
        return nil
    }

    /// The targets of the parameters, in file order.
    func readAll(_ entries: [Entry]) -> [TargetBinding] {
        entries.compactMap { entry in
            guard let spec = parameter(of: entry), let target = target(entry.node, spec) else { return nil }
            if let claim = claims[target.identity] {
                report.error(
                    entry.keyLocation,
                    "\(target.name) is the target of \"\(claim.id.forDisplay)\" already (\(claim.location.described(from: entry.keyLocation))); "
                        + "a target can have one parameter, and that one can be mapped to any number of controls")
                return nil
            }
            claims[target.identity] = (entry.id, entry.keyLocation)
            return TargetBinding(parameter: entry.id, target: target)
        }
    }

    /// The parameter that a target is for; nil if it cannot have a target, which is reported, or if it has errors.
    private func parameter(of entry: Entry) -> ParameterSpec? {
        switch parameters.meaning(of: entry.id) {
        case .parameter(let index): return parameters.specs[index]
        case .unfit, .nearest:
            if let index = parameters.parameter(entry.id) { return parameters.specs[index] }
            report.error(
                entry.keyLocation,
                "\(entry.id.forDisplay) cannot have a target: only numbers, integers, toggles, choices and texts can, "
                    + "each bound to one thing")
            return nil
        case .damaged, nil: return nil
        }
    }

    private static let kinds = ["pulse", "alsa", "osc", "exec"]

    private func target(_ node: Node, _ spec: ParameterSpec) -> TargetSpec? {
        guard let entries = report.entries(node, of: "a target") else { return nil }
        guard let kind = entries.first(where: { Self.kinds.contains($0.key) }) else {
            let found = entries.first
            report.error(
                found?.keyLocation ?? node.location,
                found.map { "unknown kind of target \"\($0.key.forDisplay)\"; the kinds are \(Self.kinds.joined(separator: ", "))" }
                    ?? "a target has one of \(Self.kinds.joined(separator: ", "))", instead: found?.key ?? "", of: Self.kinds)
            return nil
        }
        if case .text = spec.kind, kind.key != "osc" {
            report.error(kind.keyLocation, "\(spec.id.forDisplay) is a text, which only an osc target can have")
            return nil
        }
        switch kind.key {
        case "pulse": return PulseTargetReader(report: report).read(node, spec).map { .pulse($0) }
        case "alsa": return MixerTargetReader(report: report).read(node, spec).map { .alsa($0) }
        case "osc": return OSCTargetReader(report: report).read(node, spec, peers: peers).map { .osc($0) }
        default: return ExecTargetReader(report: report).read(node).map { .exec($0) }
        }
    }
}

extension Report {
    /// One text, or a list of texts.
    func words(_ node: Node, _ what: String) -> [String]? {
        guard case .list(let items) = node.content else { return word(node, what, limit: Limits.text).map { [$0] } }
        guard !items.isEmpty else {
            error(node.location, "expected \(what), found an empty list")
            return nil
        }
        let words = items.compactMap { word($0, what, limit: Limits.text) }
        return words.count == items.count ? words : nil
    }
}
