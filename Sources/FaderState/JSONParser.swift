internal import FaderJSON

/// Reads the JSON of state files and exports, as strictly as all other JSON: a file that is only nearly JSON has been damaged.
enum JSONParser {
    /// The value that the bytes are, all of them.
    static func parse(_ bytes: [UInt8]) throws(JSONProblem) -> JSONValue { JSONValue(try JSONReader.read(bytes)) }
}

extension JSONValue {
    /// The value without its place. Of keys that look alike but are written in other bytes, which a dictionary cannot tell apart, the
    /// later one counts.
    init(_ node: JSONNode) {
        self =
            switch node.content {
            case .null: .null
            case .flag(let flag): .bool(flag)
            case .number(let spelling): .number(spelling: spelling)
            case .text(let text): .string(text)
            case .list(let items): .array(items.map { JSONValue($0) })
            case .object(let members):
                .object(Dictionary(members.map { ($0.key, JSONValue($0.value)) }, uniquingKeysWith: { $1 }))
            }
    }
}
