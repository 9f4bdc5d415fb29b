internal import FaderValues

/// What the key of a page may see and move: the page's parameters and their parts.
package struct PageContents: Sendable, Equatable {
    package let name: String
    private let ids: Set<String>
    /// The other parts of ranges and colors of which the page shows only some. Sentences about limits may name them.
    private let siblings: [String]

    /// `ids` is empty if the config has no such page.
    package init(name: String, ids: Set<String> = [], siblings: Set<String> = []) {
        (self.name, self.ids) = (name, ids)
        self.siblings = siblings.subtracting(ids).sorted { $0.utf8.count > $1.utf8.count }
    }

    package func has(_ id: String) -> Bool { ids.contains(id) }

    /// The id that was probably meant; nil if none is near.
    package func nearest(to id: String) -> String? { Suggester.nearest(to: id, among: ids.sorted()) }

    /// Nil if the sentence names other parameters.
    func cleared(_ sentence: String?) -> String? {
        siblings.reduce(sentence) { $0?.pieces(between: $1).joined(separator: "the other part") }
    }
}

/// The body of a request that the key of a page may send.
package protocol PageBody: WireContent {
    /// The ids in the body. The id in the path is not among them.
    var ids: [String] { get }
}

extension PageBody {
    package var ids: [String] { [] }
}

/// The answer to a request that the key of a page may send.
package protocol PageAnswer: WireContent {
    /// Leaves out other parameters, and the names of surfaces, controls and people.
    mutating func restrict(to page: PageContents)
}

extension PageAnswer {
    package func cut(to page: PageContents) -> Self {
        var cut = self
        cut.restrict(to: page)
        return cut
    }
}

package protocol PageItem: PageAnswer, WireObject {
    func isOn(_ page: PageContents) -> Bool
}

/// An event that the key of a page may get. Its streams leave out all other events.
package protocol PageEvent: Encodable, Sendable {
    /// The event as the key of a page gets it; nil if it does not concern the page.
    func cut(to page: PageContents) -> Self?
}
