/// Requests that this program answers instead of the daemon. They have shown the key, and passed the same checks as those that are
/// forwarded.
struct OwnRoutes: Sendable {
    struct Request: Sendable {
        let method: String
        /// The path with its query.
        let path: String
        let body: [UInt8]
    }

    enum Answer: Sendable {
        /// The whole answer: its status, the type of the content, and the content.
        case whole(Int, String, [UInt8])
        /// JSON texts, a line each, as they come, until the browser closes the connection.
        case lines(AsyncStream<[UInt8]>)
    }

    private let path: String
    let answer: @Sendable (Request) async -> Answer

    /// The task that answers is cancelled when the browser closes the connection.
    init(below path: String, answer: @escaping @Sendable (Request) async -> Answer) { (self.path, self.answer) = (path, answer) }

    func has(_ uri: String) -> Bool {
        let path = uri.prefix { $0 != "?" }
        return path == self.path || path.hasPrefix("\(self.path)/")
    }
}
