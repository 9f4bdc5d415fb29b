internal import FaderConsole
internal import FaderValues

/// Reads the panel of a profile or a surface.
struct PanelReader {
    let report: Report

    static let keys = ["displays", "meters", "digits", "colors", "pacing"]

    /// Keys that are not given leave the panel as it is.
    func read(_ fields: Fields, into panel: inout PanelSpec) {
        if let node = fields["displays"] { panel.displays = displays(node) }
        if let node = fields["meters"] { panel.meters = meters(node) }
        if let node = fields["digits"] { readDigits(node, into: &panel) }
        if let node = fields["colors"] { readColors(node, into: &panel) }
        if let node = fields["pacing"] { panel.pacing = report.integer(node, "pacing", in: 300...10_000_000) }
    }

    private func displays(_ node: Node) -> [DisplaySpec] {
        guard case .list(let nodes) = node.content else { return display(node).map { [$0] } ?? [] }
        guard nodes.count <= Limits.displays else {
            report.error(node.location, "more than \(Limits.displays) displays")
            return []
        }
        return nodes.compactMap(display)
    }

    private func display(_ node: Node) -> DisplaySpec? {
        let keys = ["rows", "cells", "width", "gap", "characters", "strip", "text"]
        guard let fields = Fields(node, of: "a display", keys: keys, report: report) else { return nil }
        let rows = number("rows", fields, of: "a display", 1...Limits.displayRows)
        let cells = number("cells", fields, of: "a display", 1...Limits.displayCells)
        let width = number("width", fields, of: "a display", 1...PanelSpec.longestCell)
        guard let rows, let cells, let width else { return nil }
        var display = DisplaySpec(rows: rows, cells: cells, width: width)
        display.gap = report.integer(fields, "gap", in: 0...width - 1) ?? 0
        display.firstStrip = (report.integer(fields, "strip", in: 1...Limits.grid) ?? 1) - 1
        display.characters = report.choice(fields, "characters", of: DisplaySpec.Characters.self) ?? .ascii
        display.template = fields["text"].flatMap { node in
            template(node, "text: a message such as \"F0 00 01 {strip} {text} F7\"") { $0.hasText && !$0.isOfAllStrips && !$0.hasDigits }
        }
        return display
    }

    private func template(_ node: Node, _ what: String, _ isFit: (PanelTemplate) -> Bool) -> PanelTemplate? {
        guard let text = report.word(node, what, limit: Limits.exclusive * 3) else { return nil }
        do throws(PanelTemplate.UnknownWord) {
            let template = try PanelTemplate(parsing: text)
            if isFit(template), template.pieces.count <= Limits.template { return template }
            report.error(node.location, "expected \(what), of at most \(Limits.template) bytes and braces")
        } catch {
            let words =
                "{text}, {text:8}, {text.1}, {strip}, {strip+16}, {row}, {offset}, {color}; in colors {colors}, {rgb}; in digits "
                + "{timecode}, {assignment}, {dots}"
            report.error(
                node.location,
                "\"\(error.word.forDisplay)\" is not a byte here: two hexadecimal digits from F0 to F7, those between below 80, or one of \(words)"
            )
        }
        return nil
    }

    private func meters(_ node: Node) -> MeterSpec? {
        if report.flag(node) == false { return nil }
        guard let fields = Fields(node, of: "meters", keys: ["strips", "levels", "falls", "messages"], report: report),
            let strips = number("strips", fields, of: "meters", 1...Limits.displayCells)
        else {
            // The largest number, so that a meter in a map is not reported as well.
            return MeterSpec(strips: Limits.displayCells)
        }
        var meters = MeterSpec(strips: strips)
        meters.highest = report.integer(fields, "levels", in: 1...127) ?? meters.highest
        meters.falls = report.truth(fields, "falls") ?? meters.falls
        if let node = fields["messages"] { meters.messages = messages(node, meters) }
        return meters
    }

    /// `["cc 90 ch 1", "pressure ch 2 = 16"]`, where 16 is added to the level.
    private func messages(_ node: Node, _ meters: MeterSpec) -> [MeterMessage] {
        guard case .list(let items) = node.content, items.count <= meters.strips else {
            report.refuse(node, "messages needs a list of at most as many messages as there are meters, such as [\"cc 90 ch 1\"]")
            return []
        }
        return items.compactMap { item in
            guard let text = report.word(item, "the message of a meter", limit: Limits.pattern) else { return nil }
            guard let (address, value) = MessageReader.parts(of: text), (value ?? 0) + UInt32(meters.highest) <= address.kind.maximumRaw
            else {
                return report.error(
                    item.location,
                    "expected a message such as \"cc 90 ch 1\" or \"pressure ch 2 = 16\", whose highest value is at least its number and the levels "
                        + "together; found \(item.described)")
            }
            return MeterMessage(address, base: value ?? 0)
        }
    }

