import FaderAPI

/// Any JSON, to check answers independently of the wire types.
enum JSON: Decodable, Equatable {
    case object([String: JSON])
    case list([JSON])
    case text(String)
    case number(Double)
    case truth(Bool)
    case null

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let truth = try? container.decode(Bool.self) {
            self = .truth(truth)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([JSON].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    init(_ bytes: some Sequence<UInt8>) throws { self = try WireJSON.decode(JSON.self, from: bytes) }

    subscript(key: String) -> JSON? { if case .object(let members) = self { members[key] } else { nil } }
    var object: [String: JSON]? { if case .object(let members) = self { members } else { nil } }
    var list: [JSON]? { if case .list(let items) = self { items } else { nil } }
    var text: String? { if case .text(let text) = self { text } else { nil } }
    var number: Double? { if case .number(let number) = self { number } else { nil } }
}
