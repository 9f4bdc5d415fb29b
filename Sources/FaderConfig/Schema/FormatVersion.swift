/// `version: 1`, which every file of ours begins with.
enum FormatVersion {
    /// Whether the file can be read on. Asked before anything else: a newer file has keys that are no mistakes. A version that is
    /// missing or no number is reported but does not hinder.
    static func check(_ root: Node, report: Report) -> Bool {
        guard case .block(let entries) = root.content else { return true }
        guard let entry = entries.first(where: { $0.key == "version" }) else {
            report.error(root.place, "the version is missing; the file begins with \"version: 1\"")
            return true
        }
        guard let version = report.number(entry.value, "version"), version != 1 else { return true }
        report.error(entry.value.place, "version \(NumberSyntax.shown(version)) is not one that this faderd reads; it reads version 1")
        return false
    }
}
