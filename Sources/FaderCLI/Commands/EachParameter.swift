internal import ArgumentParser

/// Prints each result, with its notice on standard error, and reports each failure.
enum EachParameter {
    static func checkRevision(_ ids: [String], _ revision: UInt64?) throws {
        guard revision != nil, ids.count > 1 || ids.contains(where: ParametersPatch.isPattern) else { return }
        throw ValidationError("--if-match is the revision of one parameter; give its id, and no others")
    }

    /// All that the ids and patterns select, as one change.
    static func patch(_ items: [String: ParametersPatch.Item], _ client: DaemonClient, json: Bool) async throws {
        let done = try await client.ask(Routes.setParameters, "", ParametersPatch(items))
        if json { return try Output.json(done) }
        for parameter in done {
            Output.line("\(parameter.id) \(parameter.shown)")
            if let notice = parameter.notice { Output.tellLines(Output.printable(notice)) }
        }
    }

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
