package import FaderConfig
internal import FaderValues

extension BrightnessTargetSpec: ReadableTarget {
    /// `{brightness: default}`, `{brightness: intel_backlight}` or `{brightness: "leds/tpacpi::kbd_backlight"}`.
    package static func read(_ node: Node, for subject: TargetReader.Subject, by reader: TargetReader) -> BrightnessTargetSpec? {
        let (report, kind) = (reader.report, subject.spec.kind)
        guard let fields = Fields(node, of: "a brightness target", keys: ["brightness"], report: report),
            let device = fields["brightness"].flatMap({ device($0, report) })
        else { return nil }
        guard kind.isNumber || kind.isSwitch else {
            return report.error(node.location, "a brightness is a number, or on or off, not a \(kind.word)")
        }
        return BrightnessTargetSpec(device)
    }

    private static func device(_ node: Node, _ report: Report) -> Device? {
        let what = "default or the name of a directory in /sys/class/backlight, or leds/NAME for one in /sys/class/leds"
        guard let text = report.word(node, what, limit: Limits.name) else { return nil }
        if text == "default" { return .screen }
        var (subsystem, name) = (Subsystem.backlight, text[...])
        if let slash = text.firstIndex(of: "/"), let given = Subsystem(rawValue: String(text[..<slash])) {
            (subsystem, name) = (given, text[text.index(after: slash)...])
        }
        guard !name.isEmpty, !name.contains("/"), name != ".", name != ".." else {
            return report.error(node.location, "expected \(what), found \(node.described)")
        }
        return .named(subsystem, String(name))
    }
}
