extension SurfaceLines {
    /// The lines with some keys of a control set, in a surface's own `controls`, or in a profile's if no surface is given. Nil if these are
    /// written in a form that is not supported.
    func setting(_ keys: [(key: String, value: String)], ofControl control: String, ofSurface surface: String?) -> [String]? {
        guard !keys.isEmpty else { return lines }
        guard let place = controls(of: surface) else { return nil }
        guard case .block(let block) = place else {
            guard let (parent, indent) = parent(of: surface) else { return nil }
            let step = surface == nil ? indent : indent + 2
            let entry = FlowBlock.text(keys)
            return inserting(
                [Self.spaces(step) + "controls:", Self.spaces(step + 2) + "\(control): \(entry)"],
                at: surface == nil ? lines.count : end(of: parent))
        }
        if let rest = rest(of: block, "controls"), !rest.isEmpty {
            guard var whole = FlowBlock(rest) else { return nil }
            var inner = whole[control].flatMap { FlowBlock($0) } ?? FlowBlock.empty
            guard whole[control] == nil || FlowBlock(whole[control] ?? "") != nil else { return nil }
            for (key, value) in keys { inner[key] = value }
            whole[control] = inner.text
            return replacing(block, "controls: \(whole.text)")
        }
        let deep = indent(inside: block) ?? (indent(of: block) ?? 0) + 2
        guard let line = line(control, in: inside(block), indent: deep, isOpen: false) else {
            return inserting([Self.spaces(deep) + "\(control): \(FlowBlock.text(keys))"], at: end(of: block))
        }
        return setting(keys, inEntryAt: line, control)
    }

    /// Whether a surface's own `controls` have a control.
    func hasControl(_ control: String, ofSurface surface: String) -> Bool {
        guard case .block(let block)? = controls(of: surface), let rest = rest(of: block, "controls") else { return false }
        if !rest.isEmpty { return FlowBlock(rest)?[control] != nil }
        return indent(inside: block).flatMap { line(control, in: inside(block), indent: $0, isOpen: false) } != nil
    }

    private enum ControlsPlace {
        /// The line of `controls:`.
        case block(Int)
        case missing
    }

    /// Where the `controls` of a surface or profile are; nil if the surface is not found.
    private func controls(of surface: String?) -> ControlsPlace? {
        guard let surface else {
            return line("controls", in: lines.indices, indent: 0, isOpen: false).map { .block($0) } ?? .missing
        }
        guard let (start, inner) = parent(of: surface) else { return nil }
        let indent = indent(inside: start) ?? inner + 2
        return line("controls", in: inside(start), indent: indent, isOpen: false).map { .block($0) } ?? .missing
    }

    /// The line of a surface and its indent; for a profile, the end of the file and 0.
    private func parent(of surface: String?) -> (line: Int, indent: Int)? {
        guard let surface else { return (lines.count, 0) }
        guard let section = line("surfaces", in: lines.indices, indent: 0, isOpen: true), let indent = indent(inside: section),
            let start = line(surface, in: inside(section), indent: indent, isOpen: true)
        else { return nil }
        return (start, indent)
    }

    /// Sets keys of a control that has its own line: `fader.1: {…}`, or `fader.1:` with a block below it.
    private func setting(_ keys: [(key: String, value: String)], inEntryAt start: Int, _ control: String) -> [String]? {
        guard let rest = rest(of: start, control) else { return nil }
        if !rest.isEmpty {
            guard inside(start).isEmpty, var block = FlowBlock(rest) else { return nil }
            for (key, value) in keys { block[key] = value }
            return replacing(start, "\(control): \(block.text)")
        }
        var changed = self
        for (key, value) in keys {
            let indent = changed.indent(inside: start) ?? (indent(of: start) ?? 0) + 2
            if let line = changed.line(key, in: changed.inside(start), indent: indent, isOpen: false) {
                guard changed.inside(line).isEmpty else { return nil }
                changed = SurfaceLines(changed.replacing(line, "\(key): \(value)"))
            } else {
                changed = SurfaceLines(changed.inserting([Self.spaces(indent) + "\(key): \(value)"], at: changed.end(of: start)))
            }
        }
        return changed.lines
    }

    /// The lines with the content of one replaced. That line keeps its indent and comment.
    private func replacing(_ index: Int, _ content: String) -> [String] {
        var changed = lines
        changed[index] = String(lines[index].prefix { $0 == " " }) + content + comment(of: index)
        return changed
    }
}

/// A block on one line, `{input: "cc 1 ch 1", raw: [0, 100]}`, whose keys can be set. The other values stay as they are written.
struct FlowBlock {
    private var entries: [(key: String, value: String)]

    static var empty: FlowBlock { FlowBlock(entries: []) }

    private init(entries: [(key: String, value: String)]) { self.entries = entries }

    /// Parses a block; nil if the text is not one, or not in a supported form.
    init?(_ text: String) {
        let text = text.trimmed
        guard text.first == "{", text.last == "}", text.count >= 2 else { return nil }
        guard let parts = Self.parts(text.dropFirst().dropLast()) else { return nil }
        entries = []
        for part in parts where !part.isEmpty {
            guard let colon = Self.colon(in: part) else { return nil }
            entries.append((String(part[..<colon]).trimmed, String(part[part.index(after: colon)...]).trimmed))
        }
    }

    subscript(key: String) -> String? {
        get { entries.first { Self.bare($0.key) == key }?.value }
        set {
            guard let newValue else { return }
            if let index = entries.firstIndex(where: { Self.bare($0.key) == key }) {
                entries[index].value = newValue
            } else {
                entries.append((key, newValue))
            }
        }
    }

    /// The block as text.
    var text: String { Self.text(entries) }

    static func text(_ entries: [(key: String, value: String)]) -> String {
        "{\(entries.map { "\($0.key): \($0.value)" }.joined(separator: ", "))}"
    }

    private static func bare(_ key: String) -> String {
        guard let first = key.first, first == "\"" || first == "'", key.last == first, key.count > 1 else { return key }
        return String(key.dropFirst().dropLast())
    }

    /// The parts between the block's top-level commas; nil if a quote or bracket is not closed, or if there is a backslash.
    private static func parts(_ text: Substring) -> [String]? {
        var (parts, part, depth) = ([String](), "", 0)
        var quote: Character?
        for character in text {
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character == "{" || character == "[" {
                depth += 1
            } else if character == "}" || character == "]" {
                depth -= 1
            } else if character == ",", depth == 0 {
                parts.append(part.trimmed)
                part = ""
                continue
            }
            guard depth >= 0, character != "\\" else { return nil }
            part.append(character)
        }
        return depth == 0 && quote == nil ? parts + [part.trimmed] : nil
    }

    /// The colon after the key.
    private static func colon(in part: String) -> String.Index? {
        var quote: Character?
        for index in part.indices {
            let character = part[index]
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character == ":" {
                return index
            }
        }
        return nil
    }
}

extension String {
    /// The text without the spaces at its ends.
    fileprivate var trimmed: String {
        String(String(drop { $0 == " " }.reversed()).drop { $0 == " " }.reversed())
    }
}
