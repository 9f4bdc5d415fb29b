internal import FaderJSON

/// A value for the config. Its keys keep their order, which those of `JSONValue` do not.
indirect enum OrderedValue {
    case nothing
    case text(String)
    case number(Int)
    case truth(Bool)
    case list([OrderedValue])
    case block([(key: String, value: OrderedValue)])

    /// The value without an order, to be compared with what a config has.
    var value: JSONValue {
        switch self {
        case .nothing: .null
        case .text(let text): .text(text)
        case .number(let number): .number(spelling: "\(number)")
        case .truth(let isTrue): .flag(isTrue)
        case .list(let items): .list(items.map(\.value))
        case .block(let members): .object(Dictionary(members.map { ($0.key, $0.value.value) }) { first, _ in first })
        }
    }

    fileprivate func append(to bytes: inout [UInt8]) {
        switch self {
        case .nothing: bytes += Array("null".utf8)
        case .text(let text): JSONWriter.append(quoted: text, to: &bytes)
        case .number(let number): bytes += Array("\(number)".utf8)
        case .truth(let isTrue): bytes += Array("\(isTrue)".utf8)
        case .list(let items): Self.append(items, "[", "]", to: &bytes) { $0.append(to: &$1) }
        case .block(let members):
            Self.append(members, "{", "}", to: &bytes) { member, bytes in
                JSONWriter.append(quoted: member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.append(to: &bytes)
            }
        }
    }

    private static func append<Item>(
        _ items: [Item], _ begin: String, _ end: String, to bytes: inout [UInt8], _ one: (Item, inout [UInt8]) -> Void
    ) {
        bytes += Array(begin.utf8)
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            one(item, &bytes)
        }
        bytes += Array(end.utf8)
    }

    /// The JSON of edits as `faderd --edit` reads it. `read` is the digest of the file.
    static func request(_ read: String, _ edits: [OrderedValue]) -> [UInt8] {
        var bytes: [UInt8] = []
        OrderedValue.block([("read", .text(read)), ("edits", .list(edits))]).append(to: &bytes)
        return bytes
    }

    func setting(_ path: [String]) -> OrderedValue { .block([("set", .list(path.map { .text($0) })), ("to", self)]) }

    static func removing(_ path: [String]) -> OrderedValue { .block([("remove", .list(path.map { .text($0) }))]) }
}
