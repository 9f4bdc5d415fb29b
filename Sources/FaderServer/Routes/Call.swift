internal import FaderAPI
package import FaderModel

/// A request on its way to its handler.
package struct Call: Sendable {
    let endpoint: Endpoint
    /// The id in the path, decoded; empty where the path has none.
    package var id = ""
    /// The query, decoded and checked against the keys that the route knows; empty for the page.
    var query: [String: String] = [:]
    var languages: String?
    /// The header `If-Match`; nil if there is none.
    var condition: RevisionCondition?
    /// The tags in `If-None-Match`: the versions of the page that a browser has.
    var noneMatch: [String] = []
    /// The header `Fader-Session`: the name of the session that the request belongs to; nil if it belongs to its connection.
    var session: String?
    /// The header `Fader-By`: the name of whoever writes; nil if there is none.
    package var writer: String?
    /// The header `Last-Event-ID`, which a browser sends when it reopens a stream.
    var lastEventID: String?
    package var body: [UInt8] = []

    var row: RouteRow { endpoint.row }
    /// How the client wants numbers written.
    package var viewer: ViewerRequest {
        ViewerRequest(
            locale: query["locale"], languages: languages, defaultLocale: query["default-locale"],
            decimals: query["decimals"].flatMap { Int($0) }, hasMinusSign: flag("minus"))
    }
    /// The parameters that the query key `prefix` means.
    package var prefixes: IDPatterns { IDPatterns(separatedByCommas: query["prefix"] ?? "") }
    /// The value of a Boolean query key; false if the key is absent.
    package func flag(_ key: String) -> Bool { query[key].map { $0 != "false" } ?? false }
}
