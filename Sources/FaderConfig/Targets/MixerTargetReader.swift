internal import FaderModel

extension MixerTargetSpec: ReadableTarget {
    static func read(_ node: Node, for subject: TargetReader.Subject, by reader: TargetReader) -> MixerTargetSpec? {
        MixerTargetReader(report: reader.report).read(node, subject.spec)
    }
}

/// Reads an `alsa` target: `{alsa: {card: PCH, control: Master}}`. The parameter's kind decides which property of the control is bound.
struct MixerTargetReader {
    let report: Report

    private static let keys = ["card", "control", "index", "capture"]
    private static let mostControls = 1024

    func read(_ node: Node, _ spec: ParameterSpec) -> MixerTargetSpec? {
        guard let outer = Fields(node, of: "an alsa target", keys: ["alsa"], report: report), let block = outer["alsa"],
            let fields = Fields(block, of: "an alsa target", keys: Self.keys, report: report)
        else { return nil }
        guard let card = fields["card"], let control = fields["control"] else {
            return report.error(
                block.location,
                "an alsa target has a card and a control, such as {card: PCH, control: Master}; \"amixer -c PCH\" lists them")
        }
        guard let card = report.text(card, "a card", limit: Limits.label),
            let control = report.text(control, "a control", limit: Limits.label)
        else { return nil }
        var target = MixerTargetSpec(card: card, control: control, property: property(of: spec))
        target.index = report.integer(fields, "index", in: 0...Self.mostControls) ?? 0
        target.isCapture = report.truth(fields, "capture") ?? false
        return target
    }

    private func property(of spec: ParameterSpec) -> MixerTargetSpec.Property {
        switch spec.kind {
        case .toggle: .switch
        case .choice(let options): .item(options.map(\.label))
        case .number, .integer, .text, .trigger: .volume
        }
    }
}
