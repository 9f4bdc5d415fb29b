internal import FaderAPI
internal import FaderClient

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
                if !json { Output.line(parameter.text) }
                // In JSON the notice is a member of the parameter.
                if !json, let notice = parameter.notice { Output.tellLines(notice) }
            } catch {
                // Without a daemon the others would fail the same way.
                guard case .problem(let problem) = error else { throw error }
                let told = Failure(error)
                Output.report(told)
                if let parameter = problem.parameter {
                    done.append(parameter)
                    if !json, problem.kind != .outdated { Output.line(parameter.text) }
                }
                failure = failure ?? Failure(exitCode: told.exitCode)
            }
        }
        if json { try print(done, wasOneAsked: ids.count == 1) }
        if let failure { throw failure }
    }

    /// Prints one parameter as an object, several as a list.
    private static func print(_ parameters: [ParameterResource], wasOneAsked: Bool) throws {
        if wasOneAsked {
            if let parameter = parameters.first { try Output.json(parameter) }
        } else {
            try Output.json(parameters)
        }
    }
}
