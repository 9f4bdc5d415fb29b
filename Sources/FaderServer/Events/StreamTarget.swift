internal import FaderAPI

/// Which events a stream is about.
enum StreamTarget: Sendable, Equatable {
    /// Changes of the parameters with this prefix, and of surfaces; written as the viewer wants them.
    case changes(prefix: String, viewer: ViewerWish)
    /// MIDI messages, of one surface or (nil) of all; if `isOfAll`, also of controllers that belong to no surface.
    case monitor(surface: String?, isOfAll: Bool)

    /// Which messages have to be reported for it.
    var scope: MonitorScope {
        switch self {
        case .changes: .off
        case .monitor(_, let isOfAll): isOfAll ? .all : .surfaces
        }
    }
}

/// Server-Sent Events as bytes.
enum EventText {
    /// One event: its name, and its data, which is one line of JSON.
    static func encode(_ name: String, id: String? = nil, _ data: [UInt8]) -> [UInt8] {
        Array("event: \(name)\n\(id.map { "id: \($0)\n" } ?? "")data: ".utf8) + data + Array("\n\n".utf8)
    }

    /// A comment: shows a client at once that it is connected.
    static let greeting = Array(": connected\n\n".utf8)
}
