internal import FaderModel

extension BrightnessTargetSpec: ReadableTarget {
    static func read(_ node: Node, for subject: TargetReader.Subject, by reader: TargetReader) -> BrightnessTargetSpec? {
        BrightnessTargetReader(report: reader.report).read(node, subject.spec)
    }
}

/// Reads a `brightness` target: `{brightness: default}`, `{brightness: intel_backlight}`, `{brightness: "leds/tpacpi::kbd_backlight"}`.
struct BrightnessTargetReader {
    let report: Report

    func read(_ node: Node, _ spec: ParameterSpec) -> BrightnessTargetSpec? {
        guard let fields = Fields(node, of: "a brightness target", keys: ["brightness"], report: report),
            let device = fields["brightness"].flatMap(device)
        else { return nil }
        switch spec.kind {
        case .number, .integer, .toggle: return BrightnessTargetSpec(device)
        case .choice, .text, .trigger:
            return report.error(node.location, "a brightness is a number, or on or off, not a \(spec.kind.word)")
        }
    }

    private func device(_ node: Node) -> BrightnessTargetSpec.Device? {
        let what = "default or the name of a directory in /sys/class/backlight, or leds/NAME for one in /sys/class/leds"
        guard let text = report.word(node, what, limit: Limits.name) else { return nil }
        if text == "default" { return .screen }
        var (subsystem, name) = (BrightnessTargetSpec.Subsystem.backlight, text[...])
        if let slash = text.firstIndex(of: "/"), let given = BrightnessTargetSpec.Subsystem(rawValue: String(text[..<slash])) {
            (subsystem, name) = (given, text[text.index(after: slash)...])
        }
        guard !name.isEmpty, !name.contains("/"), name != ".", name != ".." else {
            return report.error(node.location, "expected \(what), found \(node.described)")
        }
        return .named(subsystem, String(name))
    }
}
