internal import FaderJSON

extension JSONValue {
    var text: String? { if case .text(let text) = self { text } else { nil } }

    var word: String? { double.flatMap { UInt(exactly: $0) }.map { "\($0)" } ?? text }

    var items: [JSONValue]? { if case .list(let items) = self { items } else { nil } }

    /// The members of an object; none if this is something else.
    var members: [String: JSONValue] { if case .object(let members) = self { members } else { [:] } }

    subscript(key: String) -> JSONValue { members[key] ?? .null }

    static func setting(_ path: [String], to value: JSONValue) -> JSONValue {
        .object(["set": .list(path.map { .text($0) }), "to": value])
    }

    static func removing(_ path: [String]) -> JSONValue { .object(["remove": .list(path.map { .text($0) })]) }
}
