internal import FaderJSON

/// Reads the JSON of state files and exports, as strictly as all other JSON: a file that is only nearly JSON has been damaged.
enum JSONParser {
    /// Parses all the bytes as one value.
    static func parse(_ bytes: [UInt8]) throws(JSONProblem) -> JSONValue { JSONValue(try JSONReader.read(bytes)) }
}

extension JSONValue {
    /// The value without its place. If keys look alike but differ in their bytes, a dictionary cannot tell them apart: the last one counts.
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
