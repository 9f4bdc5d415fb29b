package import FaderConfig
internal import FaderValues

extension MPRISTargetSpec: ReadableTarget {
    package static func read(_ node: Node, for subject: TargetReader.Subject, by reader: TargetReader) -> MPRISTargetSpec? {
        let mpris = MPRISTargetReader(report: reader.report)
        return subject.isPressed ? mpris.readPress(node) : mpris.read(node, subject.spec)
    }
}

/// `{mpris: "spotify*", property: playing}`, or for a trigger `{mpris: "spotify*", call: next}`.
struct MPRISTargetReader {
    let report: Report

    private static let prefix = "org.mpris.MediaPlayer2."

    func read(_ node: Node, _ spec: ParameterSpec) -> MPRISTargetSpec? {
        let elsewhere = ["call": "call is for a trigger: kind: trigger"]
        guard let fields = Fields(node, of: "an mpris target", keys: ["mpris", "property"], report: report, elsewhere: elsewhere),
            let player = player(fields)
        else { return nil }
        let property = fields["property"].map { report.choice($0, "property", of: MPRISTargetSpec.Property.self) } ?? .volume
        guard let property else { return nil }
        return fits(property, spec, at: node.location) ? MPRISTargetSpec(player: player, .property(property)) : nil
    }

    func readPress(_ node: Node) -> MPRISTargetSpec? {
        let elsewhere = ["property": "a trigger has no value: write call instead, such as call: play-pause"]
        let errors = report.errors
        guard
            let fields = Fields(
                node, of: "an mpris target", keys: ["mpris", "call"], report: report, elsewhere: elsewhere, tellsKeys: true),
            let player = player(fields), report.errors == errors
        else { return nil }
        guard let call = fields["call"] else {
            let words = MPRISTargetSpec.Call.allCases.map(\.rawValue).joined(separator: ", ")
            return report.error(node.location, "a trigger for a player needs a call: \(words)")
        }
        return report.choice(call, "call", of: MPRISTargetSpec.Call.self).map { MPRISTargetSpec(player: player, .call($0)) }
    }

    private func player(_ fields: Fields) -> String? {
        guard let node = fields["mpris"], let glob = report.word(node, "the name of a player, such as \"spotify*\"", limit: Limits.glob)
        else { return nil }
        if glob.hasPrefix(Self.prefix) {
            return report.error(
                node.location, "the name of a player is what follows \(Self.prefix)", suggestion: String(glob.dropFirst(Self.prefix.count)))
        }
        if glob == "playerctld" {
            return report.error(node.location, "playerctld only stands for other players: name those, or write \"*\" for any")
        }
        return glob
    }

    private func fits(_ property: MPRISTargetSpec.Property, _ spec: ParameterSpec, at location: Location) -> Bool {
        switch property {
        case .volume, .position:
            if spec.kind.isNumber { return true }
            report.error(location, "a \(property.rawValue) is a number, not a \(spec.kind.word); \"property: playing\" is for a toggle")
        case .playing, .shuffle:
            if spec.kind.isSwitch { return true }
            report.error(location, "\(property.rawValue) is on or off: the parameter has to be a toggle, not a \(spec.kind.word)")
        }
        return false
    }
}
