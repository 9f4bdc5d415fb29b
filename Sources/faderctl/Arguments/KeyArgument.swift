internal import ArgumentParser
internal import FaderAPI
internal import FaderJSON
internal import FaderModel

/// A key of a parameter and its value: `max=100`. Numbers, `true`, `false`, `[…]`, `{…}` and quoted texts are read as in a config.
/// Anything else is plain text.
struct KeyArgument: ExpressibleByArgument {
    let key: String
    let text: String
    let value: JSONValue

    static let completion = CompletionKind.list((KindWord.keys + ["value"]).map { "\($0)=" })

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return nil }
        let (key, text) = (String(parts[0]), String(parts[1]))
        let isFlow = text.first.map { "[{\"'".contains($0) } ?? false
        let isText = KindWord.texts.contains(key)
        guard let value = isFlow ? FlowText.value(text) : isText ? .text(text) : FlowText.plain(text) else { return nil }
        (self.key, self.text, self.value) = (key, text, value)
    }

    /// The argument as the value of a parameter; nil if it cannot be one.
    var asValue: Value? { try? WireJSON.decode(Value.self, from: WireJSON.encode(value)) }
}
