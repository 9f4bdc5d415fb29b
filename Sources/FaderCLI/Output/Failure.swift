internal import Glibc

/// Why a command ends with something other than 0.
struct Failure: Error {
    /// The exit codes for commands that fail, from `sysexits.h`.
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
    /// Says what to do next; nil if everything has been printed already.
    var sentence: String?
    /// Further lines that belong to the sentence, such as the errors of a config.
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

    init(reported failure: Failure) { exitCode = failure.exitCode }

    var told: String { ([sentence ?? "it failed"] + further).joined(separator: "\n") }
}

extension Failure {
    init(file: String, _ what: String, _ code: Int32) {
        self.init(.io, "\(file) \(what): \(String(errno: code))")
    }

    init(existing file: String) {
        self.init(.io, "\(file) is there already; name another file, or replace it with --force")
    }

    init(unwritable file: String, _ code: Int32) {
        self.init(file: file, "cannot be written", code)
        if code == EACCES || code == EPERM { sentence? += "; run the command as a user who may write there" }
    }

    init(noSurface name: String, among names: [String]) {
        let meant = Suggester.nearest(to: name, among: names)
        let hint = meant.map { "did you mean \"\($0)\"?" } ?? "\"faderctl surfaces\" shows them all"
        self.init(.refused, "there is no surface \"\(name.withoutControls())\"; \(hint)", suggestion: meant)
    }

    init(noProfile name: String, of profiles: [ProfileResource]) {
        let hint =
            Suggester.nearest(to: name, among: profiles.map(\.name)).map { "; did you mean \"\($0)\"?" } ?? "; see \"faderctl profiles\""
        self.init(.refused, "there is no profile \"\(name.withoutControls())\"\(hint)")
    }
}
