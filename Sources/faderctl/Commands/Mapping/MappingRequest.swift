internal import FaderJSON

/// A change of the config that the page asks for: `{"read": SHA-256, "edits": […], "dryRun": true}`.
struct MappingRequest {
    /// The digest of the file that the page has seen.
    let read: String
    let edits: [JSONNode]
    let isDry: Bool

    /// Nil if it is not of that form.
    init?(_ bytes: [UInt8]) {
        guard let node = try? JSONReader.read(bytes), case .object(let members) = node.content,
            members.allSatisfy({ ["read", "edits", "dryRun"].contains($0.key) }),
            case .text(let read)? = members.first(where: { $0.key == "read" })?.value.content,
            case .list(let edits) = members.first(where: { $0.key == "edits" })?.value.content ?? .list([])
        else { return nil }
        (self.read, self.edits) = (read, edits)
        isDry = members.contains { $0.key == "dryRun" && $0.value.content == .flag(true) }
    }

    /// The edits in the form that `faderd --edit` reads: exactly what was checked, with the keys in the same order.
    var forFaderd: [UInt8] {
        var bytes = Array("{\"read\":".utf8)
        JSONNode.append(.text(read), to: &bytes)
        bytes += Array(",\"edits\":".utf8)
        JSONNode.append(.list(edits), to: &bytes)
        return bytes + [UInt8(ascii: "}")]
    }
}

extension JSONNode {
    /// Appends a value as JSON, without spaces.
    static func append(_ content: Content, to bytes: inout [UInt8]) {
        switch content {
        case .null: bytes += Array("null".utf8)
        case .flag(let flag): bytes += Array("\(flag)".utf8)
        case .number(let spelling): bytes += Array(spelling.utf8)
        case .text(let text): bytes += quoted(text)
        case .list(let items):
            bytes.append(UInt8(ascii: "["))
            for (place, item) in items.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                append(item.content, to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (place, member) in members.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes += quoted(member.key) + [UInt8(ascii: ":")]
                append(member.value.content, to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func quoted(_ text: String) -> [UInt8] {
        var quoted = ""
        JSONValue.appendQuoted(text, to: &quoted)
        return Array(quoted.utf8)
    }
}
