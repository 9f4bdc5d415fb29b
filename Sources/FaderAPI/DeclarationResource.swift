public import FaderJSON
public import FaderValues

/// What programs have declared under one id. `GET /v1/declarations` answers with a list of these.
public struct DeclarationResource: WireObject, Equatable {
    public var id: String
    /// Each program once, in the order of their declarations. Empty after a `DELETE` of the last declaration.
    public var by: [String]
    /// Whether it stays when all sessions that declared it have ended.
    public var keep: Bool
    /// How many sessions keep it alive, whether they are connections or named sessions.
    public var connections: Int

    package init(id: String, by: [String], keep: Bool, connections: Int) {
        self.id = id
        self.by = by
        self.keep = keep
        self.connections = connections
    }
}

/// The body of `POST /v1/declarations`.
public struct DeclareRequest: WireRequest, Equatable {
    public var id: String
    /// The keys of a parameter, as in the config.
    public var parameter: [String: JSONValue]
    /// More keys, each with its value as it would be written in the config, and `value`. For programs that get keys from people.
    public var yaml: [String: String]?
    /// The initial value if no earlier value is remembered; nil: the default.
    public var value: Value?
    /// Whether it stays when all sessions that declared it have ended.
    public var keep: Bool
    public var by: String

    /// The name used for a program that does not give one.
    public static let unnamed = "unnamed"
    /// The largest number of characters in a name.
    public static let longestName = Names.longestProgram

    package init(
        id: String, parameter: [String: JSONValue] = [:], yaml: [String: String]? = nil, value: Value? = nil, keep: Bool = false,
        by: String = DeclareRequest.unnamed
    ) {
        self.id = id
        self.parameter = parameter
        self.yaml = yaml
        self.value = value
        self.keep = keep
        self.by = by
    }

    /// All keys but `id` may be left out.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        parameter = try container.decodeIfPresent([String: JSONValue].self, forKey: .parameter) ?? [:]
        yaml = try container.decodeIfPresent([String: String].self, forKey: .yaml)
        value = try container.decodeIfPresent(Value.self, forKey: .value)
        keep = try container.decodeIfPresent(Bool.self, forKey: .keep) ?? false
        by = try container.decodeIfPresent(String.self, forKey: .by) ?? Self.unnamed
        guard Self.isName(by) else {
            throw DecodingError.refusal("\"by\" must be a name of 1 to \(Self.longestName) characters, none of them a control character")
        }
    }

    /// Whether a text can be the name of a program.
    public static func isName(_ text: String) -> Bool { Names.isProgram(text) }
}
