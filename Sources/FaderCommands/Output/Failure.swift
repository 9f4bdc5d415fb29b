internal import FaderAdmin

/// Why a command ends with something other than 0.
struct Failure: Error {
    /// The reasons for which commands fail by themselves, with their exit codes from `sysexits.h`.
    enum Code: Int32 {
        case usage = 64
        case refused
        case unavailable = 69
        case defect
        case system
        case io = 74
        case config = 78
    }

    var exitCode: Int32
    /// One sentence that says what to do next; nil if everything has been printed already.
    var sentence: String?
    /// What belongs to the sentence and has several lines, such as the errors of a config.
    var further: [String] = []
    var suggestion: String?
    var problem: Problem?

    init(_ code: Code, _ sentence: String? = nil, further: [String] = [], suggestion: String? = nil) {
        (exitCode, self.sentence, self.further, self.suggestion) = (code.rawValue, sentence, further, suggestion)
    }

    init(_ error: ClientError) {
        (exitCode, sentence) = (error.exitCode, error.description)
        if case .problem(let problem) = error { self.problem = problem }
    }

    /// A failure that was reported already.
    init(reported failure: Failure) { exitCode = failure.exitCode }
}

extension StatusResource {
    static let noConfigFile = "the daemon has no config file; make one and run \"faderctl reload\", or start the daemon with --config FILE"

    /// The config file that a command changes; fails if the daemon has none.
    func requireConfigFile() throws(Failure) -> String {
        guard let configFile else { throw Failure(.config, Self.noConfigFile) }
        return configFile
    }
}
