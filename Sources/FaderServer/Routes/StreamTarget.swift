package import FaderAPI
package import FaderValues

/// How a stream reports changes of parameters.
enum ChangesForm: Sendable, Equatable {
    /// One event for each change, with the whole parameter.
    case long
    /// At most `rate` events per second, each with the newest short form of everything that changed; with `hasValues`, also the value and
    /// the origin. Also the levels of the targets of the parameters in `levels`.
    case batch(rate: Int, hasValues: Bool, levels: Set<String> = [])

    /// The rate if the query has none, in batches per second. The web page uses it.
    static let usualRate = 30

    init(query: [String: String]) throws(HTTPFailure) {
        switch query["form"] {
        case nil, "parameter": self = .long
        case "batch":
            self = .batch(
                rate: Int(query["rate"] ?? "") ?? Self.usualRate, hasValues: Self.isSet(query["values"]),
                levels: Set((query["levels"] ?? "").split(separator: ",").map { String($0) }))
        default: throw .malformed("\"form\" must be parameter or batch, for example ?form=batch")
        }
        // Checked by the router.
        for key in ["rate", "values", "levels"] where query[key] != nil {
            guard case .batch = self else { throw .malformed("\"\(key)\" needs form=batch, for example ?form=batch&rate=10") }
        }
    }

    private static func isSet(_ flag: String?) -> Bool { flag.map { $0 != "false" } ?? false }
}

enum StreamTarget: Sendable, Equatable {
    /// Changes of parameters, with other news. `page` is that of the stream's key, and limits what it carries.
    case changes(prefix: IDPatterns, viewer: ViewerRequest, form: ChangesForm, page: String? = nil)
    /// MIDI messages, of one surface or (nil) of all; if `isOfAll`, also of controllers that belong to no surface.
    case monitor(surface: String?, isOfAll: Bool)

    /// The parameters whose levels the stream reports; nil if there are none.
    var levels: LevelWish? {
        guard case .changes(_, _, .batch(_, _, let ids), let page) = self, !ids.isEmpty else { return nil }
        return LevelWish(ids: ids, page: page)
    }

    /// The MIDI messages that have to be reported for this stream.
    var scope: MonitorScope {
        switch self {
        case .changes: .off
        case .monitor(_, let isOfAll): isOfAll ? .all : .surfaces
        }
    }
}

package struct StreamFilter: Sendable {
    let prefix: IDPatterns
    /// What the key of a page may see; nil for everything.
    let page: PageContents?

    /// A filter. Without arguments it carries everything.
    package init(prefix: IDPatterns = [], page: PageContents? = nil) { (self.prefix, self.page) = (prefix, page) }

    package func match(_ id: String) -> Bool { page?.has(id) ?? true && (prefix.isEmpty || prefix.match(id)) }
}

enum EventText {
    /// An event with a name and its data, which is one line of JSON.
    static func encode(_ name: String, id: String? = nil, _ data: [UInt8]) -> [UInt8] {
        Array("event: \(name)\n\(id.map { "id: \($0)\n" } ?? "")data: ".utf8) + data + Array("\n\n".utf8)
    }

    /// Shows a client at once that it is connected, and the milliseconds to wait before it reconnects.
    static let greeting = Array(": connected\nretry: 1000\n\n".utf8)
    /// Shows both sides that the connection still works.
    static let heartbeat = Array(":\n\n".utf8)
}
