internal import FaderModel

/// Reads a `pulse` target: `{pulse: default-sink, property: mute}`, `{pulse: {app: [spotify*, mpv]}}`.
struct PulseTargetReader {
    let report: Report

    private static let plain: [(word: String, value: PulseTargetSpec.Selection)] = [
        ("default-sink", .defaultSink), ("default-source", .defaultSource),
    ]
    private static let selections = ["app", "rest", "except", "capture", "sink", "source"]

    func read(_ node: Node, _ spec: ParameterSpec) -> PulseTargetSpec? {
        guard let fields = Fields(node, of: "a pulse target", keys: ["pulse", "property"], report: report), let pulse = fields["pulse"]
        else { return nil }
        var property = PulseTargetSpec.Property.volume
        if let node = fields["property"] {
            guard let read = report.choice(node, "property", of: PulseTargetSpec.Property.self) else {
                return nil
            }
            property = read
        }
        guard let (selection, isCapture) = selection(pulse), fits(property, spec, at: node.location) else { return nil }
        return PulseTargetSpec(selection, property, isCapture: isCapture)
    }

    private func selection(_ node: Node) -> (PulseTargetSpec.Selection, isCapture: Bool)? {
        guard case .block = node.content else { return report.choice(node, "pulse", of: Self.plain).map { ($0, false) } }
        guard let fields = Fields(node, of: "a pulse target", keys: Self.selections, report: report) else { return nil }
        let named = fields.values.filter { $0.key != "except" && $0.key != "capture" }
        guard named.count == 1, let entry = named.first else {
            report.error(node.location, "a pulse target is one of app, rest, sink and source")
            return nil
        }
        if let except = fields["except"], entry.key != "rest" {
            report.error(except.location, "except is for rest")
            return nil
        }
        var isCapture = false
        if let capture = fields["capture"] {
            guard entry.key == "app" || entry.key == "rest" else {
                report.error(capture.location, "capture is for app and rest: a sink plays and a source records")
                return nil
            }
            guard let truth = report.truth(capture, "capture") else { return nil }
            isCapture = truth
        }
        guard entry.key != "rest" else { return rest(entry.value, fields["except"]).map { ($0, isCapture) } }
        guard let globs = report.words(entry.value, "a name, such as \"*firefox*\"") else { return nil }
        return (entry.key == "app" ? .app(globs) : entry.key == "sink" ? .sink(globs) : .source(globs), isCapture)
    }

    private func rest(_ node: Node, _ except: Node?) -> PulseTargetSpec.Selection? {
        guard let isRest = report.truth(node, "rest") else { return nil }
        guard isRest else {
            report.error(node.location, "rest can only be true: leave the target out instead")
            return nil
        }
        guard let except else { return .rest(except: []) }
        return report.words(except, "a name, such as \"*firefox*\"").map { .rest(except: $0) }
    }

    private func fits(_ property: PulseTargetSpec.Property, _ spec: ParameterSpec, at location: Location) -> Bool {
        switch (property, spec.kind) {
        case (.volume, .number), (.volume, .integer), (.mute, .toggle): return true
        case (.volume, _):
            report.error(location, "a volume is a number, not a \(spec.kind.word); \"property: mute\" is for a toggle")
        case (.mute, _):
            report.error(location, "mute is on or off: the parameter has to be a toggle, not a \(spec.kind.word)")
        }
        return false
    }
}
