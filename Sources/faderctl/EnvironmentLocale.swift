/// The locale that the environment has for numbers, as POSIX finds it.
enum EnvironmentLocale {
    /// The variables that say it, the first one that is set before the others.
    static let variables = ["LC_ALL", "LC_NUMERIC", "LANG"]

    /// Its name, as `sv_SE.UTF-8`; nil where there is none. The C locale is none.
    static func name(in environment: [String: String]) -> String? {
        guard let name = variables.lazy.compactMap({ environment[$0] }).first(where: { !$0.isEmpty }) else { return nil }
        let plain = name.prefix { $0 != "." && $0 != "@" }
        return plain == "C" || plain == "POSIX" ? nil : name
    }
}