    private func readDigits(_ node: Node, into panel: inout PanelSpec) {
        if report.flag(node) == false { return (panel.timecodeDigits, panel.assignmentDigits) = (0, 0) }
        // The largest number, so that a timecode is not reported as well.
        let any = PanelSpec.longestCell
        guard let fields = Fields(node, of: "digits", keys: ["timecode", "assignment", "message"], report: report) else {
            return panel.timecodeDigits = any
        }
        if let node = fields["timecode"] { panel.timecodeDigits = report.integer(node, "timecode", in: 0...any) ?? any }
        if let node = fields["assignment"] { panel.assignmentDigits = report.integer(node, "assignment", in: 0...any) ?? any }
        guard let node = fields["message"] else { return }
        panel.digitMessage = template(node, "message: such as \"F0 00 01 {assignment} {timecode} {dots} F7\"") { $0.isOfDigits }
        guard let pieces = panel.digitMessage?.pieces else { return }
        for (key, piece, count) in [
            ("timecode", PanelTemplate.Piece.timecode, panel.timecodeDigits), ("assignment", .assignment, panel.assignmentDigits),
        ] {
            if !pieces.contains(piece) {
                guard count > 0, let own = fields[key] else { continue }
                report.error(own.location, "\(key) has no effect: the message has no {\(key)}")
            } else if count == 0 {
                report.error(node.location, "{\(key)} in the message needs the number of its digits, such as \(key): 2")
            }
        }
    }

    /// `colors: 8`, or `{strips: 8, message: "F0 … {rgb} F7"}`.
    private func readColors(_ node: Node, into panel: inout PanelSpec) {
        guard case .block = node.content else { return panel.coloredStrips = colors(node) }
        guard let fields = Fields(node, of: "colors", keys: ["strips", "message"], report: report) else { return }
        guard let strips = fields["strips"] else {
            report.error(node.location, "colors need strips: {strips: 8, message: \"F0 00 01 {rgb} F7\"}")
            return
        }
        panel.coloredStrips = colors(strips)
        panel.colorMessage = fields["message"].flatMap { node in
            template(node, "message: such as \"F0 00 01 {rgb} F7\", with {colors} or {rgb}") {
                $0.isOfAllStrips && !$0.hasText && !$0.hasDigits
            }
        }
    }

    /// How many strips have a color: a number, or `false` for none.
    private func colors(_ node: Node) -> Int {
        if report.flag(node) == false { return 0 }
        return report.integer(node, "colors", in: 1...PanelSpec.longestCell) ?? 0
    }

    private func number(_ key: String, _ fields: Fields, of what: String, _ range: ClosedRange<Int>) -> Int? {
        if let node = fields[key] { return report.integer(node, key, in: range) }
        let example = what == "meters" ? "{strips: 8}" : "{rows: 2, cells: 8, width: 7}"
        return report.error(fields.location, "\(what) \(what == "meters" ? "need" : "needs") \(key), as \(example)")
    }
}

extension MapReader {
    /// `meter.3` is strip 2; nil for every other key.
    static func strip(ofMeter key: String) -> Int? {
        guard key.hasPrefix("meter."), Names.isControl(key), let number = Int(key.dropFirst("meter.".count)) else { return nil }
        return number - 1
    }

    /// `meter.1: master.level` in a map, or `meter.1: {obs: studio, input: Mic}`.
    func readMeter(_ entry: Node.Entry, _ strip: Int, into surface: inout SurfaceSpec) {
        let level = level(entry.value)
        let parameter = entry.value.isBlock ? nil : shown(entry.value, isText: false)
        guard let meters = surface.panel.meters else {
            report.error(entry.keyLocation, "the surface \(surface.name.forDisplay) has no meters")
            return
        }
        guard strip < meters.strips else {
            let all = meters.strips == 1 ? "meter.1" : "meter.1 … meter.\(meters.strips)"
            report.error(entry.keyLocation, "the surface \(surface.name.forDisplay) has no \(entry.key): it has \(all)")
            return
        }
        (surface.panel.metered[strip], surface.panel.levels[strip]) = (parameter, level)
    }

    /// The level of something outside; nil if the meter shows a parameter, or if the level is wrong, which is reported.
    func level(_ node: Node) -> TargetSpec? {
        guard node.isBlock else { return nil }
        guard let id = node.entries.first?.value, node.entries.first?.key == "level", node.entries.count == 1 else {
            return readLevel?(node)
        }
        guard meaning(id) != nil, let text = id.text else { return nil }
        if let target = levelOf?(text) { return target }
        return report.error(id.location, "\(text.forDisplay) has no level, because its target does not report how loud it is")
    }

    /// Reads what digits show: `display: {timecode: song.time}`.
    func readDisplay(_ node: Node, isWhole: Bool, into panel: inout PanelSpec) {
        guard let fields = Fields(node, of: "display", keys: ["timecode"], report: report), let node = fields["timecode"] else { return }
        panel.timecode = shown(node, isText: true)
        if panel.timecodeDigits == 0, isWhole { report.error(node.location, "the surface has no digits for a timecode") }
    }

    /// The parameter with an id; nil if it cannot be shown there.
    func shown(_ node: Node, isText: Bool) -> ParameterIndex? {
        if isText, let index = node.text.flatMap(parameters.parameter) { return index }
        guard case .parameter(let index)? = meaning(node) else { return nil }
        guard !parameters.specs[index].kind.isPressed else {
            return report.error(node.location, "\(parameters.specs[index].id.forDisplay) is a trigger, which has no value to show")
        }
        return index
    }
}
