/// JSON on one line, keys sorted, as the state file has it.
extension JSONValue {
    /// The value as text: `{ "value": -6.0 }`.
    public var rendered: String {
        var text = ""
        append(to: &text)
        return text
    }

    /// Appends the value to `text`.
    public func append(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .flag(let value): text += value ? "true" : "false"
        case .number(let spelling): text += spelling
        case .text(let value): Self.appendQuoted(value, to: &text)
        case .list(let values): Self.appendArray(values, to: &text)
        case .object(let fields): Self.appendObject(fields, to: &text)
        }
    }

    private static func appendArray(_ values: [JSONValue], to text: inout String) {
        guard !values.isEmpty else { return text += "[]" }
        var separator = "["
        for value in values {
            text += separator
            value.append(to: &text)
            separator = ", "
        }
        text += "]"
    }

    private static func appendObject(_ fields: [String: JSONValue], to text: inout String) {
        guard !fields.isEmpty else { return text += "{}" }
        var separator = "{ "
        for (key, value) in fields.sorted(by: { $0.key < $1.key }) {
            text += separator
            appendQuoted(key, to: &text)
            text += ": "
            value.append(to: &text)
            separator = ", "
        }
        text += " }"
    }

    /// Writes a JSON string: quotes, backslashes and control characters are escaped, the rest is UTF-8 as it is.
    public static func appendQuoted(_ string: String, to text: inout String) {
        text += "\""
        if string.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0x7F }) {
            text += string
            text += "\""
            return
        }
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case "\r": text += "\\r"
            case "\u{0}"..<"\u{20}", "\u{7F}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
