internal import FaderValues

struct Filling {
    /// The words: every location in the result refers to them in messages. Nil: locations stay as they are.
    private let origin: Location.Origin?
    /// The texts by the word in braces: `ch`, `ch.label`, `ch.n`, `ch.nn`; for a single list also without its name.
    private let texts: [String: String]
    /// Braces for which there is no text. A key whose value is only such braces is left out.
    private let missing: Set<String>

    /// What can stand after the name of a list and a dot, or alone if there is only one list.
    static let parts = ["label", "color", "short", "n", "nn"]
    /// The keys with texts for other programs, in which `{}` may mean something else.
    static let foreign = ["exec", "read", "payload", "send"]

    /// One word of each list and its place there, from 0. The name of a list may be nil. `isNamed`: braces are replaced only if they name a
    /// list.
    init(_ choices: [(list: String?, entry: NameList.Entry, place: Int)], isNamed: Bool = false) {
        var (texts, missing): ([String: String], Set<String>) = ([:], [])
        for (list, entry, place) in choices {
            let count = "\(entry.number ?? place + 1)"
            let each = [
                ("", entry.word), ("label", entry.label), ("color", entry.color), ("short", entry.short), ("n", count),
                ("nn", count.utf8.count < 2 ? "0" + count : count),
            ]
            for (part, text) in each {
                let names = (choices.count == 1 && !isNamed ? [part] : []) + (list.map { [part.isEmpty ? $0 : "\($0).\(part)"] } ?? [])
                for name in names {
                    texts[name] = text ?? (part == "short" ? entry.label : "")
                    if text == nil { missing.insert(name) }
                }
            }
        }
        (self.texts, self.missing) = (texts, missing)
        var words = ""
        for choice in choices { words += (words.isEmpty ? "" : ", ") + choice.entry.word }
        origin = Location.Origin(words: words)
    }

    /// The channel of a profile, 1…16, in its messages. If the profile does not give it itself (`isOwn`), errors name the channel that they
    /// are for.
    init(channel: Int, isOwn: Bool) {
        (texts, missing) = ([Self.channel: "\(channel)"], [])
        origin = isOwn ? nil : Location.Origin(words: "channel \(channel)")
    }

    static let channel = "channel"

    /// Reports each `{channel}` that is not in the place of a message's channel.
    static func checkChannels(_ node: Node, _ report: Report) {
        switch node.content {
        case .scalar(let scalar): check(scalar.text, at: node.location)
        case .list(let items): for item in items { checkChannels(item, report) }
        case .block(let entries):
            for entry in entries {
                check(entry.key, at: entry.keyLocation)
                checkChannels(entry.value, report)
            }
        case .unusable: break
        }
        func check(_ text: String, at location: Location) {
            let braces = "{\(channel)}"
            guard text.contains(braces) else { return }
            let words = text.split { " \t=".contains($0) }
            let isMisplaced = words.indices.contains { index in
                words[index].contains(braces) && (words[index] != braces || index == 0 || words[index - 1] != "ch")
            }
            if isMisplaced {
                report.error(location, "\(braces) can only stand where a message has its channel, as in \"cc 1 ch \(braces)\"")
            }
        }
    }

    /// What the words of a list can be called in braces. The list may have no name.
    static func braces(of list: String?) -> [String] {
        var braces = [""] + parts
        guard let list else { return braces }
        braces.append(list)
        for part in parts { braces.append("\(list).\(part)") }
        return braces
    }

    /// Braces that mean nothing here stay; with `keepsBlank`, so does `{}`.
    func text(_ text: String, keepsBlank: Bool = false) -> String {
        text.replacingBraces { keepsBlank && $0.isEmpty ? nil : texts[$0] }
    }

    /// The node with all its texts and keys filled in. A text that is only `{n}` becomes a number.
    func node(_ node: Node, report: Report, keepsBlank: Bool = false) -> Node {
        let content: Node.Content
        switch node.content {
        case .scalar(let scalar) where scalar.text.contains("{"):
            let filled = text(scalar.text, keepsBlank: keepsBlank)
            let isNumber = scalar.text == "{n}" || scalar.text.hasPrefix("{") && scalar.text.hasSuffix(".n}")
            let isPlain = scalar.isPlain || isNumber && filled.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
            content = .scalar(Node.Scalar(text: filled, isPlain: isPlain))
        case .scalar, .unusable: content = node.content
        case .list(let items):
            var nodes: [Node] = []
            for item in items { nodes.append(self.node(item, report: report, keepsBlank: keepsBlank)) }
            content = .list(nodes)
        case .block(let entries):
            var filled: [Node.Entry] = []
            for entry in entries where !isMissing(entry.value) {
                let value = self.node(entry.value, report: report, keepsBlank: keepsBlank || Self.foreign.contains(entry.key))
                let key = entry.key.contains("{") ? text(entry.key, keepsBlank: keepsBlank) : entry.key
                filled.append(
                    Node.Entry(key: key, keyLocation: place(entry.keyLocation), value: value, isRepeated: entry.isRepeated))
            }
            if entries.contains(where: { $0.key.contains("{") }) { Self.checkKeys(&filled, report) }
            content = .block(filled)
        }
        return Node(location: place(node.location), content: content)
    }

    private func isMissing(_ node: Node) -> Bool {
        guard !missing.isEmpty, let text = node.text, text.hasPrefix("{"), text.hasSuffix("}") else { return false }
        return missing.contains(String(text.dropFirst().dropLast()))
    }

    private static func checkKeys(_ entries: inout [Node.Entry], _ report: Report) {
        var known: Set<String> = []
        for index in entries.indices where !known.insert(entries[index].key).inserted && !entries[index].isRepeated {
            entries[index].isRepeated = true
            report.error(entries[index].keyLocation, "duplicate key \"\(entries[index].key.forDisplay)\"")
        }
    }

    func place(_ location: Location) -> Location {
        guard let origin else { return location }
        var place = location
        place.origin = origin
        return place
    }
}

extension String {
    /// What is in the braces, in order; nil for a brace that is not closed.
    package var braces: [String?] {
        var found: [String?] = []
        for piece in split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
            found.append(piece.firstIndex(of: "}").map { String(piece[..<$0]) })
        }
        return found
    }
}
