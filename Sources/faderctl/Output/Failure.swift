internal import FaderAPI
internal import FaderClient
internal import Glibc

/// Why a command ends with something other than 0.
struct Failure: Error {
    /// The exit code, from `sysexits.h`.
    var exitCode: Int32
    /// One sentence that says what to do next; nil if everything has been printed already.
    var sentence: String?
    /// What belongs to the sentence and has several lines, such as the errors of a config.
    var further: [String] = []
    /// The text that was probably meant.
    var suggestion: String?
    /// The daemon's problem, if the daemon reported one.
    var problem: Problem?

    init(exitCode: Int32, sentence: String? = nil, further: [String] = [], suggestion: String? = nil) {
        self.exitCode = exitCode
        self.sentence = sentence
        self.further = further
        self.suggestion = suggestion
    }

    init(_ error: ClientError) {
        self.init(exitCode: error.exitCode, sentence: error.description)
        if case .problem(let problem) = error { self.problem = problem }
    }
}

extension StatusResource {
    static let noConfigFile = "the daemon has no config file; make one and run \"faderctl reload\", or start the daemon with --config FILE"

    /// The config file that a command changes; fails if the daemon has none.
    func requireConfigFile() throws(Failure) -> String {
        guard let configFile else { throw Failure(exitCode: EX_CONFIG, sentence: Self.noConfigFile) }
        return configFile
    }
}
