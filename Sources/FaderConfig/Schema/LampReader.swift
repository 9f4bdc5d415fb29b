internal import FaderConsole
internal import FaderValues

/// `lamp:` of a control and `lamps:` of a profile: the values of a lamp, as `{off: 0, on: 127, blink: 1, colors: {red: 5}}`, and its
/// messages if it takes several, or a system exclusive one.
struct LampReader {
    let report: Report

    private static let keys = ["off", "on", "blink", "colors", "blinking", "messages"]

    /// Reads `lamps:`, the looks with names that several controls can have.
    func readAll(_ node: Node) -> [String: LampSpec] {
        var lamps: [String: LampSpec] = [:]
        for entry in report.entries(node, of: "the lamps") ?? [] where !entry.isRepeated {
            report.checkName(entry.key, of: "a kind of lamp", at: entry.keyLocation)
            guard lamps.count < Limits.lamps else {
                report.error(entry.keyLocation, "more than \(Limits.lamps) kinds of lamps")
                break
            }
            lamps[entry.key] = look(entry.value, 127)
        }
        return lamps
    }

    /// Reads `lamp:` of a control. `address` is the message that lights it.
    func read(_ node: Node, named: [String: LampSpec], of address: MessageAddress?) -> LampSpec? {
        if case .block = node.content { return look(node, Int(address?.kind.maximumRaw ?? 127)) }
        guard let name = report.word(node, "the looks of a lamp, such as {off: 0, on: 127}, or a name from lamps:", limit: Limits.name)
        else {
            return nil
        }
        if named[name] == nil {
            report.error(node.location, "lamps: has no \"\(name.forDisplay)\"", instead: name, of: named.keys.sorted())
        }
        return named[name]
    }

    /// `most` is the highest value of the message, unless the lamp has messages of its own.
    private func look(_ node: Node, _ most: Int) -> LampSpec? {
        guard let fields = Fields(node, of: "a lamp", keys: Self.keys, report: report) else { return nil }
        var (lamp, most, location) = (LampSpec(on: 0), most, node.location)
        if let messages = fields["messages"] {
            lamp.messages = LampMessageReader(report: report).read(messages)
            guard !lamp.messages.isEmpty, areUseful(fields, in: lamp) else { return nil }
            (most, location) = (127, messages.location)
        }
        func given(_ key: String) -> UInt32? { fields[key].flatMap { value($0, key, most, takesPair: lamp.messages.isEmpty) } }
        (lamp.off, lamp.blink) = (given("off") ?? 0, given("blink"))
        if lamp.isOfAnyColor {
            lamp.on = LampSpec.raw(lamp.hasValue ? given("on") ?? 127 : 0, .white)
            lamp.blink = lamp.blink.map { LampSpec.raw($0, .white) }
            return lamp
        }
        lamp.colors = fields["colors"].map { shades($0, most) } ?? []
        lamp.blinking = fields["blinking"].map { shades($0, most) } ?? []
        guard let on = given("on") ?? lamp.raw(of: .white) else {
            if fields["on"] == nil { report.error(location, "a lamp needs the value for on, or colors: {off: 0, on: 127}") }
            return nil
        }
        lamp.on = on
        guard lamp.on != lamp.off else { return report.error(fields["on"]?.location ?? location, "the values for off and on must differ") }
        return lamp
    }

    /// Whether the messages have places for the values of the other keys. If not, that is reported.
    private func areUseful(_ fields: Fields, in lamp: LampSpec) -> Bool {
        for key in ["off", "on", "blink"] {
            guard let node = fields[key], !lamp.hasValue else { continue }
            return report.error(node.location, "\(key) has no effect: none of the messages has a place for it, {value}")
        }
        for key in ["colors", "blinking"] {
            guard let node = fields[key], lamp.isOfAnyColor || !lamp.hasValue else { continue }
            return report.error(node.location, "\(key) has no effect: the messages say red, green and blue of any color")
        }
        return true
    }

    private func shades(_ node: Node, _ most: Int) -> [LampSpec.Shade] {
        let entries = report.entries(node, of: "the colors") ?? []
        if entries.count > Limits.shades { report.error(node.location, "more than \(Limits.shades) colors") }
        return entries.prefix(Limits.shades).filter { !$0.isRepeated }.compactMap { entry in
            guard let color = StripColor(entry.key) else {
                return report.error(
                    entry.keyLocation, "a color is a name such as red, or \"#ff8800\" in quotes; found \"\(entry.key.forDisplay)\"")
            }
            return value(entry.value, entry.key.forDisplay, most).map { LampSpec.Shade(color, $0) }
        }
    }

