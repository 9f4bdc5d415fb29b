public import FaderValues

/// A taper in JSON, as in the config: `"linear"`, `"log"`, `"audio"` or `{"points": [[0, -70], [1, 6]]}`.
extension Taper: WireObject {
    private struct Points: Codable {
        var points: [[Double]]
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        switch try? container.decode(String.self) {
        case "linear": self = .linear
        case "log": self = .log
        case "audio": self = .audio
        // Anything else is read as points, which throws its own error.
        default:
            let pairs = try container.decode(Points.self).points
            guard pairs.allSatisfy({ $0.count == 2 }) else {
                throw DecodingError.refusal("a point is a pair of position and value")
            }
            self = .points(pairs.map { TaperPoint($0[0], $0[1]) })
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .linear: try container.encode("linear")
        case .log: try container.encode("log")
        case .audio: try container.encode("audio")
        case .points(let points): try container.encode(Points(points: points.map { [$0.position, $0.value] }))
        }
    }
}
