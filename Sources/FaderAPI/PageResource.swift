/// A page of the user's own, as the config has it; the answer to `GET /v1/pages`, a list of them.
public struct PageResource: WireType, Equatable {
    /// The name.
    public var name: String
    /// Ids, or patterns of ids with `*` and `?`, in the order they are shown in.
    public var show: [String]

    /// A page from its parts.
    public init(name: String, show: [String]) {
        self.name = name
        self.show = show
    }

    package static let schema = """
        "Page": {"type": "object", "additionalProperties": false, "required": ["name", "show"], "properties": {
            "name": {"type": "string"},
            "show": {"type": "array", "items": {"type": "string"}, "description": "ids, or patterns of ids with * and ?"}}}
        """
}
