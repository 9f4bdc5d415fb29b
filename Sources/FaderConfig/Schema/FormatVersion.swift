/// `version: 1`, with which every config and profile begins.
enum FormatVersion {
    /// Whether to continue. Checked first, because a newer file may have keys that are unknown here. A missing version is reported, but
    /// reading continues.
    static func check(_ root: Node, report: Report) -> Bool {
        guard case .block(let entries) = root.content else { return true }
        guard let entry = entries.first(where: { $0.key == "version" }) else {
            report.error(root.location, "the version is missing; the file begins with \"version: 1\"")
            return true
        }
        guard let version = report.number(entry.value, "version"), version != 1 else { return true }
        return report.error(
            entry.value.location, "version \(NumberSyntax.shown(version)) is not one that this faderd reads; it reads version 1")
    }
}
