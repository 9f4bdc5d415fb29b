internal import FaderJSON
internal import Glibc
internal import NIOHTTP1

/// Why a request about the config failed, as the browser gets it.
struct MappingProblem: Error {
    let problem: Problem

    init(_ problem: Problem) { self.problem = problem }

    init(_ status: Int, _ detail: String) {
        problem = Problem(title: HTTPResponseStatus(statusCode: status).reasonPhrase, status: status, detail: detail)
    }

    init(_ error: any Error) {
        switch error {
        case let own as MappingProblem: self = own
        case ClientError.problem(let problem): self.init(problem)
        case let error as ClientError: self.init(503, error.description)
        case let failure as Failure where failure.exitCode == EX_IOERR: self.init(403, failure.told)
        case let failure as Failure: self.init(422, failure.told)
        default: self.init(500, "\(error)")
        }
    }

    var answer: OwnRoutes.Answer {
        // A problem that is made here can always be encoded.
        .whole(problem.status, "application/problem+json", (try? problem.encode()) ?? [])
    }
}
