internal import FaderValues

/// Writes a profile for people who will change it: its head says what is certain, assumed and left out.
struct ProfileText {
    let device: ForeignDevice
    let draft: ProfileDraft

    private static let width = 120

    var text: String {
        let looks = looks()
        var lines = head
        lines += ["", "version: 1", "name: \(device.title.withoutControls().yamlQuoted)"]
        if let client = device.client {
            lines.append("# The file calls the device so. Compare it with \"faderctl surfaces\", then take the # away:")
            lines.append("# match: \(client.globEscaped.yamlQuoted)")
        }
        if let channel = draft.channel { lines.append("channel: \(channel)") }
        lines += device.protocolLines
        if !looks.named.isEmpty { lines += ["", "lamps:"] + looks.named.map { "  \($0.name): \($0.text)" } }
        if !draft.controls.isEmpty { lines += ["", "controls:"] + draft.controls.map { entry($0, looks) } }
        return lines.joined(separator: "\n") + "\n"
    }

    // MARK: The head

    private var head: [String] {
        var certain = draft.controls.isEmpty ? "the protocol" : "messages"
        let lamps = draft.controls.count { $0.lamp != nil }
        if lamps > 0 { certain += ", the values of \(lamps) lamps" }
        if draft.controls.contains(where: { $0.foreign.relative != nil }), device.format != .bespoke { certain += ", how encoders count" }
        if draft.controls.contains(where: { $0.place != nil }) { certain += ", places" }
        var lines = [
            "# \(device.title.excerpt), from a file of \(device.format.program): \(device.fileName.excerpt)",
            "# Written by \"faderctl profile import\". What else a profile can say: faderd.yaml(5).", "#",
        ]
        lines += Self.paragraph("As in the file: \(certain).")
        let lists = [("Assumed", device.assumed), ("Not in the file", device.unknown), ("Left out", draft.omitted.lines)]
        for (title, entries) in lists where !entries.isEmpty {
            lines.append("# \(title):")
            for entry in entries.prefix(20) { lines += Self.paragraph(entry.excerpt(400), "- ") }
            if entries.count > 20 { lines.append("# - and \(entries.count - 20) more") }
        }
        return lines
    }

    /// `mark` stands before the first line; the others are indented as far.
    private static func paragraph(_ text: String, _ mark: String = "") -> [String] {
        var lines: [String] = []
        var line = "# \(mark)"
        var isEmpty = true
        for word in text.split(separator: " ") {
            if !isEmpty, line.count + word.count >= width {
                lines.append(line)
                (line, isEmpty) = ("# " + String(repeating: " ", count: mark.count), true)
            }
            line += (isEmpty ? "" : " ") + word
            isEmpty = false
        }
        return lines + [line]
    }

    // MARK: Controls

    private func entry(_ control: ProfileDraft.Control, _ looks: Looks) -> String {
        let foreign = control.foreign
        var keys = ["input: \(foreign.message.text.yamlQuoted)"]
        if let relative = foreign.relative { keys.append("relative: \(relative)") }
        if foreign.isInverted { keys.append("invert: true") }
        if foreign.hasMotor, control.lamp == nil { keys.append("motor: true") }
        if let lamp = control.lamp {
            keys.append("motor: \(lamp.message.map { $0.text.yamlQuoted } ?? "true")")
            keys.append("lamp: \(looks.word(for: lamp))")
        }
        if let place = control.place { keys.append("place: {row: \(place.row), column: \(place.column)}") }
        let word = control.id.prefix { $0 != "." }
        let label = control.labels.filter { ControlRole.split($0).word != word }.map { $0.excerpt(80) }.joined(separator: " · ")
        return "  \(control.id.yamlWord): {\(keys.joined(separator: ", "))}\(label.isEmpty ? "" : "  # \(label)")"
    }

    // MARK: Lamps

    /// With names if lamps have colors, else in place.
    private struct Looks {
        var named: [(name: String, text: String)] = []
        var words: [[Int]: String] = [:]

        func word(for lamp: ForeignControl.Lamp) -> String { words[[lamp.off, lamp.on]] ?? "{off: \(lamp.off), on: \(lamp.on)}" }
    }

    private static let most = (looks: 32, colors: 128)

    private func looks() -> Looks {
        var looks = Looks()
        var known: Set<String> = []
        let colors = device.colors.filter { known.insert($0.color).inserted }.prefix(Self.most.colors)
        guard !colors.isEmpty else { return looks }
        let table = Self.lines(of: colors.map { "\($0.color.yamlQuoted): \($0.value)" })
        for control in draft.controls {
            guard let lamp = control.lamp, looks.words[[lamp.off, lamp.on]] == nil, looks.named.count < Self.most.looks else { continue }
            let name = "color-\(looks.named.count + 1)"
            looks.words[[lamp.off, lamp.on]] = name
            looks.named.append((name, "{off: \(lamp.off), on: \(lamp.on), colors: {\(table)}}"))
        }
        return looks
    }

    private static func lines(of entries: [String]) -> String {
        stride(from: 0, to: entries.count, by: 7).map { start in
            "\n      " + entries[start..<min(start + 7, entries.count)].joined(separator: ", ")
        }.joined(separator: ",")
    }
}
