/// Requests of a browser that a forwarder's program answers itself, instead of the daemon. They have shown the key, and passed the same
/// checks as those that are forwarded.
struct OwnRoutes: Sendable {
    /// A request.
    struct Request: Sendable {
        /// The HTTP method.
        let method: String
        /// The path, with its query if it has one.
        let path: String
        /// The body.
        let body: [UInt8]
    }

    /// The answer to a request.
    enum Answer: Sendable {
        /// A status, the type of the content, and all of the content.
        case whole(Int, String, [UInt8])
        /// JSON texts, each on a line of its own, as they come. If the browser closes the connection, nobody reads them any more.
        case lines(AsyncStream<[UInt8]>)
    }

    private let path: String
    let answer: @Sendable (Request) async -> Answer

    /// Routes at `path` and below it. The task that answers is cancelled when the browser closes the connection.
    init(below path: String, answer: @escaping @Sendable (Request) async -> Answer) { (self.path, self.answer) = (path, answer) }

    /// Whether a request is for one of them.
    func has(_ uri: String) -> Bool {
        let path = uri.prefix { $0 != "?" }
        return path == self.path || path.hasPrefix("\(self.path)/")
    }
}
