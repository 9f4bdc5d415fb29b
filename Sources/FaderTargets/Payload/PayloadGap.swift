internal import FaderJSON
internal import FaderValues

/// A payload has nothing at a path: `no key hex in color: there are x, y`.
struct PayloadGap: Error {
    let key: String
    let path: [String]
    let found: JSONNode

    /// How many keys or words are shown.
    static let mostShown = 10
    private static let longest = 60

    var words: String {
        let place = "no key \(Self.cut(key)) in \(path.isEmpty ? "the payload" : Self.shown(path))"
        return switch found.content {
        case .object(let members) where !members.isEmpty: "\(place): there \(members.count == 1 ? "is" : "are") \(Self.keys(members))"
        case .object: "\(place), which is empty"
        case .list(let items): "\(place), which is a list of \(items.count)"
        case .null, .flag, .number, .text: "\(place), which is not an object"
        }
    }

    static func keys(_ members: [JSONNode.Member]) -> String {
        let more = members.count > mostShown ? " and \(members.count - mostShown) more" : ""
        return members.prefix(mostShown).map { cut($0.key) }.joined(separator: ", ") + more
    }

    /// As in the config.
    static func shown(_ path: [String]) -> String { path.map(cut).joined(separator: ".") }

    /// A received text in quotes, without control characters.
    static func shown(_ text: String) -> String { "\"\(cut(text))\"" }

    static func cut(_ text: String) -> String {
        let start = String(text.prefix(longest)).withoutControls()
        return text.count > longest ? start + "…" : start
    }
}
