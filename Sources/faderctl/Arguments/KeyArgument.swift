internal import ArgumentParser
internal import FaderAPI
internal import FaderConfig
internal import FaderModel

/// A key of a parameter and its value, `max=100`: numbers, `true`, `false`, `[…]`, `{…}` and quoted texts are read as in a config;
/// anything else is plain text.
struct KeyArgument: ExpressibleByArgument {
    let key: String
    let text: String
    let value: JSONValue

    /// Keys whose values are always texts, even if they look like numbers.
    private static let texts: Swift.Set = ["label", "unit", "currency", "kind", "type", "pattern"]

    static let completion = CompletionKind.list((ParameterKeys.all + ["value"]).map { "\($0)=" })

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return nil }
        let (key, text) = (String(parts[0]), String(parts[1]))
        let isFlow = text.first.map { "[{\"'".contains($0) } ?? false
        guard let value = isFlow || !Self.texts.contains(key) ? Self.read(text, isFlow: isFlow) : .text(text) else { return nil }
        (self.key, self.text, self.value) = (key, text, value)
    }

    /// Reads a value; nil if brackets or quotes do not match.
    private static func read(_ text: String, isFlow: Bool) -> JSONValue? {
        guard let json = FlowText.json(text) else { return isFlow ? nil : .text(text) }
        do throws(WireError) {
            let value = try WireJSON.decode(JSONValue.self, from: json)
            switch value {
            case .number, .flag: return value
            case .null, .text, .list, .object: return isFlow ? value : .text(text)
            }
        } catch {
            return nil
        }
    }

    /// As the value of a parameter; nil if it cannot be one.
    var asValue: Value? {
        switch value {
        case .number(let number): .number(number)
        case .flag(let flag): .flag(flag)
        case .text(let text): .word(text)
        case .list(let items):
            if items.count == 2, case .number(let low) = items[0], case .number(let high) = items[1] { .pair(low, high) } else { nil }
        case .null, .object: nil
        }
    }
}
