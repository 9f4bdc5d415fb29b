internal import FaderAdmin

/// Performs one action on one or more parameters. Prints each result, with its notice on standard error, and reports each failure.
enum EachParameter {
    static func perform(
        _ ids: [String], json: Bool, _ act: (String) async throws(ClientError) -> ParameterResource
    ) async throws {
        var done: [ParameterResource] = []
        var failure: Failure?
        for id in ids {
            do throws(ClientError) {
                let parameter = try await act(id)
                done.append(parameter)
                if !json { Output.line(parameter.shown) }
                // In JSON the notice is a member of the parameter.
                if !json, let notice = parameter.notice { Output.tellLines(Output.printable(notice)) }
            } catch {
                // Without a daemon the others would fail the same way.
                guard case .problem(let problem) = error else { throw error }
                let refusal = Failure(error)
                Output.report(refusal)
                if let parameter = problem.parameter {
                    done.append(parameter)
                    if !json, problem.kind != .outdated { Output.line(parameter.shown) }
                }
                failure = failure ?? Failure(reported: refusal)
            }
        }
        if json {
            // One parameter is an object, several are a list.
            if ids.count != 1 { try Output.json(done) } else if let parameter = done.first { try Output.json(parameter) }
        }
        if let failure { throw failure }
    }
}
