internal import FaderJSON
internal import FaderModel

/// A payload that has nothing where a path leads: `no key hex in color: there are x, y`.
struct MQTTGap: Error {
    /// The key that is missing.
    let key: String
    /// The keys that led to where it is missing.
    let path: [String]
    /// What is there.
    let found: JSONNode

    /// How many keys or words are shown.
    static let mostShown = 10
    private static let longest = 60

    /// What is missing, and what is there.
    var words: String {
        let place = "no key \(Self.cut(key)) in \(path.isEmpty ? "the payload" : Self.shown(path))"
        return switch found.content {
        case .object(let members) where !members.isEmpty: "\(place): there \(members.count == 1 ? "is" : "are") \(Self.keys(members))"
        case .object: "\(place), which is empty"
        case .list(let items): "\(place), which is a list of \(items.count)"
        case .null, .flag, .number, .text: "\(place), which is no object"
        }
    }

    /// The keys of an object, for a person.
    static func keys(_ members: [JSONNode.Member]) -> String {
        let more = members.count > mostShown ? " and \(members.count - mostShown) more" : ""
        return members.prefix(mostShown).map { cut($0.key) }.joined(separator: ", ") + more
    }

    /// A path as in the config.
    static func shown(_ path: [String]) -> String { path.map(cut).joined(separator: ".") }

    /// What somebody sent, in quotes and without what could harm a terminal.
    static func shown(_ text: String) -> String { "\"\(cut(text))\"" }

    static func cut(_ text: String) -> String {
        let start = String(text.prefix(longest)).withoutControls()
        return text.count > longest ? start + "…" : start
    }
}
