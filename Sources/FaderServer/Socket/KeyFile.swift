internal import FaderAPI
internal import FaderValues

/// The keys of pages that last, beside the state. Of each the file has the SHA-256, and nobody finds 128 random bits from that: a stolen
/// file opens no page.
public struct KeyFile: Sendable {
    struct Entry: Codable, Equatable, Sendable {
        /// The page; empty for a key of a second machine.
        let page: String
        let sha256: String
        let since: String
        /// True for a key of a second machine.
        var follow: Bool?
    }

    private struct Document: Codable {
        var version = 1
        var keys: [String: Entry]
    }

    public let path: String
    /// The file could not be read: no key of it is in force, and it is never overwritten.
    public let problem: ServerError?
    /// By name.
    let entries: [String: Entry]

    /// The most bytes that are read.
    private static let limit = 1 << 20

    /// Reads a file. A missing one has no keys.
    public init(path: String) {
        self.path = path
        do throws(ServerError) {
            (entries, problem) = (try Self.read(path), nil)
        } catch {
            (entries, problem) = ([:], error)
        }
    }

    private static func read(_ path: String) throws(ServerError) -> [String: Entry] {
        guard let bytes = try PrivateFile.read(path, limit: limit, refused: { .badKeys(path: path, reason: $0) }) else { return [:] }
        guard let document = try? WireJSON.decode(Document.self, from: bytes), document.version == 1,
            document.keys.values.allSatisfy({ BearerToken.hasOnly($0.sha256, lengths: 64...64, besides: "") })
        else { throw .badKeys(path: path, reason: "is damaged, or was written by a newer faderd") }
        return document.keys
    }

    /// Replaces all keys, durably.
    func write(_ entries: [String: Entry]) throws(ServerError) {
        // Texts can always be encoded.
        guard let bytes = try? WireJSON.encodePretty(Document(keys: entries)) else { return }
        try PrivateFile.write(bytes, path)
    }
}
