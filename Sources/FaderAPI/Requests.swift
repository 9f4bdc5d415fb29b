public import FaderModel

/// The body of `PUT /v1/parameters/{id}`: one of text, value and position.
public enum ParameterChange: Sendable, Equatable {
    /// Typed text, as `-6 dB`.
    case text(String)
    /// A value: a number in the parameter's unit, or the form its kind uses instead.
    case value(Value)
    /// A position on the travel, 0…1: a drag. Answered at once, not when durable.
    case position(Double)
}

extension ParameterChange: WireType {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case text, value, position
    }

    /// Reads an object with exactly one of the three keys.
    public init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(besides: CodingKeys.allCases.map(\.rawValue))
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard container.allKeys.count == 1, let key = container.allKeys.first else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "the body must hold exactly one of \"text\", \"value\" and \"position\""))
        }
        switch key {
        case .text: self = .text(try container.decode(String.self, forKey: key))
        case .value: self = .value(try container.decode(Value.self, forKey: key))
        case .position: self = .position(try container.decode(Double.self, forKey: key))
        }
    }

    /// Writes an object with one key.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .text(let text): try container.encode(text, forKey: .text)
        case .value(let value): try container.encode(value, forKey: .value)
        case .position(let position): try container.encode(position, forKey: .position)
        }
    }

    package static let schema = """
        "ParameterChange": {"type": "object", "additionalProperties": false, "minProperties": 1, "maxProperties": 1, "properties": {
            "text": {"type": "string", "description": "typed text: -6 dB"},
            "value": {"$ref": "#/components/schemas/Value"},
            "position": {"type": "number", "minimum": 0, "maximum": 1}}}
        """
}

/// The body of `POST /v1/parameters/{id}/check`.
public struct CheckRequest: WireType, Equatable {
    /// The text to be checked.
    public var text: String

    /// A question.
    public init(text: String) { self.text = text }

    /// Reads an object with only that key.
    public init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(besides: ["text"])
        text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .text)
    }

    package static let schema = """
        "CheckRequest": {"type": "object", "additionalProperties": false, "required": ["text"], "properties": {
            "text": {"type": "string"}}}
        """
}

/// The body of `POST /v1/parameters/{id}/step`.
public struct StepRequest: WireType, Equatable {
    /// How many steps; negative: down.
    public var by: Int
    /// The size of each step.
    public var size: Size

    /// The size of a step.
    public enum Size: String, Codable, Sendable, CaseIterable {
        /// The parameter's `step`.
        case ordinary
        /// Its `big-step`.
        case big
        /// Its `fine-step`.
        case fine
    }

    /// A request to move.
    public init(by: Int, size: Size = .ordinary) {
        self.by = by
        self.size = size
    }

    /// Reads an object with only these keys; the size may be left out.
    public init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(besides: ["by", "size"])
        let container = try decoder.container(keyedBy: CodingKeys.self)
        by = try container.decode(Int.self, forKey: .by)
        let word = try container.decodeIfPresent(String.self, forKey: .size) ?? Size.ordinary.rawValue
        guard let known = Size(rawValue: word) else {
            let words = Size.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            throw DecodingError.dataCorruptedError(forKey: .size, in: container, debugDescription: "\"size\" must be one of \(words)")
        }
        size = known
    }

    package static let schema = """
        "StepRequest": {"type": "object", "additionalProperties": false, "required": ["by"], "properties": {
            "by": {"type": "integer", "format": "int64", "minimum": -9223372036854775808, "maximum": 9223372036854775807},
            "size": {"enum": ["ordinary", "big", "fine"]}}}
        """
}

/// The body of `PUT /v1/virtual/{control}`: exactly one of the two.
public enum VirtualGesture: Sendable, Equatable {
    /// The hand puts the fader there, 0…1.
    case move(Double)
    /// A finger touches the fader, or leaves it.
    case touch(Bool)
}

extension VirtualGesture: WireType {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case position, touched
    }

    /// Reads an object with exactly one of the two keys.
    public init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(besides: CodingKeys.allCases.map(\.rawValue))
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard container.allKeys.count == 1, let key = container.allKeys.first else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "the body must hold exactly one of \"position\" and \"touched\""))
        }
        switch key {
        case .position: self = .move(try container.decode(Double.self, forKey: key))
        case .touched: self = .touch(try container.decode(Bool.self, forKey: key))
        }
    }

    /// Writes an object with one key.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .move(let position): try container.encode(position, forKey: .position)
        case .touch(let isTouched): try container.encode(isTouched, forKey: .touched)
        }
    }

    package static let schema = """
        "VirtualGesture": {"type": "object", "additionalProperties": false, "minProperties": 1, "maxProperties": 1, "properties": {
            "position": {"type": "number", "minimum": 0, "maximum": 1},
            "touched": {"type": "boolean"}}}
        """
}
