/// A web page of the config: a choice of parameters that programs can show. `GET /v1/pages` answers with a list of these.
public struct PageResource: WireType, Equatable {
    /// The name.
    public var name: String
    /// Ids, or patterns of ids with `*` and `?`, in the order in which they are shown.
    public var show: [String]

    package init(name: String, show: [String]) {
        self.name = name
        self.show = show
    }

    package static let notes: KeyNotes = ["show": "ids, or patterns of ids with * and ?"]
}
