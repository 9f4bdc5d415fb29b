package import FaderConfig
package import FaderValues

extension PulseTargetSpec: ReadableTarget {
    package static func read(_ node: Node, for subject: TargetReader.Subject, by reader: TargetReader) -> PulseTargetSpec? {
        PulseTargetReader(report: reader.report).read(node, subject.spec)
    }
}

/// `{pulse: default-sink, property: mute}`, `{pulse: {app: [spotify*, mpv]}}`.
struct PulseTargetReader {
    let report: Report

    private static let plain: [(word: String, value: PulseTargetSpec.Selection)] = [
        ("default-sink", .defaultSink), ("default-source", .defaultSource),
    ]
    private static let selections = ["app", "title", "rest", "except", "capture", "focused", "sink", "source"]

    func read(_ node: Node, _ spec: ParameterSpec) -> PulseTargetSpec? {
        guard let fields = Fields(node, of: "a pulse target", keys: ["pulse", "property", "words"], report: report),
            let pulse = fields["pulse"]
        else { return nil }
        let property = fields["property"].map { report.choice($0, "property", of: PulseTargetSpec.Property.self) } ?? .volume
        guard let property, let (selection, isCapture) = selection(pulse), fits(property, spec, at: node.location) else { return nil }
        let isOfDevice = property == .device
        report.check(
            fields.locations,
            [
                KeyUse("words", if: !isOfDevice, "only devices have names"),
                KeyUse("words", if: isOfDevice && spec.isSupplied, "without options the devices are those that the sound server has"),
            ])
        guard isOfDevice else { return PulseTargetSpec(selection, property, isCapture: isCapture) }
        switch selection {
        case .defaultSink, .defaultSource, .app: break
        case .sink, .source, .rest, .program, .focused:
            return report.error(node.location, "property: device is for default-sink, default-source, app and title")
        }
        let words = fields["words"].flatMap { words in
            spec.isSupplied ? nil : report.words(words, "names of devices, such as [\"*usb*\", \"*hdmi*\"]", forEach: "options", of: spec)
        }
        return PulseTargetSpec(selection, property, isCapture: isCapture, words: words ?? [], suppliesOptions: spec.isSupplied)
    }

    private func selection(_ node: Node) -> (PulseTargetSpec.Selection, isCapture: Bool)? {
        guard case .block = node.content else { return report.choice(node, "pulse", of: Self.plain).map { ($0, false) } }
        guard let fields = Fields(node, of: "a pulse target", keys: Self.selections, report: report) else { return nil }
        let isOfStreams = fields["app"] != nil || fields["title"] != nil
        let others = ["rest", "focused", "sink", "source"].filter { fields[$0] != nil }
        guard others.count + (isOfStreams ? 1 : 0) == 1 else {
            return report.error(node.location, "a pulse target is one of app, title (or both of them), rest, focused, sink and source")
        }
        if let except = fields["except"], others != ["rest"] { return report.error(except.location, "except is for rest") }
        var isCapture = false
        if let capture = fields["capture"] {
            guard isOfStreams || others == ["rest"] else {
                return report.error(capture.location, "capture is for app, title and rest: a sink plays and a source records")
            }
            guard let truth = report.truth(capture, "capture") else { return nil }
            isCapture = truth
        }
        if isOfStreams { return pattern(fields).map { (.app($0), isCapture) } }
        if let rest = fields["rest"] { return self.rest(rest, fields["except"]).map { ($0, isCapture) } }
        if let focused = fields["focused"] {
            guard let isFocused = report.truth(focused, "focused") else { return nil }
            return isFocused ? (.focused, false) : report.error(focused.location, "focused can only be true: leave the target out instead")
        }
        if let sink = fields["sink"] { return globs(sink).map { (.sink($0), false) } }
        return fields["source"].flatMap { globs($0) }.map { (.source($0), false) }
    }

    private static let exampleOfApp = "a name, such as \"*firefox*\""

    private func globs(_ node: Node) -> [String]? { report.words(node, Self.exampleOfApp) }

    /// If both `app:` and `title:` are given, both must match.
    private func pattern(_ fields: Fields) -> StreamPattern? {
        var pattern = StreamPattern()
        if let app = fields["app"] {
            guard let globs = globs(app) else { return nil }
            pattern.apps = globs
        }
        if let title = fields["title"] {
            guard let globs = report.words(title, "a title, such as \"*meeting*\"") else { return nil }
            pattern.titles = globs
        }
        return pattern
    }

    private func rest(_ node: Node, _ except: Node?) -> PulseTargetSpec.Selection? {
        guard let isRest = report.truth(node, "rest") else { return nil }
        guard isRest else { return report.error(node.location, "rest can only be true: leave the target out instead") }
        guard let except else { return .rest(except: []) }
        return exceptions(except).map { .rest(except: $0) }
    }

    /// One program, or streams by program and title, or a list of these.
    private func exceptions(_ node: Node) -> [StreamPattern]? {
        switch node.content {
        case .block(let entries):
            guard let fields = Fields(node, of: "except", keys: ["app", "title"], report: report) else { return nil }
            guard !fields.values.isEmpty else {
                if entries.isEmpty { report.error(node.location, "an exception has an app, a title or both") }
                return nil
            }
            return pattern(fields).map { [$0] }
        case .list(let items) where !items.isEmpty:
            let all = items.compactMap { item -> [StreamPattern]? in
                if case .block = item.content { return exceptions(item) }
                return report.word(item, Self.exampleOfApp, limit: Limits.text).map { [StreamPattern(apps: [$0])] }
            }
            return all.count == items.count ? all.flatMap { $0 } : nil
        default:
            return globs(node).map { [StreamPattern(apps: $0)] }
        }
    }

    private func fits(_ property: PulseTargetSpec.Property, _ spec: ParameterSpec, at location: Location) -> Bool {
        switch property {
        case .volume:
            if spec.kind.isNumber { return true }
            report.error(location, "a volume is a number, not a \(spec.kind.word); \"property: mute\" is for a toggle")
        case .device:
            if spec.kind.isChoice { return true }
            report.error(location, "a device is one of several: the parameter has to be a choice, not a \(spec.kind.word)")
        case .mute:
            if spec.kind.isSwitch { return true }
            report.error(location, "mute is on or off: the parameter has to be a toggle, not a \(spec.kind.word)")
        }
        return false
    }
}
