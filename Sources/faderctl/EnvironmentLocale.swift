/// The locale that the environment sets for numbers, found as POSIX says.
enum EnvironmentLocale {
    /// The variables that set it; the first one that is not empty wins.
    static let variables = ["LC_ALL", "LC_NUMERIC", "LANG"]

    /// Its name, as `sv_SE.UTF-8`; nil if none is set. The C locale counts as none.
    static func name(in environment: [String: String]) -> String? {
        guard let name = variables.lazy.compactMap({ environment[$0] }).first(where: { !$0.isEmpty }) else { return nil }
        let plain = name.prefix { $0 != "." && $0 != "@" }
        return plain == "C" || plain == "POSIX" ? nil : name
    }
}
