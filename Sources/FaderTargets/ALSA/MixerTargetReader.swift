package import FaderConfig
internal import FaderValues

extension MixerTargetSpec: ReadableTarget {
    private static let keys = ["card", "control", "index", "capture"]
    private static let mostControls = 1024

    /// `{alsa: {card: PCH, control: Master}}`. The parameter's kind decides which property is bound.
    package static func read(_ node: Node, for subject: TargetReader.Subject, by reader: TargetReader) -> MixerTargetSpec? {
        let report = reader.report
        guard let outer = Fields(node, of: "an alsa target", keys: ["alsa"], report: report), let block = outer["alsa"],
            let fields = Fields(block, of: "an alsa target", keys: keys, report: report)
        else { return nil }
        guard let card = fields["card"], let control = fields["control"] else {
            return report.error(
                block.location,
                "an alsa target needs a card and a control, such as {card: PCH, control: Master}; \"amixer -c PCH\" lists them")
        }
        guard let card = report.text(card, "a card", limit: Limits.label),
            let control = report.text(control, "a control", limit: Limits.label)
        else { return nil }
        var target = MixerTargetSpec(card: card, control: control, property: property(of: subject.spec))
        target.index = report.integer(fields, "index", in: 0...mostControls) ?? 0
        target.isCapture = report.truth(fields, "capture") ?? false
        return target
    }

    private static func property(of spec: ParameterSpec) -> Property {
        if spec.kind.isSwitch { return .switch }
        return spec.kind.options.map { .item($0.map(\.label)) } ?? .volume
    }
}
