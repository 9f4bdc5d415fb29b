internal import FaderAPI
internal import FaderServer
internal import FaderSystem

/// The file beside the state that keeps whether this faderd leads or follows, and in which term. There is none until somebody is promoted.
public struct LeadFile: Sendable {
    private struct Document: Codable {
        var version = 1
        var term: UInt64
        var leads: Bool?
    }

    /// The path of the file; nil: nothing is kept.
    private let path: String?
    let term: UInt64
    /// Whether it was promoted or stood down; nil: the config says whether it leads.
    let leads: Bool?
    /// Why the file could not be read; nil if it was, or if there is none.
    public let problem: String?

    /// A file that keeps nothing.
    public init() { (path, term, leads, problem) = (nil, 0, nil, nil) }

    /// A missing file says nothing; neither does a damaged one, which the next promotion replaces.
    public init(path: String) {
        self.path = path
        let damaged = "\(path) cannot be used: the config says whether this faderd leads"
        do throws(ServerError) {
            guard let bytes = try PrivateFile.read(path, limit: 4_096, refused: { .badLead(path: path, reason: $0) }) else {
                (term, leads, problem) = (0, nil, nil)
                return
            }
            guard let document = try? WireJSON.decode(Document.self, from: bytes), document.version == 1, document.term < Lead.termLimit
            else {
                (term, leads, problem) = (0, nil, "\(damaged); it is damaged, or was written by a newer faderd")
                return
            }
            (term, leads, problem) = (document.term, document.leads, nil)
        } catch {
            (term, leads, problem) = (0, nil, "\(damaged); \(error)")
        }
    }

    /// Whether a daemon with this config follows at its start.
    public func follows(hasLeader: Bool) -> Bool { !(leads ?? !hasLeader) }

    /// Writes the file durably. Returns why it could not; nil if it could.
    func write(term: UInt64, leads: Bool?) async -> String? {
        guard let path, let bytes = try? WireJSON.encodePretty(Document(term: term, leads: leads)) else { return nil }
        return await SeparateThread.run { () -> String? in
            do throws(ServerError) { try PrivateFile.write(bytes, path) } catch { return "\(error)" }
            return nil
        }
    }
}
