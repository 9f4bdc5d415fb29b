internal import FaderModel

/// Reads an `exec` target: `{exec: [fanctl, "{value}"], read: [fanctl, get], limit: 5 s}`.
struct ExecTargetReader {
    let report: Report

    private static let names = ["value", "text", "position"]

    func read(_ node: Node) -> ExecTargetSpec? {
        guard let fields = Fields(node, of: "an exec target", keys: ["exec", "read", "limit"], report: report), let exec = fields["exec"],
            let arguments = program(exec, "exec")
        else { return nil }
        check(arguments, at: exec.location)
        var target = ExecTargetSpec(arguments: arguments)
        if let read = fields["read"] { target.read = program(read, "read") ?? [] }
        target.limit = report.duration(fields, "limit", within: Limits.run) ?? target.limit
        return target
    }

    /// A program and its arguments.
    private func program(_ node: Node, _ what: String) -> [String]? {
        guard case .list(let items) = node.content, !items.isEmpty else {
            report.refuse(
                node, "\(what) is a list of a program and its arguments, such as [fanctl, \"{value}\"]; no shell reads it")
            return nil
        }
        let words = items.compactMap { report.text($0, "an argument", limit: Limits.text) }
        guard words.count == items.count else { return nil }
        guard !words[0].isEmpty else {
            report.error(node.location, "\(what) names no program")
            return nil
        }
        return words
    }

    /// Reports unknown names in braces: `{vlaue}` would be passed on unchanged.
    private func check(_ arguments: [String], at location: Location) {
        for argument in arguments {
            for part in argument.split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
                guard let end = part.firstIndex(of: "}") else { continue }
                let name = String(part[..<end])
                guard !Self.names.contains(name), name.allSatisfy(\.isLetter), !name.isEmpty else { continue }
                report.error(
                    location, "unknown name \"{\(name.forDisplay)}\" in exec; there are {value}, {text} and {position}", instead: name,
                    of: Self.names)
            }
        }
    }
}
