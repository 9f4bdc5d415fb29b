internal import FaderJSON

/// What a peer has sent, member by member. One that is missing or has another type is nil.
extension JSONValue {
    subscript(key: String) -> JSONValue? { if case .object(let members) = self { members[key] } else { nil } }
    var text: String? { if case .text(let text) = self { text } else { nil } }
    var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
}
