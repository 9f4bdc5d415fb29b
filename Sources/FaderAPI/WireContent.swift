/// What a request or an answer can contain.
package protocol WireContent: Sendable {
    static var mediaType: String { get }
    static func decode(_ bytes: [UInt8]) throws(WireError) -> Self
    func encode() throws(WireError) -> [UInt8]
    static func received(_ bytes: [UInt8]) throws(WireError) -> Self
}

/// Content that is JSON on the wire.
package protocol WireObject: WireContent, Codable {}

/// An object that may have only the keys that the type decodes.
package protocol WireRequest: WireObject {}

extension WireContent {
    package static var mediaType: String { "application/json" }
    package static func received(_ bytes: [UInt8]) throws(WireError) -> Self { try decode(bytes) }
}

extension WireRequest {
    package static func received(_ bytes: [UInt8]) throws(WireError) -> Self {
        try WireJSON.decode(StrictObject<Self>.self, from: bytes).value
    }
}

extension WireContent where Self: Codable {
    package static func decode(_ bytes: [UInt8]) throws(WireError) -> Self { try WireJSON.decode(Self.self, from: bytes) }
    package func encode() throws(WireError) -> [UInt8] { try WireJSON.encode(self) }
}

extension Array: WireContent where Element: WireObject {}

/// There is no body. A body of `{}` is accepted, too.
package struct NoBody: WireContent {
    package init() {}
    package static func decode(_ bytes: [UInt8]) throws(WireError) -> NoBody {
        guard bytes.isEmpty || bytes == Array("{}".utf8) else { throw WireError("this request has no body; leave it out") }
        return NoBody()
    }
    package func encode() -> [UInt8] { [] }
}

/// A stream of Server-Sent Events. The description of the route lists their names and data.
package struct EventFlow: WireContent {
    package static var mediaType: String { "text/event-stream" }
    package static func decode(_ bytes: [UInt8]) throws(WireError) -> EventFlow { throw WireError("a stream is not decoded as a whole") }
    package func encode() -> [UInt8] { [] }
}

/// A JSON text that is passed on unchanged.
package struct RawJSON: WireContent {
    package var bytes: [UInt8]
    package init(_ bytes: [UInt8]) { self.bytes = bytes }
    package static func decode(_ bytes: [UInt8]) -> Self { Self(bytes) }
    package func encode() -> [UInt8] { bytes }
}
