internal import FaderAPI

/// How a stream reports changes of parameters.
enum ChangesForm: Sendable, Equatable {
    /// An event a change, with the whole parameter.
    case long
    /// At most so many events a second, each with the newest short form of everything that changed.
    case batch(rate: Int)

    /// The most batches a second.
    static let mostRate = 30

    /// The form that a query asks for.
    init(query: [String: String]) throws(HTTPFailure) {
        switch query["form"] {
        case nil, "parameter": self = .long
        case "batch": self = .batch(rate: Self.mostRate)
        default: throw .malformed("\"form\" must be parameter or batch, for example ?form=batch")
        }
        guard let text = query["rate"] else { return }
        guard case .batch = self else { throw .malformed("\"rate\" needs form=batch, for example ?form=batch&rate=10") }
        guard let rate = Int(text), (1...Self.mostRate).contains(rate) else {
            throw .malformed("\"rate\" must be a whole number 1…\(Self.mostRate), for example ?form=batch&rate=10")
        }
        self = .batch(rate: rate)
    }
}

/// Which events a stream is about.
enum StreamTarget: Sendable, Equatable {
    /// Changes of the parameters with this prefix, and of surfaces; written as the viewer wants them.
    case changes(prefix: String, viewer: ViewerWish, form: ChangesForm)
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

    /// A comment, which shows a client at once that it is connected, and how many milliseconds it should wait before it connects again.
    static let greeting = Array(": connected\nretry: 1000\n\n".utf8)
    /// A comment that shows both sides that the connection still stands.
    static let heartbeat = Array(":\n\n".utf8)
}
