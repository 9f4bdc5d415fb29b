internal import FaderAPI
internal import FaderConfig

/// Checks a config without a daemon, with the daemon's own reader.
enum ConfigCheck {
    /// Checks a file; nil: the one that a daemon started here would read.
    static func check(_ file: String?) -> ReloadResource {
        let path = file ?? ConfigPlaces.file(environment: Environment.variables)
        let outcome = ConfigReader(profileDirectories: ConfigPlaces.installedProfiles).read(path: path)
        let isValid = if case .success = outcome { true } else { false }
        return ReloadResource(config: path, valid: isValid, diagnostics: outcome.diagnostics.map(resource))
    }

    private static func resource(_ diagnostic: Diagnostic) -> DiagnosticResource {
        DiagnosticResource(
            file: diagnostic.file, line: diagnostic.line, column: diagnostic.column, severity: diagnostic.severity.rawValue,
            message: diagnostic.message, suggestion: diagnostic.suggestion, text: diagnostic.rendered)
    }
}
