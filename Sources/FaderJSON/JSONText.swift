extension JSONValue {
    /// The value as text: `{ "value": -6.0 }`.
    public var rendered: String {
        var text = ""
        append(to: &text)
        return text
    }

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

    /// Appends a JSON string in the format of `JSONWriter`.
    public static func appendQuoted(_ string: String, to text: inout String) {
        var bytes: [UInt8] = []
        JSONWriter.append(quoted: string, to: &bytes)
        text += String(decoding: bytes, as: UTF8.self)
    }
}

extension JSONWriter {
    /// Formats JSON for people to read, with each member or item on its own line.
    public static func pretty(_ bytes: [UInt8]) -> [UInt8] {
        var (pretty, depth, isText, isEscaped) = ([UInt8](), 0, false, false)
        func breakLine() { pretty += [UInt8(ascii: "\n")] + Array(repeating: UInt8(ascii: " "), count: 2 * depth) }
        for (index, byte) in bytes.enumerated() {
            let isEmpty = index > 0 && (bytes[index - 1] == UInt8(ascii: "{") || bytes[index - 1] == UInt8(ascii: "["))
            switch byte {
            case _ where isText:
                pretty.append(byte)
                isText = isEscaped || byte != UInt8(ascii: "\"")
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                continue
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if !isEmpty { breakLine() }
            default: if isEmpty { breakLine() }
            }
            pretty += byte == UInt8(ascii: ":") ? [UInt8](" : ".utf8) : [byte]
            isText = byte == UInt8(ascii: "\"")
            if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { depth += 1 }
            if byte == UInt8(ascii: ",") { breakLine() }
        }
        return pretty
    }
}
