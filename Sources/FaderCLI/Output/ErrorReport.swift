/// A failure in the form for programs, one line on standard error: `{"code": 65, "error": {"detail": …}}`.
struct ErrorReport: Encodable {
    let code: Int32
    /// The error in the shape of the API's problems; without `status` if no daemon answered.
    let error: Content

    struct Content: Encodable {
        let type: String
        let title: String
        let status: Int?
        let detail: String
        let suggestion: String?
        let parameter: ParameterResource?
        let diagnostics: [Diagnostic]?
    }

    init?(_ failure: Failure) {
        guard let sentence = failure.sentence else { return nil }
        code = failure.exitCode
        let problem = failure.problem
        error = Content(
            type: problem?.type ?? "about:blank", title: problem?.title ?? Self.title(failure.exitCode), status: problem?.status,
            detail: ([sentence] + failure.further).joined(separator: "\n"),
            suggestion: problem?.suggestion ?? failure.suggestion, parameter: problem?.parameter,
            diagnostics: problem?.diagnostics)
    }

    private static func title(_ code: Int32) -> String {
        switch code {
        case 64: "Wrong use"
        case 65: "Refused"
        case 69: "No daemon"
        case 74: "Input or output error"
        case 78: "Invalid config"
        default: "Internal error"
        }
    }
}
