/// Any JSON value without its offset. Numbers keep their spelling, which `Double` and `Int` would lose, so fields that this version does
/// not know survive a load and a save unchanged.
public indirect enum JSONValue: Sendable {
    case null
    case flag(Bool)
    /// A number with its spelling. Comes from the reader or from a finite `Double`.
    case number(spelling: String)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])

    /// A number with the shortest digits that read back as the same bits.
    public static func number(_ value: Double) -> JSONValue {
        precondition(value.isFinite, "JSON has no word for NaN and infinity")
        return .number(spelling: value.description)
    }

    public static func read(_ bytes: [UInt8]) throws(JSONProblem) -> JSONValue { JSONValue(try JSONReader.read(bytes)) }

    /// The value of a node. Of keys that look alike but differ in their bytes, a dictionary keeps only the last.
    public init(_ node: JSONNode) {
        self =
            switch node.content {
            case .null: .null
            case .flag(let flag): .flag(flag)
            case .number(let spelling): .number(spelling: spelling)
            case .text(let text): .text(text)
            case .list(let items): .list(items.map { JSONValue($0) })
            case .object(let members):
                .object(Dictionary(members.map { ($0.key, JSONValue($0.value)) }, uniquingKeysWith: { $1 }))
            }
    }

    /// The value as a `Double`; nil if it is not a number or is too large.
    public var double: Double? {
        guard case .number(let spelling) = self, let value = Double(spelling), value.isFinite else { return nil }
        return value
    }
}

extension JSONValue: Equatable {
    /// Whether both are the same. Texts are compared by their bytes, numbers by their spelling.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.flag(let left), .flag(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        case (.list(let left), .list(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }
}

extension JSONValue: Codable {
    /// Keeps the value as `JSONTree` has read it. Other decoders are refused, because they do not keep the spelling of numbers.
    public init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? TreeDecoder else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "any JSON is read by JSONTree only"))
        }
        self.init(decoder.node)
    }

    /// Encodes the value. A number is encoded as a `Double`, so digits that do not fit are lost.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .flag(let flag): try container.encode(flag)
        case .number(let spelling):
            guard let double else {
                let reason = "\(spelling) is too large a number"
                throw EncodingError.invalidValue(self, .init(codingPath: encoder.codingPath, debugDescription: reason))
            }
            try container.encode(double)
        case .text(let text): try container.encode(text)
        case .list(let list): try container.encode(list)
        case .object(let object): try container.encode(object)
        }
    }
}
