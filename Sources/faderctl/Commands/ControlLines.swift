internal import FaderModel

extension SurfaceLines {
    /// The lines with some keys of a control set, in a surface's own `controls`, or in a profile's if no surface is given. Nil if these are
    /// written in a form that is not supported.
    func setting(_ keys: [(key: String, value: String)], ofControl control: String, ofSurface surface: String?) -> [String]? {
        guard !keys.isEmpty else { return lines }
        guard let body = body(of: surface) else { return nil }
        guard let block = line("controls", in: body.lines, indent: body.indent, isOpen: false) else {
            return inserting("controls", with: "\(control.yamlWord): \(FlowBlock.text(keys))", atEndOf: body)
        }
        if let rest = rest(of: block, "controls"), !rest.isEmpty {
            guard var whole = FlowBlock(rest), var inner = FlowBlock(whole[control] ?? "{}") else { return nil }
            for (key, value) in keys { inner[key] = value }
            whole[control] = inner.text
            return replacing(block, "controls: \(whole.text)")
        }
        let deep = indent(inside: block) ?? (indent(of: block) ?? 0) + 2
        guard let line = line(control, in: inside(block), indent: deep, isOpen: false) else {
            return inserting([Self.spaces(deep) + "\(control.yamlWord): \(FlowBlock.text(keys))"], at: end(of: block))
        }
        return setting(keys, inEntryAt: line, control)
    }

    /// Whether a surface's own `controls` have a control.
    func hasControl(_ control: String, ofSurface surface: String) -> Bool {
        guard let body = body(of: surface), let block = line("controls", in: body.lines, indent: body.indent, isOpen: false),
            let rest = rest(of: block, "controls")
        else { return false }
        if !rest.isEmpty { return FlowBlock(rest)?[control] != nil }
        return indent(inside: block).flatMap { line(control, in: inside(block), indent: $0, isOpen: false) } != nil
    }

    /// Sets keys of a control that has its own line: `fader.1: {…}`, or `fader.1:` with a block below it.
    private func setting(_ keys: [(key: String, value: String)], inEntryAt start: Int, _ control: String) -> [String]? {
        guard let rest = rest(of: start, control) else { return nil }
        if !rest.isEmpty {
            guard inside(start).isEmpty, var block = FlowBlock(rest) else { return nil }
            for (key, value) in keys { block[key] = value }
            return replacing(start, "\(control.yamlWord): \(block.text)")
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
                entries.append((key.yamlWord, newValue))
            }
        }
    }

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

    /// The colon after the key, which may be in quotes.
    private static func colon(in part: String) -> String.Index? {
        let isQuoted = part.first == "\"" || part.first == "'"
        let end = isQuoted ? part.dropFirst().firstIndex(of: part[part.startIndex]) : part.startIndex
        return end.flatMap { part[$0...].firstIndex(of: ":") }
    }
}

extension String {
    /// The text without the spaces at its ends.
    fileprivate var trimmed: String {
        String(String(drop { $0 == " " }.reversed()).drop { $0 == " " }.reversed())
    }
}
