/// How a position becomes a value, in the words of the config: `"linear"`, `"log"`, `"audio"` or `{"points": [[0, -70], [1, 6]]}`.
public enum TaperResource: Sendable, Equatable {
    /// A taper that has a name.
    case named(String)
    /// Straight lines between points. Each point has a position 0…1 and a value.
    case points([Point])

    /// One point of a taper.
    public struct Point: Sendable, Equatable {
        /// The position on the travel, 0…1.
        public var position: Double
        /// The value at that position.
        public var value: Double

        /// A point from its parts.
        public init(position: Double, value: Double) {
            self.position = position
            self.value = value
        }
    }
}

extension TaperResource: WireType {
    private struct Points: Codable {
        var points: [[Double]]
    }

    /// Reads either form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // Anything but a word is read as points, which throws its own error.
        if let word = try? container.decode(String.self) {
            self = .named(word)
            return
        }
        let pairs = try container.decode(Points.self).points
        guard pairs.allSatisfy({ $0.count == 2 }) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a point is a pair of position and value")
        }
        self = .points(pairs.map { Point(position: $0[0], value: $0[1]) })
    }

    /// Writes the name, or an object with the points.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .named(let word): try container.encode(word)
        case .points(let points): try container.encode(Points(points: points.map { [$0.position, $0.value] }))
        }
    }

    package static let schema = """
        "Taper": {"description": "How travel becomes value.", "oneOf": [
          {"enum": ["linear", "log", "audio"]},
          {"type": "object", "required": ["points"], "additionalProperties": false, "properties": {
            "points": {"type": "array", "items": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}}}}]}
        """
}
