internal import FaderConsole
internal import FaderValues

/// Reads a message in the form that `faderctl monitor` prints.
struct MessageReader {
    let report: Report

    /// `flags` are other words that the key accepts. Only an input may name a value.
    func read(_ node: Node, _ what: String, flags: [String] = [], mayNameValue: Bool = false) -> LocatedMessage? {
        let form = (flags + ["a message such as \"cc 7 ch 1\""]).joined(separator: " or ")
        guard let text = node.text, !text.isEmpty else {
            return report.refuse(node, "expected \(form) for \(what), found \(node.described)")
        }
        if text.hasPrefix("F0 ") || LampMessage.Part.allCases.contains(where: { text.contains("{\($0.word)") }) {
            return report.error(
                node.location,
                "\(node.described) cannot be \(what): places such as {red} and system exclusive are for lamps, as in "
                    + "lamp: {messages: [\"note {number} ch 2 = {red}\"]}")
        }
        do throws(MessageSyntaxError) {
            let address = try MessageAddress(parsing: text)
            guard address.value == nil || mayNameValue else {
                return report.error(
                    node.location,
                    "\(what) is one message with any value: write \"\(address.anyValue)\"; a value is only part of an input, where it makes a "
                        + "button of its own")
            }
            return LocatedMessage(address: address, location: node.location)
        } catch {
            let flag = MessageRepair.flag(for: text)
            if !flags.isEmpty, case .unknownKind(let word) = error, word == text {
                let suggestion = flag.flatMap { flags.contains($0) ? $0 : nil }
                report.error(node.location, "expected \(form) for \(what), found \(node.described)", suggestion: suggestion)
            } else {
                let suggestion = MessageRepair.suggestion(for: text)
                report.error(node.location, "\(node.described) is not a message: \(error.description.forMessage)", suggestion: suggestion)
            }
            return nil
        }
    }
}

extension MessageReader {
    /// The parts of `note 0 ch 2 = 100`, or of `note 0 ch 2`, which has no value; nil for any other text.
    static func parts(of text: String) -> (address: MessageAddress, value: UInt32?)? {
        let halves = text.split(separator: "=", maxSplits: 1)
        guard let address = halves.first.flatMap({ try? MessageAddress(parsing: $0) }) else { return nil }
        guard halves.count == 2 else { return (address, nil) }
        let words = halves[1].split(separator: " ")
        guard words.count == 1, let value = NumberSyntax.whole(words[0]), value <= address.kind.maximumRaw else { return nil }
        return (address, UInt32(value))
    }
}
