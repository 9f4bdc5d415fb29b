internal import FaderJSON

/// Short YAML on one line: `{suffix: ":00h"}`, `[heads, tails]` or a quoted text. Supports only as much as the keys of a parameter need.
/// The daemon reads whole configs with a real YAML parser, which faderctl does not have.
struct FlowText {
    private var rest: Substring

    /// The value; nil if a bracket or quote does not match, a key appears twice, or anything follows the value.
    static func value(_ text: String) -> JSONValue? {
        var flow = FlowText(rest: text[...])
        guard let value = flow.value(), flow.next() == nil else { return nil }
        return value
    }

    /// A text without quotes: a number, `true`, `false`, or the text itself.
    static func plain(_ text: some StringProtocol) -> JSONValue {
        if text == "true" || text == "false" { return .flag(text == "true") }
        let isNumber = text.contains(where: \.isWholeNumber) && text.allSatisfy { $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }
        guard isNumber, let number = Double(text), number.isFinite else { return .text(String(text)) }
        return .number(number)
    }

    /// The next character that is not a blank.
    private mutating func next() -> Character? {
        rest = rest.drop { $0 == " " || $0 == "\t" }
        return rest.first
    }

    private mutating func value() -> JSONValue? {
        switch next() {
        case "[": list().map { .list($0) }
        case "{": object().map { .object($0) }
        case "\"", "'": quoted().map { .text($0) }
        default: Self.value(ofPlain: plainText())
        }
    }

    private static func value(ofPlain text: String) -> JSONValue { text.isEmpty || text == "~" || text == "null" ? .null : plain(text) }

    private mutating func list() -> [JSONValue]? {
        var items: [JSONValue] = []
        return each("]") { flow in
            guard let item = flow.value() else { return false }
            items.append(item)
            return true
        } ? items : nil
    }

    private mutating func object() -> [String: JSONValue]? {
        var members: [String: JSONValue] = [:]
        return each("}") { flow in
            let isQuoted = flow.rest.first == "\"" || flow.rest.first == "'"
            guard let key = isQuoted ? flow.quoted() : flow.plainText(), members[key] == nil, flow.next() == ":" else { return false }
            flow.rest.removeFirst()
            guard let value = flow.value() else { return false }
            members[key] = value
            return true
        } ? members : nil
    }

    /// Reads the items between two brackets, separated by commas. A comma may follow the last item.
    private mutating func each(_ end: Character, _ read: (inout FlowText) -> Bool) -> Bool {
        rest.removeFirst()
        while let character = next(), character != end {
            guard read(&self), let separator = next(), separator == "," || separator == end else { return false }
            if separator == "," { rest.removeFirst() }
        }
        return rest.popFirst() == end
    }

    /// Reads up to a comma, a bracket, or a colon that is followed by a blank, a comma, a closing bracket or nothing.
    private mutating func plainText() -> String {
        var end = rest.startIndex
        while end < rest.endIndex, !",[]{}".contains(rest[end]) {
            let following = rest[rest.index(after: end)...].first
            if rest[end] == ":", following.map({ " \t,]}".contains($0) }) ?? true { break }
            end = rest.index(after: end)
        }
        let text = rest[..<end]
        rest = rest[end...]
        return String(text.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }

    /// Reads a text in quotes. In single quotes, a doubled quote stands for one. In double quotes, the escapes are JSON's.
    private mutating func quoted() -> String? {
        let quote = rest.first
        var text = ""
        var isEscaped = false
        var end = rest.index(after: rest.startIndex)
        while end < rest.endIndex {
            let character = rest[end]
            if character == quote, !isEscaped {
                let after = rest.index(after: end)
                guard quote == "'", after < rest.endIndex, rest[after] == quote else { break }
                end = after
            }
            isEscaped = quote == "\"" && character == "\\" && !isEscaped
            text.append(character)
            end = rest.index(after: end)
        }
        guard end < rest.endIndex else { return nil }
        rest = rest[rest.index(after: end)...]
        guard quote == "\"" else { return text }
        let written = text.replacing("\t", with: "\\t")
        guard case .text(let read)? = try? JSONValue.read(Array("\"\(written)\"".utf8)) else { return nil }
        return read
    }
}
