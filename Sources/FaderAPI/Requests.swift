public import FaderValues

/// The body of `PUT /v1/parameters/{id}`: a text, a value, a position, or positions of parts.
public enum ParameterChange: Sendable, Equatable {
    /// Text as a person types it: `-6 dB`.
    case text(String)
    /// A number in the parameter's unit, or the form its kind uses instead.
    case value(Value)
    /// A position on the travel, 0…1, from a drag. It is answered at once, not when it is durable.
    case position(Double, gesture: GestureMark? = nil)
    /// Positions of the parts of a range or color, by the last word of their ids, also from a drag.
    case positions([String: Double], gesture: GestureMark? = nil)
}

/// The gesture that a change belongs to. All changes of a gesture are one entry of the history.
public struct GestureMark: Sendable, Equatable {
    /// The largest number of characters in a name.
    public static let longestName = 64

    /// Its name, which counts only in the session of the request.
    public var name: String
    /// Whether it ends with this change.
    public var isLast: Bool

    package init(_ name: String, isLast: Bool = false) {
        self.name = name
        self.isLast = isLast
    }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case gesture, end
    }

    /// Reads the mark from a body; nil if the body has neither of the keys.
    init?(in decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let name = try container.decodeIfPresent(String.self, forKey: .gesture)
        let isLast = try container.decodeIfPresent(Bool.self, forKey: .end)
        guard let name else {
            guard isLast == nil else { throw DecodingError.refusal("\"end\" needs the \"gesture\" that it ends") }
            return nil
        }
        guard (1...Self.longestName).contains(name.unicodeScalars.count) else {
            throw DecodingError.refusal("the name of a gesture has 1 to \(Self.longestName) characters")
        }
        guard !name.unicodeScalars.contains(where: \.isControl) else {
            throw DecodingError.refusal("the name of a gesture contains a control character")
        }
        self.init(name, isLast: isLast ?? false)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .gesture)
        if isLast { try container.encode(true, forKey: .end) }
    }
}

extension ParameterChange: WireObject {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case text, value, position, positions
    }

    /// Reads an object with exactly one of the four keys. A position or positions can come with the mark of a gesture.
    public init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(besides: CodingKeys.allCases.map(\.rawValue) + GestureMark.CodingKeys.allCases.map(\.rawValue))
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let keys = CodingKeys.allCases.filter { container.contains($0) }
        guard keys.count == 1, let key = keys.first else {
            throw DecodingError.refusal("the body must hold exactly one of \"text\", \"value\", \"position\" and \"positions\"")
        }
        let gesture = try GestureMark(in: decoder)
        guard gesture == nil || key == .position || key == .positions else {
            throw DecodingError.refusal("a gesture is a drag: it takes a \"position\", or \"positions\"")
        }
        switch key {
        case .text: self = .text(try container.decode(String.self, forKey: key))
        case .value: self = .value(try container.givenValue(forKey: key))
        case .position: self = .position(try container.decode(Double.self, forKey: key), gesture: gesture)
        case .positions:
            let positions = try container.decode([String: Double].self, forKey: key)
            guard !positions.isEmpty else { throw DecodingError.refusal("\"positions\" must hold the position of at least one part") }
            self = .positions(positions, gesture: gesture)
        }
    }

    /// Writes an object with one key, and with the mark of its gesture if it has one.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .text(let text): try container.encode(text, forKey: .text)
        case .value(let value): try container.encode(value, forKey: .value)
        case .position(let position, let gesture):
            try container.encode(position, forKey: .position)
            try gesture?.encode(to: encoder)
        case .positions(let positions, let gesture):
            try container.encode(positions, forKey: .positions)
            try gesture?.encode(to: encoder)
        }
    }
}

/// The body of `POST /v1/parameters/{id}/step`.
public struct StepRequest: WireRequest, Equatable {
    /// Number of steps; negative steps go down.
    public var by: Int
    /// The size of each step. One in numbers is for numbers only.
    public var size: StepLength
    /// The gesture it belongs to, for example while a key is held down; nil: none.
    public var gesture: GestureMark?

    package init(by: Int, size: StepLength = .ordinary, gesture: GestureMark? = nil) {
        self.by = by
        self.size = size
        self.gesture = gesture
    }

    private enum CodingKeys: String, CodingKey {
        case by, size
    }

    /// Writes an object with these keys, and with the mark of its gesture if it has one.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(by, forKey: .by)
        try container.encode(size, forKey: .size)
        try gesture?.encode(to: encoder)
    }

    /// The size and the gesture may be left out.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        by = try container.decode(Int.self, forKey: .by)
        size = try container.decodeIfPresent(StepLength.self, forKey: .size) ?? .ordinary
        gesture = try GestureMark(in: decoder)
    }
}

/// What `POST /v1/parameters/{id}/hold` takes: a finger on a button of a screen comes down, stays there, or leaves.
public struct HoldRequest: WireRequest, Equatable {
    /// What the parameter is held at; nil for a trigger, and where the hold goes on or ends.
    public var value: Value?
    public var gesture: GestureMark

    private enum CodingKeys: String, CodingKey {
        case value, gesture
    }

    /// Writes an object with the value, if there is one, and the mark of the gesture.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(value, forKey: .value)
        try gesture.encode(to: encoder)
    }

    /// Reads an object that must have the mark of a gesture; the value may be left out.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        value = container.contains(.value) ? try container.givenValue(forKey: .value) : nil
        // A hold has a name.
        let name = try container.decode(String.self, forKey: .gesture)
        gesture = try GestureMark(in: decoder) ?? GestureMark(name)
    }
}
