internal import FaderModel

/// The lines of a config, to set a key in a block of a surface and leave every other byte as it is. Keys are quoted where they have to be;
/// values are YAML.
struct SurfaceLines {
    let lines: [String]

    init(_ lines: [String]) { self.lines = lines }

    /// The lines with `key: value` in a surface's `controls` or `map`; nil if these are written in a form that is not supported.
    func setting(_ key: String, to value: String, in block: String, ofSurface surface: String) -> [String]? {
        guard let body = body(of: surface) else { return nil }
        guard let place = line(block, in: body.lines, indent: body.indent, isOpen: false) else {
            return inserting(block, with: "\(key.yamlWord): \(value)", atEndOf: body)
        }
        guard let rest = rest(of: place, block) else { return nil }
        if !rest.isEmpty { return inFlow(place, key, value) }
        let deep = indent(inside: place) ?? body.indent + 2
        let entry = Self.spaces(deep) + "\(key.yamlWord): \(value)"
        guard let old = line(key, in: inside(place), indent: deep, isOpen: false) else { return inserting([entry], at: end(of: place)) }
        // Only an entry on one line can be replaced.
        guard inside(old).isEmpty else { return nil }
        var changed = lines
        changed[old] = entry + comment(of: old)
        return changed
    }

    /// Sets an entry of a block on one line, such as `map: {fader.1: master}`.
    private func inFlow(_ place: Int, _ key: String, _ value: String) -> [String]? {
        let comment = comment(of: place)
        let code = lines[place].dropLast(comment.count)
        guard let open = code.firstIndex(of: "{"), let close = code.lastIndex(of: "}"), code[code.index(after: close)...].isEmpty else {
            return nil
        }
        var content = code[code.index(after: open)..<close]
        guard var block = FlowBlock(String(code[open...close])) else { return nil }
        var changed = lines
        if block[key] != nil {
            block[key] = value
            changed[place] = code[..<open] + block.text + comment
            return changed
        }
        while let last = content.last, Self.isBlank(last) || last == "," { content.removeLast() }
        changed[place] = "\(code[...open])\(content.isEmpty ? "" : "\(content), ")\(key.yamlWord): \(value)}" + comment
        return changed
    }

    /// The lines that a surface has below its name, and the indent of its keys; for a profile, which has no such name, the whole file. Nil if
    /// the surface is not there, or is written in a form that is not supported.
    func body(of surface: String?) -> (lines: Range<Int>, indent: Int)? {
        guard let surface else { return (lines.indices, 0) }
        guard let section = line("surfaces", in: lines.indices, indent: 0, isOpen: true), let indent = indent(inside: section),
            let start = line(surface, in: inside(section), indent: indent, isOpen: true)
        else { return nil }
        return (inside(start), self.indent(inside: start) ?? indent + 2)
    }

    /// The lines with a new block at the end of a surface or profile.
    func inserting(_ block: String, with entry: String, atEndOf body: (lines: Range<Int>, indent: Int)) -> [String] {
        inserting([Self.spaces(body.indent) + "\(block):", Self.spaces(body.indent + 2) + entry], at: body.lines.upperBound)
    }

    static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

    func inserting(_ added: [String], at place: Int) -> [String] { Array(lines[..<place]) + added + lines[place...] }

    /// The line of a key at an indent. With `isOpen`, only a key without a value on its line.
    func line(_ key: String, in range: Range<Int>, indent: Int, isOpen: Bool) -> Int? {
        range.first { index in
            guard self.indent(of: index) == indent, let rest = rest(of: index, key) else { return false }
            return !isOpen || rest.isEmpty
        }
    }

    /// The text after `key:` on a line, without its comment; nil if the line has another key.
    func rest(of index: Int, _ key: String) -> String? {
        let code = lines[index].dropLast(comment(of: index).count).drop { $0 == " " }
        for name in [key, "\"\(key)\"", "'\(key)'"] where code.hasPrefix("\(name):") {
            let rest = code.dropFirst(name.count + 1)
            return String(rest.drop { $0 == " " })
        }
        return nil
    }

    /// The comment at the end of a line, with the blanks before it. A ` #` in quoted text also counts as a comment; such a line is then not
    /// supported.
    func comment(of index: Int) -> String {
        let line = lines[index]
        let mark = line.indices.first { line[$0] == "#" && $0 > line.startIndex && Self.isBlank(line[line.index(before: $0)]) }
        var start = mark ?? line.endIndex
        while start > line.startIndex, Self.isBlank(line[line.index(before: start)]) { start = line.index(before: start) }
        return String(line[start...])
    }

    private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }

    /// The indent of a line; nil for an empty line or a comment.
    func indent(of index: Int) -> Int? {
        let indent = lines[index].prefix { $0 == " " }.count
        let first = lines[index].dropFirst(indent).first
        return first == nil || first == "#" ? nil : indent
    }

    /// The lines below one that are indented deeper than it.
    func inside(_ start: Int) -> Range<Int> { start + 1..<max(end(of: start), start + 1) }

    /// The index after the last line in the block below a line, or after the line itself if there is none.
    func end(of start: Int) -> Int {
        guard let indent = indent(of: start) else { return start + 1 }
        var end = start + 1
        for index in lines.indices.dropFirst(start + 1) {
            guard let other = self.indent(of: index) else { continue }
            if other <= indent { break }
            end = index + 1
        }
        return end
    }

    func indent(inside start: Int) -> Int? { inside(start).lazy.compactMap { indent(of: $0) }.first }
}
