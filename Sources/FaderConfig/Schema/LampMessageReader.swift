internal import FaderConsole
internal import FaderModel

/// Reads a lamp that has messages of its own: `{off: 0, on: 127, messages: ["note {number} ch 1 = {value}", "note {number} ch 2 = {red}"]}`.
struct LampMessageReader {
    let report: Report

    private static let places = "{value}, {red}, {green}, {blue}, {red:63} for a red of at most 63, {number}, {number+12}"
    private static let example = "[\"note {number} ch 2 = {red}\"] or [\"F0 00 01 {number} {red} {green} {blue} F7\"]"

    /// The looks of such a lamp; nil if they are wrong.
    ///
    /// - Parameter shades: Reads its table of colors.
    func look(_ fields: Fields, _ node: Node, at location: Location, shades: (Node) -> [LampSpec.Shade]) -> LampSpec? {
        var lamp = LampSpec(on: 0)
        lamp.messages = messages(node)
        guard !lamp.messages.isEmpty else { return nil }
        func value(_ key: String) -> UInt32? { fields[key].flatMap { report.integer($0, key, in: 0...127) }.map { UInt32($0) } }
        for key in ["off", "on", "blink"] {
            guard let node = fields[key], !lamp.hasValue else { continue }
            return report.error(node.location, "\(key) has no effect: none of the messages has a place for it, {value}")
        }
        for key in ["colors", "blinking"] {
            guard let node = fields[key], lamp.isOfAnyColor || !lamp.hasValue else { continue }
            return report.error(node.location, "\(key) has no effect: the messages say red, green and blue of any color")
        }
        (lamp.off, lamp.blink) = (value("off") ?? 0, value("blink"))
        if lamp.isOfAnyColor {
            lamp.on = LampSpec.raw(lamp.hasValue ? value("on") ?? 127 : 0, .white)
            lamp.blink = lamp.blink.map { LampSpec.raw($0, .white) }
            return lamp
        }
        lamp.colors = fields["colors"].map(shades) ?? []
        lamp.blinking = fields["blinking"].map(shades) ?? []
        guard let on = value("on") ?? lamp.raw(of: .white) else {
            if fields["on"] == nil { report.error(location, "a lamp needs the value for on, or colors: {off: 0, on: 127}") }
            return nil
        }
        lamp.on = on
        guard lamp.on != lamp.off else { return report.error(fields["on"]?.location ?? location, "the values for off and on must differ") }
        return lamp
    }

    private func messages(_ node: Node) -> [LampMessage] {
        guard case .list(let items) = node.content, (1...LampSpec.mostMessages).contains(items.count) else {
            report.refuse(node, "messages needs a list of 1 to \(LampSpec.mostMessages) messages, such as \(Self.example)")
            return []
        }
        let messages = items.compactMap(message)
        return messages.count == items.count ? messages : []
    }

    private func message(_ node: Node) -> LampMessage? {
        guard let text = report.word(node, "a message of a lamp, such as \(Self.example)", limit: Limits.template * 12) else { return nil }
        guard text.split(separator: " ").count <= Limits.template else {
            return report.error(node.location, "a message of a lamp has at most \(Limits.template) bytes and braces")
        }
        do throws(LampMessage.Problem) {
            return try LampMessage(parsing: text)
        } catch {
            return report.error(node.location, words(for: error))
        }
    }

    private func words(for problem: LampMessage.Problem) -> String {
        switch problem {
        case .word(let word):
            "\"\(word.forDisplay)\" means nothing in the message of a lamp: a byte is two hexadecimal digits, from F0 to F7, those between "
                + "below 80; places are \(Self.places)"
        case .noPlace: "this message always says the same: it needs a place for what the lamp shows, {value}, {red}, {green} or {blue}"
        case .message(let error): "not a message of a lamp: \(error.description.forMessage); expected one such as \(Self.example)"
        case .tooLong(let kind): "the message of a lamp has a value of seven bits, and a \(kind.rawValue) has fourteen"
        }
    }
}