    /// `5`, or `[36, 127]`: the value 127 of a message whose number is 36 higher.
    private func value(_ node: Node, _ what: String, _ most: Int, takesPair: Bool = true) -> UInt32? {
        guard takesPair, let pair = node.pair else { return report.integer(node, what, in: 0...most).map { UInt32($0) } }
        let number = report.integer(pair.first, "how much higher the number of the message is", in: 0...127)
        let value = report.integer(pair.second, what, in: 0...127)
        guard let number, let value else { return nil }
        return LampSpec.raw(UInt32(value), number: UInt32(number))
    }
}

/// Reads the value sent to the lamp of a button in one state: `off`, `on`, `blink`, a color, `blink red`, or a raw value.
struct LampValueReader {
    let report: Report
    /// The looks of the lamp; nil: it takes only raw values, `off` and `on`.
    private let lamp: LampSpec?
    private let highest: Int

    init(report: Report, of control: ControlSpec?) {
        self.report = report
        lamp = control?.looks
        highest = Int(control?.motor?.kind.maximumRaw ?? 127)
    }

    func read(_ node: Node, _ what: String) -> UInt32? {
        guard let text = node.text, !node.isEmpty else {
            return report.error(
                node.location, "expected off, on, blink, a color or a raw value for \(what.forDisplay), found \(node.described)")
        }
        if let lamp, !lamp.messages.isEmpty, text.first?.isNumber ?? false {
            return report.integer(node, what, in: 0...127).flatMap { number in
                if lamp.hasValue { return lamp.isOfAnyColor ? LampSpec.raw(UInt32(number), .white) : UInt32(number) }
                return report.error(node.location, "this lamp has no values: off, on, or a color such as red or \"#ff8800\"")
            }
        }
        if text.first?.isNumber ?? false { return report.integer(node, what, in: 0...highest).map { UInt32($0) } }
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        switch (words.first, words.count) {
        case ("off", 1): return lamp?.off ?? 0
        case ("on", 1): return lamp?.on ?? 127
        case ("blink", 1):
            if let blink = lamp?.blink ?? lamp?.blinking.first?.raw { return blink }
            return report.error(node.location, "this lamp does not blink by itself: its profile gives no value for blink")
        case ("blink", 2): return color(words[1], blinks: true, node)
        default: return color(text, blinks: false, node)
        }
    }

    private func color(_ word: String, blinks: Bool, _ node: Node) -> UInt32? {
        guard let color = StripColor(word) else {
            return report.error(
                node.location,
                "\"\(word.forDisplay)\" is not a look of a lamp: off, on, blink, a color such as red or \"#ff8800\", or a raw value")
        }
        if let raw = lamp?.raw(of: color, blinks: blinks) { return raw }
        return report.error(node.location, "this lamp has no colors\(blinks ? " in which it blinks" : ""): its profile gives none")
    }
}

/// Reads the values sent to the lamp of a button for each state of its parameter: `lamp: {muted: red, open: off}` in a mapping.
struct LampStateReader {
    let report: Report

    /// `plain` if the lamp is only off or on, as its control says.
    func read(_ node: Node?, _ action: ControlAction, on spec: ParameterSpec, _ control: ControlSpec?) -> LampStates {
        if spec.kind.isPressed { return .plain }
        guard let node else { return control?.standardStates(of: spec) ?? .plain }
        guard let names = names(action, of: spec) else {
            report.error(
                node.location,
                "lamp is for what is off or on, and for choices of at most \(LampStates.most) options that the config lists; "
                    + "\(spec.id.forDisplay) is \(spec.kind.kindWord.described)")
            return .plain
        }
        guard let fields = Fields(node, of: "a lamp", keys: names.flatMap(\.self), report: report) else { return .plain }
        if let control, control.motor == nil || !ButtonRule.isButton(control) {
            report.error(node.location, "\(control.id.forDisplay) has no lamp that is lit by a message")
            return .plain
        }
        let values = LampValueReader(report: report, of: control)
        let plain = control?.looks?.standard(of: spec, count: names.count) ?? []
        var states = LampStates(
            names.enumerated().map { state, words in
                let given = words.compactMap { fields[$0] }.first
                return given.flatMap { values.read($0, words[0]) } ?? (plain.indices.contains(state) ? plain[state] : 0)
            })
        states.isOwn = true
        return states
    }

    /// The words for each state; nil if there are no words, or too many.
    private func names(_ action: ControlAction, of spec: ParameterSpec) -> [[String]]? {
        switch action {
        case .set, .hold, .offset: return [["off"], ["on"]]
        default:
            guard !spec.isSupplied, let words = spec.kind.rules.lampWords, words.count <= LampStates.most else { return nil }
            return words
        }
    }
}
