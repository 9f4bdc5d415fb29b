internal import FaderConsole

/// Reads the messages of a lamp that has some of its own: `{off: 0, on: 127, messages: ["note {number} ch 1 = {value}", "note {number} ch 2 = {red}"]}`.
struct LampMessageReader {
    let report: Report

    private static let places = "{value}, {red}, {green}, {blue}, {red:63} for a red of at most 63, {number}, {number+12}"
    private static let example = "[\"note {number} ch 2 = {red}\"] or [\"F0 00 01 {number} {red} {green} {blue} F7\"]"

    /// The messages of a lamp; none if one of them is wrong.
    func read(_ node: Node) -> [LampMessage] {
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
        case .noPlace: "this message never changes: it needs {value}, {red}, {green} or {blue}, which stand for what the lamp shows"
        case .message(let error): "not a message of a lamp: \(error.description.forMessage); expected one such as \(Self.example)"
        case .tooLong(let kind): "the message of a lamp has a value of seven bits, and a \(kind.rawValue) has fourteen"
        }
    }
}
