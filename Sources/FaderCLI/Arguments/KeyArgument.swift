internal import ArgumentParser
internal import FaderValues

/// A key and its value as in a config: `max=100`. The daemon reads it.
struct KeyArgument: ExpressibleByArgument {
    let key: String
    let text: String

    static let completion = CompletionKind.list((KindWord.keys + ["value"]).map { "\($0)=" })

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return nil }
        (key, text) = (String(parts[0]), String(parts[1]))
    }
}
