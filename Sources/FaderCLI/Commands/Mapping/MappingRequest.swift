internal import FaderJSON

/// The body of a request: `{"read": SHA-256, "edits": […], "dryRun": true}`
struct MappingRequest {
    /// The digest of the file that the page has seen.
    let read: String
    let edits: [JSONNode]
    let isDry: Bool

    init(read: String, edits: [JSONNode], isDry: Bool) { (self.read, self.edits, self.isDry) = (read, edits, isDry) }

    init?(_ bytes: [UInt8]) {
        guard let node = try? JSONReader.read(bytes), case .object(let members) = node.content else { return nil }
        self.init(members)
    }

    init?(_ members: [JSONNode.Member]) {
        guard members.allSatisfy({ ["read", "edits", "dryRun"].contains($0.key) }),
            case .text(let read)? = members.first(where: { $0.key == "read" })?.value.content,
            case .list(let edits) = members.first(where: { $0.key == "edits" })?.value.content ?? .list([])
        else { return nil }
        (self.read, self.edits) = (read, edits)
        isDry = members.contains { $0.key == "dryRun" && $0.value.content == .flag(true) }
    }

    /// The JSON for faderd: exactly what was checked, with the keys in the same order.
    var forFaderd: [UInt8] {
        var bytes = Array("{\"read\":".utf8)
        JSONWriter.append(quoted: read, to: &bytes)
        bytes += Array(",\"edits\":".utf8)
        JSONWriter.append(.list(edits), to: &bytes)
        return bytes + [UInt8(ascii: "}")]
    }
}
