internal import FaderJSON
public import FaderValues

/// The body of `PATCH /v1/parameters`: several parameters, set as one act.
public struct ParametersPatch: Sendable, Equatable {
    public struct Item: Sendable, Equatable {
        /// A text or a value; never a position, which is a drag of one parameter.
        public enum Wanted: Sendable, Equatable {
            /// Text as a person types it: `-6 dB`.
            case text(String)
            /// A value in the form of the parameter's kind.
            case value(Value)
            /// The parameter's default.
            case reset
        }

        public var wanted: Wanted
        /// The revision that it must still have; nil: any.
        public var revision: UInt64?

        package init(_ wanted: Wanted, ifStill revision: UInt64? = nil) {
            self.wanted = wanted
            self.revision = revision
        }
    }

    public static let most = 1_000
    /// The parameters and compounds by their ids, or by patterns of ids.
    public var items: [String: Item]

    package init(_ items: [String: Item]) { self.items = items }

    /// Whether a word is a pattern: it has `*`, `?` or the name of a list in braces. No id has these.
    package static func isPattern(_ word: String) -> Bool { word.utf8.contains { $0 == 0x2A || $0 == 0x3F || $0 == 0x7B } }
}

extension ParametersPatch: WireObject {
    public init(from decoder: any Decoder) throws {
        items = try decoder.singleValueContainer().decode([String: Item].self)
        guard items.count <= Self.most else {
            throw DecodingError.refusal("one request takes at most \(Self.most) parameters, and this one has \(items.count); send several")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(items)
    }
}

extension ParametersPatch.Item: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case text, value, reset, revision
    }

    /// Reads an object with `text`, `value` or `reset`, and perhaps `revision`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if JSONTree.keys(of: decoder)?.contains(where: { $0 == "position" || $0 == "positions" }) ?? false {
            throw DecodingError.refusal(
                "several parameters are set by \"text\" or \"value\"; a \"position\" drags one parameter: PUT it there")
        }
        try decoder.refuseKeys(besides: CodingKeys.allCases.map(\.rawValue))
        let given = [CodingKeys.text, .value, .reset].filter(container.contains)
        guard given.count == 1 else {
            throw DecodingError.refusal("each parameter needs exactly one of \"text\", \"value\" and \"reset\"")
        }
        switch given[0] {
        case .text: wanted = .text(try container.decode(String.self, forKey: .text))
        case .value: wanted = .value(try container.givenValue(forKey: .value))
        default:
            guard try container.decode(Bool.self, forKey: .reset) else { throw DecodingError.refusal("\"reset\" must be true or left out") }
            wanted = .reset
        }
        revision = try container.decodeIfPresent(UInt64.self, forKey: .revision)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch wanted {
        case .text(let text): try container.encode(text, forKey: .text)
        case .value(let value): try container.encode(value, forKey: .value)
        case .reset: try container.encode(true, forKey: .reset)
        }
        try container.encodeIfPresent(revision, forKey: .revision)
    }
}
