import FaderConfig
import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("What values are as text, and what a person may type, as scripts")
struct TextScriptTests {
    @Test("every script of Tests/Scripts/texts comes out as it is written", arguments: try ScriptTest.all(in: "Scripts/texts", on: "desk"))
    func everyScript(script: ScriptTest) throws {
        let read = try contents("version: 1\n" + script.setting.map { $0 + "\n" }.joined())
        let failure = script.failure { lines in
            lines.split(separator: "\n").map { TextTranscript(line: String($0), read).answered }.joined(separator: "\n")
        }
        if let failure { Issue.record("\(failure)") }
    }
}

/// A line of such a script with its answer:
///
///     level shows -6 > -6.0 dB            level edits -6 > -6.0            level range > -70.0…6.0 dB
///     level decimals 2 shows -6 > -6.00 dB
///     level 12: +=3 > 15                  (typed at 12; ` clamped` if the range changed it)
///     level 12: "\u{200E}" > refused: …   (quoted where it has blanks around it or cannot be seen)
///     price 300 400: ..800 > 300 800
private struct TextTranscript {
    let answered: String

    init(line: String, _ read: ConfigContents) {
        let ask = line.firstRange(of: " > ").map { String(line[..<$0.lowerBound]) } ?? line
        answered = ask + " > " + Self.answer(ask, read)
    }

    private static func answer(_ ask: String, _ read: ConfigContents) -> String {
        let colon = ask.firstRange(of: ": ")
        var words = (colon.map { ask[..<$0.lowerBound] } ?? ask[...]).split(separator: " ").map(String.init)
        let id = words.removeFirst()
        var viewer = Viewer(symbols: read.settings.symbols)
        if words.first == "decimals" {
            (viewer, words) = (Viewer(symbols: viewer.symbols, decimals: Int(words[1])), Array(words.dropFirst(2)))
        }
        let numbers = words.compactMap { Double($0) }
        let parameters = read.console.parameters
        if let compound = read.console.compounds.first(where: { $0.id == id }) {
            let text = CompoundText(compound, parts: compound.parts.map { parameters[$0] })
            if let colon {
                return parsed {
                    let parsed = try text.parse(typed(ask[colon.upperBound...]), current: numbers, for: viewer)
                    return (parsed.values, parsed.isClamped)
                }
            }
            return words.first == "edits" ? text.edit(numbers, for: viewer) : text.format(numbers, for: viewer)
        }
        guard let spec = parameters.first(where: { $0.id == id }) else { return "there is no \(id)" }
        let text = ValueText(spec)
        if let colon {
            return parsed {
                let parsed = try text.parse(typed(ask[colon.upperBound...]), current: numbers[0], for: viewer)
                return ([parsed.value], parsed.isClamped)
            }
        }
        return switch words.first {
        case "shows": text.format(numbers[0], for: viewer)
        case "edits": text.edit(numbers[0], for: viewer)
        case "range": text.range(for: viewer)
        default: text.clampNotice(numbers[0], for: viewer)
        }
    }

    private static func parsed(_ parse: () throws -> (values: [Double], isClamped: Bool)) -> String {
        do {
            let (values, isClamped) = try parse()
            return values.map { "\($0)".hasSuffix(".0") ? String("\($0)".dropLast(2)) : "\($0)" }.joined(separator: " ")
                + (isClamped ? " clamped" : "")
        } catch {
            return "refused: \(error)"
        }
    }

    /// A typed text, without its quotes and with what `\t`, `\n` and `\u{…}` stand for.
    private static func typed(_ text: Substring) -> String {
        guard text.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") else { return String(text) }
        var result = String(text.dropFirst().dropLast()).replacing("\\t", with: "\t").replacing("\\n", with: "\n")
        while let match = result.firstMatch(of: #/\\u\{([0-9A-F]+)\}/#),
            let scalar = UInt32(match.1, radix: 16).flatMap(Unicode.Scalar.init)
        {
            result.replaceSubrange(match.range, with: String(Character(scalar)))
        }
        return result
    }
}
