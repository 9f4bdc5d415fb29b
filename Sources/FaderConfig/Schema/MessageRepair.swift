internal import FaderConsole
internal import FaderValues

enum MessageRepair {
    /// The boolean that is meant by a word from older YAML, or by a typo.
    static func flag(for text: String) -> String? {
        switch text.lowercased() {
        case "yes", "y", "on", "true", "ture", "tru": "true"
        case "no", "n", "off", "none", "false", "flase", "fals": "false"
        default: nil
        }
    }

    static func suggestion(for text: String) -> String? {
        var words = text.lowercased().split { $0.isWhitespace || $0 == "," || $0 == ":" }.map(String.init)
        guard let first = words.first, words.count <= 8 else { return nil }
        if MessageKind(rawValue: first) == nil {
            let known = MessageKind.allCases.map(\.rawValue)
            guard let kind = others[first] ?? Suggester.nearest(to: first, among: known) else { return nil }
            words[0] = kind
        }
        words = words.map { ["channel", "chan", "c"].contains($0) ? "ch" : $0 }
        if let glued = words.last, glued.hasPrefix("ch"), glued.count > 2 { words = words.dropLast() + ["ch", String(glued.dropFirst(2))] }
        if !words.contains("ch") { words += ["ch", "1"] }
        let mended = words.joined(separator: " ")
        guard mended != text, (try? MessageAddress(parsing: mended)) != nil else { return nil }
        return mended
    }

    /// What other programs call the kinds of messages.
    private static let others = [
        "control": "cc", "controller": "cc", "controlchange": "cc", "bend": "pitchbend", "pb": "pitchbend", "pitch": "pitchbend",
        "noteon": "note", "aftertouch": "pressure", "channelpressure": "pressure", "polyaftertouch": "polypressure", "pc": "program",
        "programchange": "program",
    ]
}
