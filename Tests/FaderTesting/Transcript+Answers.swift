internal import FaderConsole
internal import FaderValues

extension Transcript {
    /// The line of an act that asks something, with its answer; nil if it does not.
    ///
    ///     get kick snare = -6 3
    ///     reports a level 0 to 20, b level 20 to 90 held            (a letter for each change)
    ///     hands desk fader.1 level touched, desk fader.2 level gone
    ///     decisions level 2: sent changed                           (the newest first)
    ///     decks desk page 0 bank 2 chosen 4 modifiers 1
    ///     due 1150ms
    ///     learned desk fader.1
    mutating func answer(_ words: ArraySlice<String>) -> String? {
        switch words.first {
        case "get":
            let ids = words.dropFirst().prefix { $0 != "=" }
            let values = ids.map { Self.number(console.value(of: parameter(["get", $0]))) }
            return "get \(ids.joined(separator: " ")) = \(values.joined(separator: " "))"
        case "reports": return "reports \(list(reports()))"
        case "hands": return "hands \(list(hands()))"
        case "learned":
            var learned = ["learned"]
            while let hand = console.nextHand() { if hand.isLearned { learned.append(names[hand.control.offset]) } }
            return learned.joined(separator: " ")
        case "decisions":
            let (id, count) = (words[words.startIndex + 1], Int(words[words.startIndex + 2].prefix { $0 != ":" }) ?? 1)
            let kinds = (0..<count).compactMap { console.decision(of: parameter(words), back: $0).map { "\($0.kind)" } }
            return "decisions \(id) \(count): \(kinds.joined(separator: " "))"
        case "decks": return "decks \(list(decks()))"
        case "due": return console.nextDeadline == .never ? "due never" : "due \(Self.milliseconds(console.nextDeadline))ms"
        default: return nil
        }
    }

    private func list(_ items: [String]) -> String { items.isEmpty ? "nothing" : items.joined(separator: ", ") }

    private mutating func reports() -> [String] {
        var lines: [String] = []
        while let report = console.nextReport() {
            if !changes.contains(report.change) { changes.append(report.change) }
            let letter = Character(UnicodeScalar(UInt8(ascii: "a") + UInt8((changes.firstIndex(of: report.change) ?? 0) % 26)))
            let id = configuration.parameters[report.parameter.offset].id
            lines.append(
                "\(letter) \(id) \(Self.number(report.before)) to \(Self.number(report.value))\(report.isHeld ? " held" : "")")
        }
        return lines
    }

    private func hands() -> [String] {
        var lines: [String] = []
        while let hand = console.nextHand() {
            let id = hand.parameter.map { configuration.parameters[$0.offset].id } ?? "nothing"
            let state = hand.isTouched ? "touched" : hand.isHeld ? "held" : "gone"
            lines.append("\(names[hand.control.offset]) \(id) \(state)")
        }
        return lines
    }

    private func decks() -> [String] {
        var last: [String: String] = [:]
        while let report = console.nextDeck() {
            let name = configuration.decks[report.deck.offset].name
            let state = report.state
            last[name] =
                "\(name) page \(state.page) bank \(state.bank) chosen \(report.chosenBank) modifiers \(state.modifiers.rawValue)"
        }
        return last.keys.sorted().compactMap { last[$0] }
    }

    /// Puts another configuration of the script in force, or the same one again.
    mutating func reload(_ name: String?) {
        guard let next = name.map({ others[$0] }) ?? configuration else { fatalError("the script has no config \(name ?? "")") }
        mappings = next.mappings()
        swap(to: next)
    }

    /// Ends the daemon, and starts it with what it has kept.
    mutating func restart() {
        while let tie = console.nextTie() { ties[tie.parameter] = tie.relation }
        let values = configuration.parameters.rowIndices.map { console.value(of: $0) }
        console = Console(configuration, values: values)
        console.restore(ties)
        for surface in configuration.surfaces.rowIndices { console.connected(surface, port.connected[surface], at: now, port: port) }
    }
}
