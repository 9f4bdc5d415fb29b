internal import FaderValues

/// The parameters that the key of a page may see and move: those that the page shows, and their parts.
package struct PageContents: Sendable, Equatable {
    /// The page.
    package let name: String
    private let ids: Set<String>
    /// The other parts of ranges and colors of which the page shows only some. Sentences about limits may name them.
    private let siblings: [String]

    /// - Parameters:
    ///   - ids: empty if the config has no such page.
    ///   - siblings: ids that are not on the page, and that sentences about those on it may name.
    package init(name: String, ids: Set<String> = [], siblings: Set<String> = []) {
        (self.name, self.ids) = (name, ids)
        self.siblings = siblings.subtracting(ids).sorted { $0.utf8.count > $1.utf8.count }
    }

    /// Whether a parameter is on the page.
    package func has(_ id: String) -> Bool { ids.contains(id) }

    /// The id on the page that was probably meant; nil if none is near.
    package func nearest(to id: String) -> String? { Suggester.nearest(to: id, among: ids.sorted()) }

    /// A sentence about a parameter of the page, without the names of others.
    func cleared(_ sentence: String?) -> String? {
        siblings.reduce(sentence) { $0?.pieces(between: $1).joined(separator: "the other part") }
    }
}

/// The body of a request that the key of a page may send.
package protocol PageBody: WireContent {
    /// The parameters that it names, besides the one in the path.
    var ids: [String] { get }
}

extension PageBody {
    package var ids: [String] { [] }
}

/// An answer that the key of a page may get.
package protocol PageAnswer: WireContent {
    /// Leaves out everything that the key of a page does not get: other parameters, and the names of surfaces, controls and people.
    mutating func restrict(to page: PageContents)
}

extension PageAnswer {
    /// The answer as the key of a page gets it.
    package func cut(to page: PageContents) -> Self {
        var cut = self
        cut.restrict(to: page)
        return cut
    }
}

/// An element of a list that the key of a page may get.
package protocol PageItem: PageAnswer, WireObject {
    /// Whether it is on the page.
    func isOn(_ page: PageContents) -> Bool
}

/// An event that the key of a page may get. Streams leave out all others.
package protocol PageEvent: Encodable, Sendable {
    /// The event as the key of a page gets it; nil if it does not concern the page.
    func cut(to page: PageContents) -> Self?
}
