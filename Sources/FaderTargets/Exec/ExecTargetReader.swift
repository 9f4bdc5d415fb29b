package import FaderConfig
internal import FaderValues

extension ExecTargetSpec: ReadableTarget {
    package static func read(_ node: Node, for subject: TargetReader.Subject, by reader: TargetReader) -> ExecTargetSpec? {
        ExecTargetReader(report: reader.report, isColor: subject.isColor, isPressed: subject.isPressed).read(node)
    }
}

/// `{exec: [fanctl, "{value}"], read: [fanctl, get], env: {TOKEN: {file: fan.token}}, limit: 5 s}`.
struct ExecTargetReader {
    let report: Report
    var isColor = false
    var isPressed = false

    private var names: [String] { isPressed ? [] : isColor ? ["value", "text", "red", "green", "blue"] : ["value", "text", "position"] }
    private var keys: [String] { isPressed ? ["exec", "limit", "env"] : ["exec", "read", "limit", "env", "at-start"] }

    func read(_ node: Node) -> ExecTargetSpec? {
        guard let fields = Fields(node, of: "an exec target", keys: keys, report: report, tellsKeys: isPressed), let exec = fields["exec"],
            let arguments = program(exec, "exec")
        else { return nil }
        for argument in arguments { check(argument, "exec", at: exec.location) }
        var target = ExecTargetSpec(arguments: arguments)
        if let read = fields["read"] { target.read = program(read, "read") ?? [] }
        target.limit = report.duration(fields, "limit", within: Limits.run) ?? target.limit
        if let variables = fields["env"] { target.environment = environment(variables) }
        target.runsAtStart = report.truth(fields, "at-start") ?? false
        if target.runsAtStart, let read = fields["read"], let start = fields["at-start"] {
            report.error(
                start.location,
                "at-start and read (\(read.location.described(from: start.location))) exclude each other: at the start, the value is "
                    + "either read from the program or given to it")
        }
        return target
    }

    private func program(_ node: Node, _ what: String) -> [String]? {
        guard case .list(let items) = node.content, !items.isEmpty else {
            return report.refuse(node, "\(what) is a list of a program and its arguments, such as [fanctl, \"{value}\"]; no shell reads it")
        }
        let words = items.compactMap { report.text($0, "an argument", limit: Limits.text) }
        guard words.count == items.count else { return nil }
        guard !words[0].isEmpty else { return report.error(node.location, "\(what) names no program") }
        return words
    }

    private func environment(_ node: Node) -> [String: ExecTargetSpec.Variable] {
        var variables: [String: ExecTargetSpec.Variable] = [:]
        // The text may be a secret: the message does not repeat it.
        guard node.isBlock || node.isUnusable else {
            report.error(node.location, "env is a block of variables, such as {LANG: C, TOKEN: {file: fan.token}}")
            return [:]
        }
        for entry in report.entries(node, of: "env") ?? [] where !entry.isRepeated {
            guard isVariable(entry.key) else {
                report.error(
                    entry.keyLocation,
                    "\"\(entry.key.forDisplay)\" cannot be the name of a variable: letters, digits and \"_\", not beginning with a digit")
                continue
            }
            variables[entry.key] = variable(entry.value)
        }
        return variables
    }

    private func isVariable(_ name: String) -> Bool {
        name.utf8.first?.isASCIIDigit == false && name.utf8.allSatisfy { $0.isASCIIWord && $0 != UInt8(ascii: "-") }
    }

    private func variable(_ node: Node) -> ExecTargetSpec.Variable? {
        guard case .block = node.content else {
            guard let text = report.text(node, "a text or {file: NAME}", limit: Limits.text) else { return nil }
            check(text, "env", at: node.location)
            return .text(text)
        }
        guard let fields = Fields(node, of: "a variable", keys: ["file"], report: report) else { return nil }
        guard let file = fields["file"] else { return report.error(node.location, "a variable is a text or {file: NAME}") }
        return report.file(file).map { .file(name: $0.name, path: $0.path) }
    }

    /// Reports unknown names in braces: `{vlaue}` would be passed on unchanged.
    private func check(_ text: String, _ key: String, at location: Location) {
        for name in text.braces.compactMap({ $0 }) {
            guard !names.contains(name), name.allSatisfy(\.isLetter), !name.isEmpty else { continue }
            guard !names.isEmpty else {
                if ["value", "text", "position"].contains(name) {
                    report.error(location, "\"{\(name)}\" in \(key) has no meaning: a trigger has no value")
                }
                continue
            }
            report.error(
                location,
                "unknown name \"{\(name.forDisplay)}\" in \(key); there are \(names.dropLast().map { "{\($0)}" }.joined(separator: ", ")) and "
                    + "{\(names[names.count - 1])}", instead: name, of: names)
        }
    }
}
