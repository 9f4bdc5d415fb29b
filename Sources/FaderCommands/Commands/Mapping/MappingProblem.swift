internal import FaderAdmin
internal import FaderJSON
internal import Glibc

/// Why a request of the page about the config was not done, as the browser gets it.
struct MappingProblem: Error {
    let problem: Problem

    init(_ problem: Problem) { self.problem = problem }

    init(_ status: Int, _ title: String, _ detail: String) { problem = Problem(title: title, status: status, detail: detail) }

    init(_ error: any Error) {
        switch error {
        case let own as MappingProblem: self = own
        case ClientError.problem(let problem): self.init(problem)
        case let error as ClientError: self.init(503, "Service Unavailable", error.description)
        case let failure as Failure where failure.exitCode == EX_IOERR: self.init(403, "Forbidden", failure.told)
        case let failure as Failure: self.init(422, "Unprocessable Content", failure.told)
        default: self.init(500, "Internal Server Error", "\(error)")
        }
    }

    var answer: OwnRoutes.Answer {
        // A problem that is made here can always be encoded.
        .whole(problem.status, "application/problem+json", (try? problem.encode()) ?? [])
    }

    /// Why this user cannot write the file; nil if it can be written.
    static func unwritable(_ file: ConfigFile) -> String? {
        do throws(Failure) {
            try file.checkWritable()
            return nil
        } catch {
            return error.told
        }
    }

    /// Refuses to replace or remove a target that the page could not have written.
    static func requireOwnTargets(_ edits: [JSONNode], in content: JSONValue) throws(MappingProblem) {
        for edit in edits {
            guard case .object(let members) = edit.content,
                case .list(let path)? = members.first(where: { ["set", "remove"].contains($0.key) })?.value.content,
                path.count == 2 || path.count == 3 && path[2].content == .text("target"),
                path[0].content == .text("parameters"), case .text(let id) = path[1].content,
                let target = content["parameters"][id].members["target"], target != .null, !MappingTargets.isOwn(target)
            else { continue }
            let verb = path.count == 2 ? "delete" : "change"
            throw MappingProblem(403, "Forbidden", "the target of \(id) was written by hand; \(verb) it in the file")
        }
    }
}

extension Failure {
    /// Everything that it says, in lines.
    var told: String { ([sentence ?? "it failed"] + further).joined(separator: "\n") }
}
